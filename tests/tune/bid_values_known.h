#ifndef ARBITER_TESTS_TUNE_BID_VALUES_KNOWN_H_
#define ARBITER_TESTS_TUNE_BID_VALUES_KNOWN_H_

#include <cstdint>
#include <vector>

#include "core/variants/chpok/features.h"

namespace arbiter::tune {

// White's mean score with these features on their width's default row.
struct MeasuredFeatures {
  chpok::Features features;
  double score = 0;
  int games = 0;
};

// Looks for the features that are best and worst for White: each alone at every width, and each two
// of them at the usual width. Those that stand out after a few games play more of them, twice; the
// scores are of the last games alone, so that they owe nothing to the choice.
std::vector<MeasuredFeatures> MeasureFeatures(uint64_t nodes, uint64_t seed);
// Each width without features.
std::vector<MeasuredFeatures> MeasureWidths(uint64_t nodes, uint64_t seed);

}  // namespace arbiter::tune

#endif  // ARBITER_TESTS_TUNE_BID_VALUES_KNOWN_H_
