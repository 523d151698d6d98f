#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_PLAY_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_PLAY_H_

#include <vector>

#include "core/rules/event.h"
#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// The points for an enemy king (P14, P20).
inline constexpr int kKingPoints = 1000;

// Returns the kind of the piece that an action moves; kPawn if it does not move a piece.
Kind MovedKind(const Position& position, const Action& action);
// Returns the kind of the piece of either side that an action captures, en passant included;
// std::nullopt if it captures nothing.
std::optional<Kind> CapturedKind(const Position& position, const Action& action);
// Returns the square of the pawn that a move captures en passant; for any other action, its target.
Sq CaptureSquare(const Position& position, const Action& action);

// Makes a legal action: updates the board, the rights, the points (P14), the point history (P18)
// and the ends that the FEN does not show (P17, P20, P23). Adds events to `events` unless it is
// null.
void Play(const Action& action, Position* position, std::vector<Event>* events);

// Returns the points that a legal action scores for its player.
int PointsOf(const Position& position, const Action& action);

// Subtracts the points that `loser` loses by running out of time (P14).
void LoseTime(Color loser, Position* position);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_PLAY_H_
