#include "tests/tools/match/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace arbiter::match {
namespace {

constexpr double kStandardErrorsOf95Percent = 1.96;
constexpr double kMaxHalfPoints = 4;

}  // namespace

int PairedScores::pairs() const { return std::accumulate(counts_.begin(), counts_.end(), 0); }

double PairedScores::score() const {
  double sum = 0;
  for (size_t i = 0; i < counts_.size(); ++i) sum += counts_[i] * (i / kMaxHalfPoints);
  return sum / pairs();
}

double PairedScores::error_bar() const {
  const double mean = score();
  const int count = pairs();
  double squares = 0;
  for (size_t i = 0; i < counts_.size(); ++i) {
    const double distance = i / kMaxHalfPoints - mean;
    squares += counts_[i] * distance * distance;
  }
  const bool all_equal = *std::max_element(counts_.begin(), counts_.end()) == count;
  if (all_equal) return std::min(1.0, 3.0 / count);
  return kStandardErrorsOf95Percent * std::sqrt(squares / (count - 1) / count);
}

double PairedScores::low() const { return std::max(0.0, score() - error_bar()); }
double PairedScores::high() const { return std::min(1.0, score() + error_bar()); }

double PairedScores::variance() const {
  constexpr double kPrior = 0.5;
  double sum = 0;
  double squares = 0;
  double count = 0;
  for (size_t i = 0; i < counts_.size(); ++i) {
    const double weight = counts_[i] + kPrior;
    const double points = i / kMaxHalfPoints;
    count += weight;
    sum += weight * points;
    squares += weight * points * points;
  }
  return squares / count - (sum / count) * (sum / count);
}

double ScoreOf(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

double SequentialTest::LogLikelihoodRatio(const PairedScores& scores) const {
  if (scores.pairs() == 0) return 0;
  const double low = ScoreOf(low_);
  const double high = ScoreOf(high_);
  return scores.pairs() * (high - low) * (2 * scores.score() - low - high) /
         (2 * scores.variance());
}

SequentialTest::Result SequentialTest::Decide(const PairedScores& scores) const {
  constexpr double kError = 0.05;
  const double bound = std::log((1 - kError) / kError);
  const double ratio = LogLikelihoodRatio(scores);
  if (ratio >= bound) return Result::kHigher;
  return ratio <= -bound ? Result::kLower : Result::kUndecided;
}

double EloOf(double score) { return -400 * std::log10(1 / score - 1); }

}  // namespace arbiter::match
