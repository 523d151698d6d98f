#ifndef ARBITER_TESTS_TOOLS_TUNE_BID_VALUES_KNOWN_H_
#define ARBITER_TESTS_TOOLS_TUNE_BID_VALUES_KNOWN_H_

#include <cstdint>
#include <vector>

#include "core/variants/chpok/features.h"

namespace arbiter::tune {

// White's mean score with these features and the default row of their width.
struct MeasuredFeatures {
  chpok::Features features;
  double score = 0;
  int games = 0;
};

// Finds the features that are best and worst for White: each one at every width, and each pair of
// them at the default width. Those that stand out after a few games play more games, in two stages.
// The scores come from the final games only, so that they are not biased by the selection.
std::vector<MeasuredFeatures> MeasureFeatures(uint64_t nodes, uint64_t seed);
// Measures each width without other features.
std::vector<MeasuredFeatures> MeasureWidths(uint64_t nodes, uint64_t seed);

}  // namespace arbiter::tune

#endif  // ARBITER_TESTS_TOOLS_TUNE_BID_VALUES_KNOWN_H_
