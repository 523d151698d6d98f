#ifndef ARBITER_CORE_VARIANTS_CHPOK_MOVEMENT_H_
#define ARBITER_CORE_VARIANTS_CHPOK_MOVEMENT_H_

#include "core/rules/move_list.h"
#include "core/variants/chpok/position.h"

namespace arbiter::chpok {

// No piece reaches more than 41 squares, and at most 79 stand beside an enemy king; then
// castlings, placed pawns and removed pieces.
inline constexpr int kMostActions = 41 * 79 + 25 + 20 + 80;
using Actions = MoveList<Action, kMostActions>;

// What a pawn can become (P15), in the order of the moves.
inline constexpr Kind kPromotions[] = {Kind::kQueen,  Kind::kRook,   Kind::kBishop,
                                       Kind::kDragon, Kind::kKnight, Kind::kKing};
constexpr bool MayPromoteTo(const Features& features, Kind kind) {
  return kind != Kind::kKing || !features.Has(Switch::kNopromoteking);
}

// Where a king and a rook of one side stand after castling (P16).
struct Castled {
  Sq king;
  Sq rook;
};
Castled CastledSquares(Sq king, Sq rook);

// The squares that the piece on `from` could move to, as its kind and the features let it:
// captures of the other side included, en passant among them, of its own side not (P12, P22).
Squares TargetsOf(const Position& position, Sq from);

// From where the pieces of one kind of the player to move could move to `to`, in the same way.
Squares OriginsOf(const Position& position, Kind kind, Sq to);

// The squares of its own side's pieces that a king can take (P21).
Squares OwnTargetsOf(const Position& position, Sq king);

// The rooks that a king can castle with (P16), whatever castlings are left.
Squares CastlingRooks(const Position& position, Sq king);

// Where a new pawn can be placed (P22), whatever right is left.
Squares NewbornSquares(const Position& position);

// The cells of the opponent's centre (P20).
Squares HillOf(Color player, int width);

// All legal moves by the position alone (P12–P16, P20–P23, C12).
void GenerateActions(const Position& position, Actions* actions);
// How many they are.
int CountActions(const Position& position);
// Whether `action` is one of them, where both sides have kings and the limit is not passed.
bool IsLegal(const Position& position, const Action& action);
// Whether one of them is no pass; what P23 asks.
bool CanAct(const Position& position);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_MOVEMENT_H_
