#ifndef ARBITER_CORE_SEARCH_EXPECTATION_H_
#define ARBITER_CORE_SEARCH_EXPECTATION_H_

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/rules/outcome.h"
#include "core/search/score.h"

namespace arbiter {

// In a search among random results a value is linear in the chance to win, so that random results
// have a mean: from -kMostEval, lost as good as certainly, to kMostEval. A proven end is counted
// from the position itself in turns: kWin - n is a win n turns on, whatever is drawn.

// What a value is worth one turn before.
constexpr Value OneTurnBefore(Value value) {
  if (value >= kLeastWin) return value - 1;
  if (value <= -kLeastWin) return value + 1;
  return value;
}
// The bound for a value that says of OneTurnBefore(value) what `bound` says.
constexpr Value OneTurnAfter(Value bound) {
  if (bound >= kMostEval) return std::min(bound + 1, kWin);
  if (bound <= -kMostEval) return std::max(bound - 1, -kWin);
  return bound;
}

// The value of a draw among equally likely results: their mean, rounded; where all are won the
// latest win, where all are lost the latest loss. It grows with each of them, so that the results
// known so far give bounds.
class MeanValue {
 public:
  explicit MeanValue(int results) : results_(results), rest_(results) {}

  void Add(Value value) {
    sum_ += value;
    least_ = std::min(least_, value);
    most_ = std::max(most_, value);
    --rest_;
  }
  // Equal once all are added.
  Value AtLeast() const { return WithRest(-kWin); }
  Value AtMost() const { return WithRest(kWin); }

  // Unless the next result is more than this, the mean is not above `alpha` whatever follows.
  Value AlphaOfNext(Value alpha) const {
    if (alpha < -kMostEval) return -kWin;
    return Bounded(int64_t{alpha} * results_ - sum_ - int64_t{kWin} * (rest_ - 1));
  }
  // Unless the next result is less than this, the mean is not below `beta` whatever follows.
  Value BetaOfNext(Value beta) const {
    if (beta > kMostEval) return kWin;
    return Bounded(int64_t{beta} * results_ - sum_ + int64_t{kWin} * (rest_ - 1));
  }

 private:
  static Value Bounded(int64_t value) {
    return static_cast<Value>(std::clamp<int64_t>(value, -kWin, kWin));
  }
  Value WithRest(Value value) const {
    const Value least = rest_ > 0 ? std::min(least_, value) : least_;
    const Value most = rest_ > 0 ? std::max(most_, value) : most_;
    if (least >= kLeastWin) return least;
    if (most <= -kLeastWin) return most;
    const int64_t sum = sum_ + int64_t{value} * rest_;
    const int64_t half = sum < 0 ? -results_ : results_;
    const int64_t mean = (2 * sum + half) / (int64_t{2} * results_);
    return static_cast<Value>(std::clamp<int64_t>(mean, -kMostEval, kMostEval));
  }

  int results_;
  int rest_;
  int64_t sum_ = 0;
  Value least_ = kWin;
  Value most_ = -kWin;
};

// Between centipawns and values.
class ExpectationScale {
 public:
  // Of a scale without margin: draws are too few to count.
  explicit ExpectationScale(const WinScale& scale);

  Value ValueOf(int centipawns) const {
    const int lead = std::min(centipawns < 0 ? -centipawns : centipawns, kMostCentipawns);
    return centipawns < 0 ? -values_[lead] : values_[lead];
  }
  // The least lead that is worth at least as much, from whichever side leads.
  int CentipawnsOf(Value value) const;
  // What a value says to somebody who asks.
  Score ScoreOf(Value value) const;

 private:
  static constexpr int kMostCentipawns = 10'000;

  WinScale scale_;
  // By lead.
  std::array<int16_t, kMostCentipawns + 1> values_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_EXPECTATION_H_
