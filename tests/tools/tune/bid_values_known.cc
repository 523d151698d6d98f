#include "tests/tools/tune/bid_values_known.h"

#include <algorithm>
#include <iostream>
#include <iterator>

#include "core/board/board.h"
#include "core/variants/chpok/bidding/search_state.h"
#include "tests/tools/tune/bid_values_games.h"

namespace arbiter::tune {
namespace {

using chpok::Features;

// A stage of the selection: each set of features in the pool plays `games` games. Then the best and
// the worst sets, `kept` of each, remain in the pool.
struct Stage {
  int games;
  size_t kept;
};
constexpr Stage kStages[] = {{40, 16}, {200, 5}};
constexpr int kFinalGames = 800;

// Returns every feature by itself at every width, and every pair of features at the default width.
std::vector<MeasuredFeatures> MakePool() {
  std::vector<Features> all;
  for (int width = chpok::kMinWidth; width <= chpok::kMaxWidth; ++width) {
    Features plain;
    plain.width = static_cast<uint8_t>(width);
    for (const Features& one : ChangesOf(plain, chpok::BidLimits())) {
      all.push_back(one);
      if (width != Features().width) continue;
      for (const Features& two : ChangesOf(one, chpok::BidLimits())) all.push_back(two);
    }
  }
  std::vector<MeasuredFeatures> pool;
  for (const Features& features : all) {
    Features plain;
    plain.width = features.width;
    const bool is_duplicate = std::any_of(
        pool.begin(), pool.end(),
        [&features](const MeasuredFeatures& other) { return other.features == features; });
    if (!is_duplicate && features != plain) pool.push_back({features});
  }
  return pool;
}

void PlayGames(int games, uint64_t nodes, uint64_t seed, std::vector<MeasuredFeatures>* pool) {
  for (MeasuredFeatures& measured : *pool) {
    double sum = 0;
    for (int i = 0; i < games; ++i) {
      sum += PlayForWhite(DefaultSetting(measured.features), nodes,
                          Mix64(seed ^ static_cast<uint64_t>(i)));
    }
    measured.score = sum / games;
    measured.games = games;
  }
  std::cerr << pool->size() << " sets of features have played " << games << " games each\n";
}

}  // namespace

std::vector<MeasuredFeatures> MeasureFeatures(uint64_t nodes, uint64_t seed) {
  std::vector<MeasuredFeatures> pool = MakePool();
  for (const Stage& stage : kStages) {
    PlayGames(stage.games, nodes, ++seed << 32, &pool);
    std::stable_sort(pool.begin(), pool.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
    const auto kept = static_cast<std::ptrdiff_t>(stage.kept);
    pool.erase(pool.begin() + kept, pool.end() - kept);
  }
  PlayGames(kFinalGames, nodes, ++seed << 32, &pool);
  return pool;
}

std::vector<MeasuredFeatures> MeasureWidths(uint64_t nodes, uint64_t seed) {
  std::vector<MeasuredFeatures> widths;
  for (int width = chpok::kMinWidth; width <= chpok::kMaxWidth; ++width) {
    widths.emplace_back().features.width = static_cast<uint8_t>(width);
  }
  PlayGames(kFinalGames, nodes, ~seed << 32, &widths);
  return widths;
}

}  // namespace arbiter::tune
