#ifndef ARBITER_CORE_SEARCH_EVALUATION_H_
#define ARBITER_CORE_SEARCH_EVALUATION_H_

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/board/color.h"
#include "core/board/geometry.h"

namespace arbiter {

// A weight for the opening and one for the endgame, packed into one number so that a single
// addition adds both.
class Tapered {
 public:
  constexpr Tapered() = default;
  constexpr Tapered(int opening, int endgame)
      : packed_(static_cast<int64_t>(endgame) * kEndgame + opening) {}

  constexpr int opening() const {
    return static_cast<int32_t>(static_cast<uint32_t>(static_cast<uint64_t>(packed_)));
  }
  constexpr int endgame() const { return static_cast<int32_t>((packed_ - opening()) / kEndgame); }
  // Interpolates between the two weights; `phase` is from 0 (endgame) to `max` (opening).
  constexpr int At(int phase, int max) const {
    return (opening() * phase + endgame() * (max - phase)) / max;
  }

  constexpr Tapered& operator+=(Tapered other) {
    packed_ += other.packed_;
    return *this;
  }
  constexpr Tapered& operator-=(Tapered other) {
    packed_ -= other.packed_;
    return *this;
  }
  friend constexpr Tapered operator+(Tapered a, Tapered b) { return a += b; }
  friend constexpr Tapered operator-(Tapered a, Tapered b) { return a -= b; }
  friend constexpr Tapered operator*(Tapered a, int times) {
    a.packed_ *= times;
    return a;
  }
  constexpr bool operator==(const Tapered&) const = default;

 private:
  static constexpr int64_t kEndgame = int64_t{1} << 32;

  int64_t packed_ = 0;
};

// An evaluation is a sum of weights. Each weight is multiplied by the number of times that its term
// occurs for White minus the number of times that it occurs for Black. A variant reports the terms
// of a position to a sink (`VisitTerms(position, sink)`): a TermSum in a search, a TermList in
// tuning.

// A sink that adds up the weights of the terms, from White's point of view.
class TermSum {
 public:
  // `weights` holds a weight for each term and must outlive the sum.
  explicit TermSum(const Tapered* weights) : weights_(weights) {}

  void AddFor(bool white, int term, int times = 1) {
    const Tapered value = weights_[term] * times;
    if (white) {
      sum_ += value;
    } else {
      sum_ -= value;
    }
  }
  Tapered sum() const { return sum_; }

 private:
  const Tapered* weights_;
  Tapered sum_;
};

// Returns the sum of the weights of a position's terms for the side to move. The game phase is from
// 0 (endgame) to `max_phase` (opening).
template <typename Position>
int SumOfTerms(const Position& position, const Tapered* weights, int phase, int max_phase) {
  TermSum sum(weights);
  VisitTerms(position, &sum);
  const int white = sum.sum().At(phase, max_phase);
  return position.turn == Color::kWhite ? white : -white;
}

// A sink that lists the terms.
class TermList {
 public:
  void AddFor(bool white, int term, int times = 1) {
    if (times != 0) terms_.emplace_back(term, white ? times : -times);
  }
  // Returns the terms that occur, each with its count; the counts for Black are negative.
  const std::vector<std::pair<int, int>>& terms() const { return terms_; }

 private:
  std::vector<std::pair<int, int>> terms_;
};

// Evaluations index squares by the rank as seen from one side and by the folded file, which is the
// same for a file and its mirror image.
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

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_EVALUATION_H_
