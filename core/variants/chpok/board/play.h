#ifndef ARBITER_CORE_VARIANTS_CHPOK_BOARD_PLAY_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BOARD_PLAY_H_

#include <vector>

#include "core/rules/event.h"
#include "core/variants/chpok/board/position.h"

namespace arbiter::chpok {

// Points for a king (P14, P20).
inline constexpr int kKingPoints = 1000;

// The kind that an action moves; kPawn for one that moves none.
Kind MovedKind(const Position& position, const Action& action);
// What it takes of either side, en passant too; none: nothing.
std::optional<Kind> CapturedKind(const Position& position, const Action& action);
// Where that stands.
Sq CaptureSquare(const Position& position, const Action& action);

// Makes a legal action: the board, rights, points (P14), the point history (P18), and the ends
// that the position does not show (P17, P20, P23). `events`, where not null, gets what it did.
void Play(const Action& action, Position* position, std::vector<Event>* events);

// What an action scores for its player.
int PointsOf(const Position& position, const Action& action);

// The player's time has run out (P14).
void LoseTime(Color loser, Position* position);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BOARD_PLAY_H_
