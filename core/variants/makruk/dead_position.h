#ifndef ARBITER_CORE_VARIANTS_MAKRUK_DEAD_POSITION_H_
#define ARBITER_CORE_VARIANTS_MAKRUK_DEAD_POSITION_H_

#include "core/variants/makruk/position.h"

namespace arbiter::makruk {

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

#endif  // ARBITER_CORE_VARIANTS_MAKRUK_DEAD_POSITION_H_
