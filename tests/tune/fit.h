#ifndef ARBITER_TESTS_TUNE_FIT_H_
#define ARBITER_TESTS_TUNE_FIT_H_

#include <cstddef>
#include <span>
#include <vector>

#include "core/rules/evaluation.h"
#include "tests/tune/samples.h"

namespace arbiter::tune {

struct FitOptions {
  int rounds = 300;
  // Of the logistic curve from values to expected results.
  double slope = 300;
  // How much the result of the game counts, and how much what the search said; together 1.
  double result_share = 0.5;
  // How far a weight is expected to be from where it began (a standard deviation): those before
  // `material_end`, and the others.
  double material_deviation = 150;
  double deviation = 25;
  size_t material_end = 0;
  // How many positions of a game, which are much alike, say as much as one.
  double alike = 15;
};

// What came of a fit.
struct Fit {
  std::vector<Tapered> weights;
  // By which the first weights foretell the results alone best.
  double result_slope = 0;
  // Mean cross entropy before and after.
  double before = 0;
  double after = 0;
};

// The weights by which the evaluation foretells the results best: logistic regression by
// full-batch gradient steps with momentum (Adam), which is deterministic. The
// scale is that of the weights given: material adds up to as much as before.
Fit FitWeights(const Samples& samples, std::span<const Tapered> weights, const FitOptions& options);

}  // namespace arbiter::tune

#endif  // ARBITER_TESTS_TUNE_FIT_H_
