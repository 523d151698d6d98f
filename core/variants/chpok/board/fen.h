#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_FEN_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_FEN_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// Nobody's points go beyond this, but for what lost time costs (P14).
inline constexpr int kMostPoints = 100'000'000;
inline constexpr int kTimePoints = 5000;

// The FEN of a board (P26). BAD_FEN with the field and the rank, IMPOSSIBLE_POSITION (F2).
absl::StatusOr<Position> ParseBoardFen(std::string_view fen);
std::string FormatBoardFen(const Position& position);

// `100000,93400`, milliseconds; none where it is no two clocks up to `most`.
Clocks ParseClocks(std::string_view text, int64_t most);
std::string FormatClocks(const Clocks& clocks);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_FEN_H_
