// Lets Chpok's search play against itself, and prints the resulting table of White's chances, which
// is core/variants/chpok/bidding/values.cc.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "core/base/strings.h"
#include "core/board/board.h"
#include "tests/tools/tune/bid_values_fit.h"
#include "tests/tools/tune/bid_values_games.h"
#include "tests/tools/tune/bid_values_known.h"

namespace arbiter::tune {
namespace {

using chpok::BidTerms;

// For each line of the table, the end of its range of terms, and its comment.
constexpr std::pair<int, std::string_view> kLines[] = {
    {BidTerms::kMoves, "width 6 to 10"},
    {BidTerms::kPoints, "moves 10, 20, 40"},
    {BidTerms::kCastlings, "points for P, R, N, B, D, Q, K"},
    {BidTerms::kSwitches, "castlings"},
    {BidTerms::kRow, "hill to noenpassant"},
    {BidTerms::kCount, "row: K, Q, R, B, D, N, P"},
};

std::string FormatTerms(const std::array<double, BidTerms::kCount>& numbers) {
  std::string text;
  size_t term = 0;
  for (const auto& [end, name] : kLines) {
    StrAppend(&text, "   ");
    for (; term < static_cast<size_t>(end); ++term) {
      StrAppend(&text, " ", std::lround(100 * numbers[term]), ",");
    }
    StrAppend(&text, "  // ", name, "\n");
  }
  return text;
}

std::vector<BidSample> PlaySamples(uint64_t games, uint64_t nodes, uint64_t seed) {
  std::vector<BidSample> samples;
  for (uint64_t i = 0; i < games; ++i) {
    const uint64_t number = Mix64(seed << 32 ^ i);
    const BidSetting setting = RandomSetting(number);
    samples.push_back({setting, PlayForWhite(setting, nodes, Mix64(number))});
    if (samples.size() % 1000 == 0) std::cerr << samples.size() << " games with random settings\n";
  }
  return samples;
}

// Returns the mean of the measured and the fitted log-odds, weighted by their precision.
double LogOdds(const MeasuredFeatures& measured, const BidFit& fit) {
  const BidSetting setting = DefaultSetting(measured.features);
  const chpok::BidAmounts amounts = BidAmountsOf(setting.features, setting.row);
  double fitted = 0;
  for (size_t i = 0; i < amounts.size(); ++i) fitted += amounts[i] * fit.weights[i];
  const double score = std::clamp(measured.score, 0.01, 0.99);
  const double precision = measured.games * score * (1 - score);
  const double prior = 1 / (kPriorDeviation * kPriorDeviation);
  return (precision * std::log(score / (1 - score)) + prior * fitted) / (precision + prior);
}

int Main(int argc, char** argv) {
  CLI::App app("Prints the table of White's chances on the boards of Chpok, from self-play");
  uint64_t games = 6000;
  uint64_t nodes = 100;
  uint64_t seed = 1;
  app.add_option("--games", games, "The number of games with random settings")
      ->capture_default_str();
  app.add_option("--nodes", nodes, "The approximate number of nodes per move")
      ->check(CLI::Range(2, 1'000'000))
      ->capture_default_str();
  app.add_option("--seed", seed, "The seed of the games")->capture_default_str();
  CLI11_PARSE(app, argc, argv);

  BidFit fit = FitBidWeights(PlaySamples(games, nodes, seed));
  std::cerr << "Standard errors:\n" << FormatTerms(fit.standard_errors);
  for (const MeasuredFeatures& width : MeasureWidths(nodes, seed)) {
    const int term = BidTerms::kWidth + width.features.width - chpok::kMinWidth;
    fit.weights[static_cast<size_t>(term)] = LogOdds(width, fit);
  }
  std::cout << "// Written by `arbiter_bid_values --games " << games << " --nodes " << nodes
            << " --seed " << seed << "`.\n"
            << "#include \"core/variants/chpok/bidding/values.h\"\n\nnamespace arbiter::chpok {\n\n"
            << "// clang-format off\n"
            << "const std::array<int, BidTerms::kCount> kBidWeights = {\n"
            << FormatTerms(fit.weights) << "};\n\n"
            << "constexpr KnownFeatures kKnown[] = {\n";
  for (const MeasuredFeatures& measured : MeasureFeatures(nodes, seed)) {
    std::cout << "    {\"" << FormatFeatures(measured.features) << "\", "
              << std::lround(100 * LogOdds(measured, fit)) << "},  // " << measured.score << " in "
              << measured.games << " games\n";
  }
  std::cout << "};\n// clang-format on\n\n"
            << "const std::span<const KnownFeatures> kKnownFeatures = kKnown;\n\n"
            << "}  // namespace arbiter::chpok\n";
  return 0;
}

}  // namespace
}  // namespace arbiter::tune

int main(int argc, char** argv) { return arbiter::tune::Main(argc, argv); }
