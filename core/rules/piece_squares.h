#ifndef ARBITER_CORE_RULES_PIECE_SQUARES_H_
#define ARBITER_CORE_RULES_PIECE_SQUARES_H_

#include <algorithm>

#include "core/board/color.h"
#include "core/board/geometry.h"

namespace arbiter {

// Squares as an evaluation numbers them: as the colour sees the ranks, and a file the same as its
// mirror image.
template <typename G>
inline constexpr int kFoldedFiles = (G::kFiles + 1) / 2;
template <typename G>
inline constexpr int kFoldedSquares = kFoldedFiles<G>* G::kRanks;

template <typename G>
constexpr int FoldedFile(Square<G> square) {
  return std::min(square.file(), G::kFiles - 1 - square.file());
}
template <typename G>
constexpr int FoldedSquare(Square<G> square, Color color) {
  return square.rank_for(color) * kFoldedFiles<G> + FoldedFile(square);
}

// King steps between two squares.
template <typename G>
constexpr int Distance(Square<G> a, Square<G> b) {
  const int files = a.file() > b.file() ? a.file() - b.file() : b.file() - a.file();
  const int ranks = a.rank() > b.rank() ? a.rank() - b.rank() : b.rank() - a.rank();
  return std::max(files, ranks);
}

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_PIECE_SQUARES_H_
