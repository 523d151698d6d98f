#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_FEN_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_FEN_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// A player's points are from -kMaxPoints to kMaxPoints, except that running out of time can lead
// below this range (P14).
inline constexpr int kMaxPoints = 100'000'000;
// The points that a player loses by running out of time.
inline constexpr int kTimePoints = 5000;

// Parse and format the FEN of a board (P26). ParseBoardFen() returns BAD_FEN with the field and the
// rank if the FEN cannot be read, and IMPOSSIBLE_POSITION if no game can lead to the position (F2).
absl::StatusOr<Position> ParseBoardFen(std::string_view fen);
std::string FormatBoardFen(const Position& position);

// Parses two clocks of at most `max` milliseconds, for example `100000,93400`; std::nullopt if
// `text` is anything else.
Clocks ParseClocks(std::string_view text, int64_t max);
// Formats clocks, which must be tracked.
std::string FormatClocks(const Clocks& clocks);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_FEN_H_
