#ifndef ARBITER_TESTS_TUNE_BID_VALUES_FIT_H_
#define ARBITER_TESTS_TUNE_BID_VALUES_FIT_H_

#include <array>
#include <vector>

#include "core/variants/chpok/bidding/values.h"
#include "tests/tune/bid_values_games.h"

namespace arbiter::tune {

struct BidSample {
  BidSetting setting;
  // White's.
  double score = 0;
};

// Weights in log-odds of White's expected score, and how sure they are.
struct BidFit {
  std::array<double, chpok::BidTerms::kCount> weights = {};
  std::array<double, chpok::BidTerms::kCount> standard_errors = {};
};

// Logistic regression of the scores on the amounts, by Newton's method. Every weight is drawn
// towards 0 as by an earlier belief that it is 0 with a standard deviation of kPrior.
inline constexpr double kPrior = 0.3;
BidFit FitBidWeights(const std::vector<BidSample>& samples);

}  // namespace arbiter::tune

#endif  // ARBITER_TESTS_TUNE_BID_VALUES_FIT_H_
