#ifndef ARBITER_CORE_VARIANTS_MAKRUK_DETAIL_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_DETAIL_H_

#include <cstdint>
#include <optional>

#include "core/board/color.h"

namespace arbiter::makruk {

// Option `counting` (M5). Same numbers as `arbiter.v1.Counting`.
enum class CountingMode : uint8_t { kAuto = 1, kManual = 2, kNone = 3 };

// A running Makruk count (ruling M11).
struct CountStatus {
  enum class Kind : uint8_t { kBoardHonour = 1, kPiecesHonour = 2 };
  Color color = Color::kWhite;
  Kind kind = Kind::kBoardHonour;
  // In plies.
  int count = 0;
  int limit = 0;
  // In moves: the number that the counting player announced with his last move, of `limit` div 2.
  int announced = 0;
  // Moves left to the other side to give mate.
  int moves_left = 0;
};

// What a Makruk state has beside the board.
struct Detail {
  CountingMode mode = CountingMode::kAuto;
  // The running count.
  std::optional<CountStatus> counting;
};

}  // namespace arbiter::makruk

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_DETAIL_H_
