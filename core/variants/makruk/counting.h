#ifndef ARBITER_CORE_VARIANTS_MAKRUK_COUNTING_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_COUNTING_H_

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "core/board/color.h"
#include "core/rules/outcome.h"
#include "core/variants/makruk/position.h"

namespace arbiter::makruk {

// The ends that only Makruk has (M7, M9).
inline constexpr Termination kCountingLimitEnd{10};
inline constexpr Termination kCountingSideMatedEnd{11};

// Returns the limit, in moves, that `color` would have if it began to count now (M6); 0 if there is
// no limit.
int LimitFor(const MakrukBoard& board, Color color);

// The properties of a move that affect the count (M7).
struct MoveEffect {
  bool captured;
  bool captured_bia;
  bool moved_bia;
  bool promoted;
};

// Updates the limit and the clock after a move (M7, M8) and returns whether a count begins.
// `position->turn` must already be the player to move next.
bool AdvanceCount(CountingMode mode, MoveEffect effect, Position* position);

// Infers the kind of a running count from the board, the limit and the count. A pieces' honour has
// a limit of 64 moves only if at most a knight and mets face the bare king, and it begins at twice
// the number of pieces on the board, or one ply before (M7b); any other count with that limit began
// as a board's honour. If both are possible, the count is taken to be a pieces' honour.
Honour InferHonour(const Position& position);

// Returns IMPOSSIBLE_POSITION if no game leads to the running count (M11, F2).
absl::Status ValidateCount(CountingMode mode, const Position& position);

// Returns whose count is running, of which kind it is and how far it has come (M11); std::nullopt
// if no count is running.
std::optional<CountStatus> CountOf(const Position& position);

// Return ILLEGAL_ACTION with the reason if the player to move is not allowed to `count` or
// `uncount` (M8).
absl::Status CheckCanCount(CountingMode mode, const Position& position);
absl::Status CheckCanUncount(CountingMode mode, const Position& position);

// Start and stop the count of the player to move. CheckCanCount or CheckCanUncount must have
// returned OK.
void StartCount(Position* position);
void StopCount(Position* position);

}  // namespace arbiter::makruk

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_COUNTING_H_
