#ifndef ARBITER_TESTS_TOOLS_BENCH_SCALE_H_
#define ARBITER_TESTS_TOOLS_BENCH_SCALE_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/tools/bench/games.h"

// What a site with many games costs. docs/scale.md computes the size of a large site from these
// rates.
namespace arbiter::bench {

// The programs and settings of the measurements.
struct ScalePlan {
  // The path of arbiterd.
  std::string arbiterd;
  // The depth of reviews, and how many games of each variant are reviewed; of Chakart, a quarter.
  int depth = 12;
  int games = 16;
  // The depths of Chakart, of which random draws make a review to depth 12 take hours.
  std::vector<int> chakart_depths = {4, 6, 8};
  // The minutes in which the games of an hour come in.
  int minutes = 10;
};

// Rates by their names, in order. Times are in seconds of one processor.
using Rates = std::vector<std::pair<std::string, double>>;

// A site's games: both players are of this level, and games are cut off after this many plies,
// which is the mean of the games of lichess.
inline constexpr int kLevelOfSite = 5;
inline constexpr int kPliesOfSite = 67;
// Returns such a game. Games with different numbers differ.
PlayedGame SiteGame(std::string_view variant, int number);

// Measures the processor time of reviews in jobs, one game at a time.
Rates MeasureReviews(const ScalePlan& plan);
// Measures what validations and reviews cost beside the search: the time of all programs, and what
// the database writes.
Rates MeasureItems(const ScalePlan& plan);
// Measures a thousandth of a large site: live moves, first by themselves, then beside the
// validations and reviews of the games of an hour, and then while reviews keep all threads busy.
Rates MeasureSite(const ScalePlan& plan);
// Measures the memory that Redis takes for each stored analysis.
Rates MeasureCache(const ScalePlan& plan);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_TOOLS_BENCH_SCALE_H_
