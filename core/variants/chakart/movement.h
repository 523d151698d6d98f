#ifndef ARBITER_CORE_VARIANTS_CHAKART_MOVEMENT_H_
#define ARBITER_CORE_VARIANTS_CHAKART_MOVEMENT_H_

#include <string_view>

#include "absl/status/status.h"
#include "core/board/attacks.h"
#include "core/board/color.h"
#include "core/rules/move_list.h"
#include "core/variants/chakart/position.h"

namespace arbiter::chakart {

// What may be done in a position (rulings H2–H7, H13–H15, H18).

inline constexpr Step kPawnSteps[] = {{0, 1}};
inline constexpr Step kPawnCaptureSteps[] = {{1, 1}, {-1, 1}};

// 64 pieces, none with more to do than a queen, who has 27 targets, seen and unseen; a king has
// 8, and 8 for the shell. Swaps are pairs of 64.
using Actions = MoveList<Action, 64 * 54>;

// Fills `actions`; one always, unless a king is missing.
void GenerateActions(const Position& position, Actions* actions);

// Whether the pending choice can be made (H14); true where none is due.
bool CanChoose(const Position& position);

// Whether the action may be made: one of GenerateActions(), or a stealth move onto the square of
// a hidden queen (see AcceptedStealthTargets()).
bool IsLegal(const Position& position, const Action& action);

// Where the piece of the player to move on `from`, not immobilised, may move; on its
// last rank a pawn promotes.
Squares MoveTargets(const Position& position, Sq from);

// From where the pieces of one kind of the player to move may move to `to`.
Squares OriginsOf(const Position& position, Kind kind, Sq to);

// Where the queen on `from` may go unseen, whether or not that power is unused (H6). The
// square of a hidden queen is not empty, and so it is not listed; but nobody who does not see
// her may learn of her by a refusal (H23), so that the move is accepted, and captures her.
Squares StealthTargets(const Position& position, Sq from);
Squares AcceptedStealthTargets(const Position& position, Sq from);

// What the king on `from` may hit with a shell, whether or not it is unused (H7).
Squares ShellTargets(const Position& position, Sq from);

// Whether exchanging what stands on two squares is a legal swap (H13, kingboo).
bool CanSwap(const Position& position, Sq a, Sq b);

// Bananas, bombs and visible pieces (H3).
Squares Blockers(const Position& position);

// Whether a pawn of `color` has reached its last rank.
constexpr bool IsLastRank(Sq square, Color color) {
  return square.rank_for(color) == Geo::kRanks - 1;
}

// What the piece on `from` could capture, its own side's pieces among it, where `blockers` stop
// lines.
Squares AttacksFrom(const Position& position, Sq from, const Squares& blockers);

// The pieces of `color`, not immobilised, that could capture on `square`.
Squares AttackersOf(const Position& position, Sq square, Color color, const Squares& blockers);

// Whether `by`, to act on this board, could take the other side's only king at once, by a capture
// or with the shell (H7); false where there are several kings.
bool CanTakeLastKing(const Position& position, Color by, const Squares& blockers);

// What stops lines once the player to move has acted (H3, H23).
inline Squares BlockersAfterwards(const Position& position) {
  return position.board.Occupied() | position.Of(Object::kBanana) | position.Of(Object::kBomb);
}

// OK for a legal action, else the reason (C9): ILLEGAL_ACTION, or NOT_YOUR_TURN for a piece
// of the other side. Says nothing that depends on where a hidden queen stands (H23).
// `text` is how the caller wrote the action.
absl::Status CheckLegal(const Position& position, const Action& action, std::string_view text);

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_MOVEMENT_H_
