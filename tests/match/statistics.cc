#include "tests/match/statistics.h"

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

double EloOf(double score) { return -400 * std::log10(1 / score - 1); }

}  // namespace arbiter::match
