#ifndef ARBITER_CORE_VARIANTS_CHAKART_MOVEMENT_H_
#define ARBITER_CORE_VARIANTS_CHAKART_MOVEMENT_H_

#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "core/board/attacks.h"
#include "core/board/color.h"
#include "core/rules/move_list.h"
#include "core/variants/chakart/position.h"

namespace arbiter::chakart {

// The legal actions of a position (rulings H2–H7, H13–H15, H18).

inline constexpr Step kPawnSteps[] = {{0, 1}};
inline constexpr Step kPawnCaptureSteps[] = {{1, 1}, {-1, 1}};

// At most 64 pieces can act. A queen has the most actions: a move and a stealth move to each of 27
// squares. A king has 8 moves and 8 targets of the shell. The swaps of two pieces are fewer.
using Actions = MoveList<Action, 64 * 54>;

// Fills `actions` with the legal actions. There is at least one unless the game is over.
void GenerateActions(const Position& position, Actions* actions);

// Returns the position after the player to move has passed. Pending choices lapse, and a hidden
// queen, whose owner is to move then, counts as visible.
Position AfterPass(Position position);

// Returns the actions that the player to move can choose in advance
// (core/rules/moves_in_advance.h).
std::vector<Action> MovesInAdvance(const Position& position);

// Returns whether the pending choice can be made (H14); true if no choice is pending.
bool CanChoose(const Position& position);

// Returns whether the action is legal: one of GenerateActions(), or a stealth move onto the square
// of a hidden queen (see AcceptedStealthTargets()).
bool IsLegal(const Position& position, const Action& action);

// Returns the squares to which the piece on `from` may move. It must belong to the player to move
// and must not be immobilised. A pawn promotes on its last rank.
Squares MoveTargets(const Position& position, Sq from);

// Returns the squares from which pieces of one kind of the player to move may move to `to`.
Squares OriginsOf(const Position& position, Kind kind, Sq to);

// Return the squares to which the queen on `from` may move unseen, even if that power has been used
// (H6). The square of a hidden queen is not empty, so StealthTargets() does not contain it.
// Refusing a move to that square would reveal her to a player who does not see her (H23), so
// AcceptedStealthTargets() contains it, and the move captures her.
Squares StealthTargets(const Position& position, Sq from);
Squares AcceptedStealthTargets(const Position& position, Sq from);

// Returns the squares of the pieces that the king on `from` may hit with the shell, even if that
// power has been used (H7).
Squares ShellTargets(const Position& position, Sq from);

// Returns whether an exchange of the pieces on two squares is a legal swap (H13, kingboo).
bool CanSwap(const Position& position, Sq a, Sq b);

// Returns the squares that block lines: those of bananas, bombs and visible pieces (H3).
Squares Blockers(const Position& position);

// Returns whether the square is on the last rank of the pawns of `color`.
constexpr bool IsLastRank(Sq square, Color color) {
  return square.rank_for(color) == Geo::kRanks - 1;
}

// Returns the squares that the piece on `from` attacks, whatever stands on them, if `blockers`
// block lines.
Squares AttacksFrom(const Position& position, Sq from, const Squares& blockers);

// Returns the pieces of `color` that could capture on `square` if `blockers` block lines.
// Immobilised pieces are not among them.
Squares AttackersOf(const Position& position, Sq square, Color color, const Squares& blockers);

// Returns whether `by`, if it were to act on this board, could remove the only king of the other
// side at once, by a capture or with the shell (H7); false if that side has several kings.
bool CanCaptureLastKing(const Position& position, Color by, const Squares& blockers);

// Returns the squares that block lines once the player to move has acted, which reveals a hidden
// queen (H3, H23).
inline Squares BlockersAfterAction(const Position& position) {
  return position.board.Occupied() | position.Of(Object::kBanana) | position.Of(Object::kBomb);
}

// Returns OK for a legal action, and otherwise ILLEGAL_ACTION with the reason (C9), or
// NOT_YOUR_TURN for a piece of the other side. Neither the status nor its message depends on where
// a hidden queen stands (H23). `text` is the action as the caller wrote it.
absl::Status CheckLegal(const Position& position, const Action& action, std::string_view text);

}  // namespace arbiter::chakart

#endif  // ARBITER_CORE_VARIANTS_CHAKART_MOVEMENT_H_
