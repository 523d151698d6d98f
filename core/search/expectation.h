#ifndef ARBITER_CORE_SEARCH_EXPECTATION_H_
#define ARBITER_CORE_SEARCH_EXPECTATION_H_

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/rules/outcome.h"
#include "core/search/score.h"

namespace arbiter {

// In a search with chance nodes an unproven value is linear in the expectation, so that random
// results have a meaningful mean. It ranges from -kMaxEval for an almost certain loss to kMaxEval
// for an almost certain win. Proven values count turns from the position itself: kWin - n is a win
// in n turns, whatever the random draws.

// The greatest distance between two values.
inline constexpr Value kAnySwing = 2 * kWin;

// Returns the value that a position of this value has one turn earlier: a proven end is then one
// turn further away.
constexpr Value OneTurnBefore(Value value) {
  if (value >= kMinWin) return value - 1;
  if (value <= -kMinWin) return value + 1;
  return value;
}
// Returns the bound on a value that is equivalent to `bound` on OneTurnBefore(value).
constexpr Value OneTurnAfter(Value bound) {
  if (bound >= kMaxEval) return std::min(bound + 1, kWin);
  if (bound <= -kMaxEval) return std::max(bound - 1, -kWin);
  return bound;
}

// The value of a chance node with equally likely results: their rounded mean, or the latest win if
// all are proven wins, or the latest loss if all are proven losses. It is monotonic in each result,
// so the results known so far give bounds on it.
class MeanValue {
 public:
  // `low` and `high` bound the results that have not been added yet.
  explicit MeanValue(int results, Value low = -kWin, Value high = kWin)
      : results_(results), remaining_(results), low_(low), high_(high) {}

  void Add(Value value) {
    sum_ += value;
    min_ = std::min(min_, value);
    max_ = std::max(max_, value);
    --remaining_;
  }
  // The bounds on the mean. They are equal once all results are added.
  Value LowerBound() const { return WithRemaining(low_); }
  Value UpperBound() const { return WithRemaining(high_); }

  // Returns the alpha for the next result: unless the result is above it, the mean cannot be above
  // `alpha`, whatever follows within the bounds.
  Value NextAlpha(Value alpha) const {
    if (alpha < -kMaxEval) return low_;
    return Clamped(int64_t{alpha} * results_ - sum_ - int64_t{high_} * (remaining_ - 1));
  }
  // Returns the beta for the next result: unless the result is below it, the mean cannot be below
  // `beta`, whatever follows within the bounds.
  Value NextBeta(Value beta) const {
    if (beta > kMaxEval) return high_;
    return Clamped(int64_t{beta} * results_ - sum_ - int64_t{low_} * (remaining_ - 1));
  }

 private:
  Value Clamped(int64_t value) const {
    return static_cast<Value>(std::clamp<int64_t>(value, low_, high_));
  }
  Value WithRemaining(Value value) const {
    const Value min = remaining_ > 0 ? std::min(min_, value) : min_;
    const Value max = remaining_ > 0 ? std::max(max_, value) : max_;
    if (min >= kMinWin) return min;
    if (max <= -kMinWin) return max;
    const int64_t sum = sum_ + int64_t{value} * remaining_;
    const int64_t half = sum < 0 ? -results_ : results_;
    const int64_t mean = (2 * sum + half) / (int64_t{2} * results_);
    return static_cast<Value>(std::clamp<int64_t>(mean, -kMaxEval, kMaxEval));
  }

  int results_;
  int remaining_;
  Value low_;
  Value high_;
  int64_t sum_ = 0;
  Value min_ = kWin;
  Value max_ = -kWin;
};

// Converts between centipawns and values.
class ExpectationScale {
 public:
  // The margin of `scale` must be 0: drawn games are too rare to matter.
  explicit ExpectationScale(const WinScale& scale);

  Value ValueOf(int centipawns) const {
    const int lead = std::min(centipawns < 0 ? -centipawns : centipawns, kMaxCentipawns);
    return centipawns < 0 ? -values_[lead] : values_[lead];
  }
  // The inverse of ValueOf(): returns the smallest lead that is worth at least |value|, with the
  // sign of `value`; at most kMaxCentipawns.
  int CentipawnsOf(Value value) const;
  // Converts a value to a score to be reported.
  Score ScoreOf(Value value) const;

 private:
  static constexpr int kMaxCentipawns = 10'000;

  WinScale scale_;
  // The values by lead in centipawns.
  std::array<int16_t, kMaxCentipawns + 1> values_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_EXPECTATION_H_
