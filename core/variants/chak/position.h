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

// Ranks 5 to 9 for White, 5 to 1 for Black (K1).
constexpr bool IsFarSide(Sq square, Color color) { return square.rank_for(color) >= 4; }

inline constexpr Squares kFarSide[2] = {
    SquaresWhere<Geo>([](Sq square) { return IsFarSide(square, Color::kWhite); }),
    SquaresWhere<Geo>([](Sq square) { return IsFarSide(square, Color::kBlack); })};

// A king or pawn promotes when it moves onto its far side (K11).
constexpr bool PromotesAt(Kind kind, Sq square, Color color) {
  return (kind == Kind::kKing || kind == Kind::kPawn) && IsFarSide(square, color);
}
constexpr Kind Promoted(Kind kind) {
  return kind == Kind::kKing ? Kind::kDivineKing : Kind::kWarrior;
}

// The altar of `color` itself: e2 or e8 (K1).
constexpr Sq AltarOf(Color color) { return color == Color::kWhite ? Sq(4, 1) : Sq(4, 7); }

// A position without its history; always valid by ruling K17. The clock has the plies since the
// last capture or promotion. K16 speaks of captures; a promotion starts the count anew as well, as
// it does where Chak is played. Equality is that of K15.
using Position = RoyalPosition<Geo, Kind>;

// Plies on the clock after which a draw may be claimed (K16).
inline constexpr uint32_t kClaimAfterPlies = 100;

using Move = Position::Move;

// At most 30 pieces a side (K17), none with more than 32 squares to go to (a
// quetzal's eight lines hold no more).
using Moves = MoveList<Move, 30 * 32>;

// What a Chak state has beside the board (K16).
struct Detail {
  // Since the last capture or promotion.
  uint32_t quiet_plies = 0;
  // Quiet plies until a draw may be claimed; 0: now.
  uint32_t plies_until_claim = 0;
};

}  // namespace arbiter::chak

#endif  // ARBITER_CORE_VARIANTS_CHAK_POSITION_H_
