#ifndef ARBITER_TESTS_TOOLS_TUNE_FIT_H_
#define ARBITER_TESTS_TOOLS_TUNE_FIT_H_

#include <cstddef>
#include <span>
#include <vector>

#include "core/search/evaluation.h"
#include "tests/tools/tune/samples.h"

namespace arbiter::tune {

struct FitOptions {
  int rounds = 300;
  // The slope of the logistic curve that maps values to expected results.
  double slope = 300;
  // The weight of the game's result in the fitting target, from 0 to 1; the search's value has the
  // rest.
  double result_share = 0.5;
  // The standard deviation of the prior of a weight around its initial value: for the weights of
  // material, which come before `material_end`, and for all other weights.
  double material_deviation = 150;
  double deviation = 25;
  size_t material_end = 0;
  // The number of positions of a game that count as one independent sample.
  double correlated_positions = 15;
};

// The result of a fit.
struct Fit {
  std::vector<Tapered> weights;
  // The slope with which the initial weights predict the results of the games best.
  double result_slope = 0;
  // The mean cross entropy before and after the fit.
  double before = 0;
  double after = 0;
};

// Fits the weights of the evaluation so that it predicts the targets best: logistic regression with
// full-batch gradient steps (Adam), which is deterministic. The scale of the given weights is
// preserved: the weights of material keep their sum.
Fit FitWeights(const Samples& samples, std::span<const Tapered> weights, const FitOptions& options);

}  // namespace arbiter::tune

#endif  // ARBITER_TESTS_TOOLS_TUNE_FIT_H_
