#ifndef ARBITER_CORE_VARIANTS_CHAK_POSITION_H_
#define ARBITER_CORE_VARIANTS_CHAK_POSITION_H_

#include <cstdint>

#include "core/board/bitboard.h"
#include "core/board/board.h"
#include "core/board/color.h"
#include "core/board/geometry.h"
#include "core/rules/move_list.h"
#include "core/rules/royal_moves.h"

namespace arbiter::chak {

using Geo = Geometry<9, 9>;
using Sq = Square<Geo>;
using Squares = Bitboard<Geo>;

enum class Kind : uint8_t {
  kKing,
  kDivineKing,
  kJaguar,
  kQuetzal,
  kShaman,
  kVulture,
  kSerpent,
  kPawn,
  kWarrior,
  kOffering,
  kCount,
};

using ChakBoard = Board<Geo, Kind>;

// Returns whether the square is on the far side of `color`: ranks 5 to 9 for White, ranks 5 to 1
// for Green (K1).
constexpr bool IsFarSide(Sq square, Color color) { return square.rank_for(color) >= 4; }

inline constexpr Squares kFarSide[2] = {
    SquaresWhere<Geo>([](Sq square) { return IsFarSide(square, Color::kWhite); }),
    SquaresWhere<Geo>([](Sq square) { return IsFarSide(square, Color::kBlack); })};

// Returns whether a piece of this kind promotes on the square: a king or pawn does when it moves
// onto its far side (K11).
constexpr bool PromotesAt(Kind kind, Sq square, Color color) {
  return (kind == Kind::kKing || kind == Kind::kPawn) && IsFarSide(square, color);
}
constexpr Kind Promoted(Kind kind) {
  return kind == Kind::kKing ? Kind::kDivineKing : Kind::kWarrior;
}

// Returns the altar that `color` defends: e2 for White, e8 for Green (K1).
constexpr Sq AltarOf(Color color) { return color == Color::kWhite ? Sq(4, 1) : Sq(4, 7); }

// The temples that White and Green defend: the altars and the squares around them (K1).
inline constexpr Squares kTemple[2] = {
    SquaresWhere<Geo>([](Sq s) { return Distance<Geo>(s, AltarOf(Color::kWhite)) <= 1; }),
    SquaresWhere<Geo>([](Sq s) { return Distance<Geo>(s, AltarOf(Color::kBlack)) <= 1; })};

// Returns whether a divine king of `color` stands on the enemy altar, which wins (K13).
inline bool HasAltarMate(const ChakBoard& board, Color color) {
  return board.Of(color, Kind::kDivineKing).Has(AltarOf(!color));
}

// A position without its history. It is always valid by ruling K17. The clock counts the plies
// since the last capture or promotion: the guides name only captures, but a promotion resets the
// count as well, as it does on the sites where Chak is played (K16). Ruling K15 says which
// positions are equal.
using Position = RoyalPosition<Geo, Kind>;

// The number of plies on the clock after which a draw may be claimed (K16).
inline constexpr uint32_t kClaimAfterPlies = 100;

using Move = Position::Move;

// A side has at most 30 pieces (K17). No piece has more than 32 targets, the number of squares on
// the eight lines of a quetzal.
using Moves = MoveList<Move, 30 * 32>;

// The part of a Chak state that is not on the board (K16).
struct Detail {
  // The plies since the last capture or promotion.
  uint32_t quiet_plies = 0;
  // The quiet plies that remain until a draw may be claimed; 0 if it may be claimed now.
  uint32_t plies_until_claim = 0;
};

}  // namespace arbiter::chak

#endif  // ARBITER_CORE_VARIANTS_CHAK_POSITION_H_
