#ifndef ARBITER_CORE_VARIANTS_MAKRUK_POSITION_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_POSITION_H_

#include <cstdint>
#include <optional>

#include "core/board/bitboard.h"
#include "core/board/board.h"
#include "core/board/color.h"
#include "core/board/geometry.h"
#include "core/rules/move_list.h"
#include "core/rules/royal_moves.h"

namespace arbiter::makruk {

using Geo = Geometry<8, 8>;
using Sq = Square<Geo>;
using Squares = Bitboard<Geo>;

enum class Kind : uint8_t { kKhun, kMet, kKhon, kMa, kRuea, kBia, kCount };

using MakrukBoard = Board<Geo, Kind>;

// The option `counting` (M5). The numbers are those of `arbiter.v1.Counting`.
enum class CountingMode : uint8_t { kAuto = 1, kManual = 2, kNone = 3 };

// A running count (M11).
struct CountStatus {
  enum class Kind : uint8_t { kBoardHonour = 1, kPiecesHonour = 2 };
  // The side that counts.
  Color color = Color::kWhite;
  Kind kind = Kind::kBoardHonour;
  // The count and its limit, in plies.
  int count = 0;
  int limit = 0;
  // The count in moves, as the counting player announced it with their last move. The limit in
  // moves is half of `limit`.
  int announced = 0;
  // The number of moves in which the other side can still give mate.
  int moves_left = 0;
};

// The part of a Makruk state that is not on the board.
struct Detail {
  CountingMode mode = CountingMode::kAuto;
  // The running count; std::nullopt if there is none.
  std::optional<CountStatus> counting;
};

using Honour = CountStatus::Kind;

// Returns whether the square is on the rank on which pawns of `color` promote, rank 6 for White and
// rank 3 for Black, or beyond it (M2).
constexpr bool IsPromotionZone(Sq square, Color color) { return square.rank_for(color) >= 5; }

// Returns whether a piece of this kind promotes on the square: a bia that reaches the promotion
// zone becomes a met (M2).
constexpr bool PromotesAt(Kind kind, Sq square, Color color) {
  return kind == Kind::kBia && IsPromotionZone(square, color);
}
constexpr Kind Promoted(Kind /*bia*/) { return Kind::kMet; }

// A position without its history. It is always valid by ruling F2. Equality (M4, M13) depends
// neither on counters nor on whether a met was a bia. While there is a limit, the clock is the
// running count in plies; otherwise it is the number of plies since the last capture or pawn move.
// The FEN has one field for both.
struct Position : RoyalPosition<Geo, Kind> {
  // The limit of the running count, in plies; 0 if no count is running.
  uint32_t limit = 0;
  // The kind of the running count, which captures do not change (M8); meaningless if no count is
  // running.
  Honour honour = Honour::kBoardHonour;
  // The squares of the mets that were bia (M13).
  Squares upturned;
};

using Move = Position::Move;

// There are at most 63 pieces besides the enemy khun. No piece has more than the 14 targets of a
// ruea.
using Moves = MoveList<Move, 63 * 14>;

// Returns whether no sequence of legal moves leads to mate (M3).
inline bool IsDead(const MakrukBoard& board) {
  constexpr Squares kDarkSquares =
      SquaresWhere<Geo>([](Sq square) { return (square.file() + square.rank()) % 2 == 0; });
  const Squares others = board.Occupied() - board.Of(Kind::kKhun);
  if (others.size() <= 1) {
    return (others & (board.Of(Kind::kRuea) | board.Of(Kind::kKhon))).empty();
  }
  const Squares mets = board.Of(Kind::kMet);
  return mets == others && ((mets - kDarkSquares).empty() || (mets & kDarkSquares).empty());
}

}  // namespace arbiter::makruk

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_POSITION_H_
