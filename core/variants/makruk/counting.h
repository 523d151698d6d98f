#ifndef ARBITER_CORE_VARIANTS_MAKRUK_COUNTING_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_COUNTING_H_

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "core/board/color.h"
#include "core/variants/makruk/position.h"

namespace arbiter::makruk {

// The limit in moves that `color` would have, were it to count now (M6); 0: none.
int LimitFor(const MakrukBoard& board, Color color);

// What a move was, for M7.
struct MoveEffect {
  bool captured;
  bool captured_bia;
  bool moved_bia;
  bool promoted;
};

// Brings limit and clock up to date after a move; `position->turn` is already
// the player to move next (M7, M8). Answers whether a count begins.
bool AdvanceCount(CountingMode mode, MoveEffect effect, Position* position);

// Which honour a running count is of for all that board, limit and count tell. A pieces' honour
// limit of 64 moves is only given where at most a knight and mets face the bare king, and its count
// starts at twice the pieces on the board, or one ply before it (M7b); anything else with that
// limit began as the board's honour. Where both fit, it is taken for the pieces' honour.
Honour LikelyHonour(const Position& position);

// Whether the running count, if any, can have come about (M11, F2); IMPOSSIBLE_POSITION.
absl::Status CheckCount(CountingMode mode, const Position& position);

// Who counts, what for, and how far; none where no count runs (M11).
std::optional<CountStatus> CountOf(const Position& position);

// Whether the player to move may `count` or `uncount` (M8). On error the
// message says why not (ILLEGAL_ACTION).
absl::Status MayCount(CountingMode mode, const Position& position);
absl::Status MayUncount(CountingMode mode, const Position& position);

// Starts and stops the count of the player to move, who may.
void StartCount(Position* position);
void StopCount(Position* position);

}  // namespace arbiter::makruk

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_COUNTING_H_
