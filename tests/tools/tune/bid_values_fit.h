#ifndef ARBITER_TESTS_TOOLS_TUNE_BID_VALUES_FIT_H_
#define ARBITER_TESTS_TOOLS_TUNE_BID_VALUES_FIT_H_

#include <array>
#include <vector>

#include "core/variants/chpok/bidding/values.h"
#include "tests/tools/tune/bid_values_games.h"

namespace arbiter::tune {

// The setting and the score of one game.
struct BidSample {
  BidSetting setting;
  // White's score, 0 to 1.
  double score = 0;
};

// The weights, in log-odds of White's expected score, and their standard errors.
struct BidFit {
  std::array<double, chpok::BidTerms::kCount> weights = {};
  std::array<double, chpok::BidTerms::kCount> standard_errors = {};
};

// The standard deviation of the prior of each weight, whose mean is 0.
inline constexpr double kPriorDeviation = 0.3;

// Fits the weights by logistic regression of the scores on the amounts, with Newton's method.
BidFit FitBidWeights(const std::vector<BidSample>& samples);

}  // namespace arbiter::tune

#endif  // ARBITER_TESTS_TOOLS_TUNE_BID_VALUES_FIT_H_
