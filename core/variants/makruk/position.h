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

// Option `counting` (M5). Same numbers as `arbiter.v1.Counting`.
enum class CountingMode : uint8_t { kAuto = 1, kManual = 2, kNone = 3 };

// A running Makruk count (ruling M11).
struct CountStatus {
  enum class Kind : uint8_t { kBoardHonour = 1, kPiecesHonour = 2 };
  Color color = Color::kWhite;
  Kind kind = Kind::kBoardHonour;
  // In plies.
  int count = 0;
  int limit = 0;
  // In moves: the number that the counting player announced with his last move, of `limit` div 2.
  int announced = 0;
  // Moves left to the other side to give mate.
  int moves_left = 0;
};

// What a Makruk state has beside the board.
struct Detail {
  CountingMode mode = CountingMode::kAuto;
  // The running count.
  std::optional<CountStatus> counting;
};

using Honour = CountStatus::Kind;

// Rank 6 for White, 3 for Black (M2), and beyond.
constexpr bool IsPromotionZone(Sq square, Color color) { return square.rank_for(color) >= 5; }

// A bia that reaches the zone becomes a met (M2).
constexpr bool PromotesAt(Kind kind, Sq square, Color color) {
  return kind == Kind::kBia && IsPromotionZone(square, color);
}
constexpr Kind Promoted(Kind /*bia*/) { return Kind::kMet; }

// A position without its history; always valid by ruling F2. Equality (M4, M13) knows neither
// counters nor what a met was before. The clock has the running count in plies while a limit
// stands, else the plies since the last capture or pawn move; the FEN has one field for both.
struct Position : RoyalPosition<Geo, Kind> {
  // The count that may not be exceeded, in plies; 0: no count runs.
  uint32_t limit = 0;
  // What kind of count runs, while one does: it stays what it was when pieces fall (M8).
  Honour honour = Honour::kBoardHonour;
  // The mets that were bia (M13).
  Squares upturned;
};

using Move = Position::Move;

// 64 squares less one enemy khun, none with more than 14 squares to go to (a ruea).
using Moves = MoveList<Move, 63 * 14>;

// Whether no series of legal moves leads to a mate (M3).
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
