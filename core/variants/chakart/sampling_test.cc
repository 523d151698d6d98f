// Tests that outcomes drawn from seeds have the distribution that the enumeration gives. Sampling
// and enumeration share only the resolution of an action.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "tests/support/game.h"
#include "tests/support/jsonl.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using google::protobuf::Struct;
using testing::FenOf;
using testing::Field;
using testing::GameAt;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::Random;
using testing::ReadJsonLines;
using testing::Text;

constexpr size_t kPairs = 200;
constexpr uint64_t kSeeds = 20'000 / (kSanitizerSlowdown > 1 ? kSanitizerSlowdown * 10 : 1);

// A position and an action with random draws.
struct Pair {
  std::string fen;
  std::string action;
  // The purposes of the random draws in all outcomes of the action.
  std::set<std::string> purposes;
};

// Returns kPairs recorded pairs, evenly spread over the file.
std::vector<Pair> RecordedPairs() {
  std::vector<Pair> all;
  for (const Struct& row : ReadJsonLines("core/variants/chakart/testdata/outcomes.jsonl")) {
    const auto& outcomes = Field(row, "outcomes").list_value().values();
    if (outcomes.size() < 2) continue;
    Pair& pair = all.emplace_back(Pair{Text(row, "fen"), Text(row, "action"), {}});
    for (const auto& outcome : outcomes) {
      const std::string text = Text(outcome.struct_value(), "text");
      for (size_t end = text.find('='); end != std::string::npos; end = text.find('=', end + 1)) {
        const size_t begin = text.find_last_of("{,", end) + 1;
        pair.purposes.insert(text.substr(begin, end - begin));
      }
    }
  }
  std::vector<Pair> selected;
  for (size_t i = 0; i < kPairs; ++i) selected.push_back(all[i * all.size() / kPairs]);
  return selected;
}

// Returns a seed of 32 bytes that is different for every number.
std::string Seed(uint64_t number) {
  std::string seed(32, 's');
  for (int i = 0; i < 8; ++i) seed[i] = static_cast<char>(number >> (8 * i));
  return seed;
}

// The results of one action in the order of the enumeration: the probability of each, and how often
// it was drawn.
struct Sample {
  std::vector<double> probability;
  std::vector<uint64_t> count;

  uint64_t Total() const {
    uint64_t total = 0;
    for (const uint64_t n : count) total += n;
    return total;
  }
};

// The indices of the results, by FEN.
using ResultIndices = std::unordered_map<std::string, size_t>;

Sample Expected(const Game& game, const std::string& action, ResultIndices* indices) {
  Sample sample;
  Budget budget;
  const auto summary =
      game.Outcomes(action, {}, budget, [&](const ActionResult&, Fraction p, const Game& after) {
        indices->emplace(FenOf(after), sample.probability.size());
        sample.probability.push_back(p.ToDouble());
        return true;
      });
  EXPECT_THAT(summary, IsOk());
  sample.count.resize(sample.probability.size());
  return sample;
}

// Applies the action with every seed. Returns the number of results that were not enumerated.
uint64_t CountDrawn(const Game& game, const std::string& action, const ResultIndices& indices,
                    Sample* sample) {
  uint64_t not_enumerated = 0;
  for (uint64_t i = 0; i < kSeeds; ++i) {
    const auto after = game.Clone();
    if (!after->Apply(action, Seed(i), nullptr).ok()) {
      ++not_enumerated;
      continue;
    }
    const auto found = indices.find(FenOf(*after));
    if (found == indices.end()) {
      ++not_enumerated;
    } else {
      ++sample->count[found->second];
    }
  }
  return not_enumerated;
}

struct ChiSquare {
  double value = 0;
  int degrees_of_freedom = 0;

  void Add(double expected, double observed) {
    value += (observed - expected) * (observed - expected) / expected;
    ++degrees_of_freedom;
  }
  // Returns whether a correct sampler would exceed this value with a probability below one in a
  // million, by the approximation of Wilson and Hilferty.
  bool IsImprobable() const {
    if (degrees_of_freedom == 0) return false;
    const double part = 2.0 / (9.0 * degrees_of_freedom);
    return value > degrees_of_freedom * std::pow(1 - part + 4.753424 * std::sqrt(part), 3);
  }
};

// Returns the chi-square statistic of the sample. Results that are expected fewer than 5 times are
// pooled, and join the most probable result if the pool is still too small.
ChiSquare Compare(const Sample& sample) {
  constexpr double kMinExpected = 5;
  const auto total = static_cast<double>(sample.Total());
  std::vector<std::pair<double, double>> classes;
  double rare_expected = 0, rare_observed = 0;
  for (size_t i = 0; i < sample.count.size(); ++i) {
    const double expected = sample.probability[i] * total;
    const auto observed = static_cast<double>(sample.count[i]);
    if (expected >= kMinExpected) {
      classes.emplace_back(expected, observed);
    } else {
      rare_expected += expected;
      rare_observed += observed;
    }
  }
  if (rare_expected >= kMinExpected || classes.empty()) {
    classes.emplace_back(rare_expected, rare_observed);
  } else {
    auto& most_probable = *std::max_element(classes.begin(), classes.end());
    most_probable.first += rare_expected;
    most_probable.second += rare_observed;
  }
  ChiSquare result;
  for (const auto& [expected, observed] : classes) {
    if (expected > 0) result.Add(expected, observed);
  }
  --result.degrees_of_freedom;
  return result;
}

// Returns the indices of the results, the most probable first.
std::vector<size_t> ByProbability(const Sample& sample) {
  std::vector<size_t> order(sample.probability.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&sample](size_t a, size_t b) {
    return sample.probability[a] > sample.probability[b];
  });
  return order;
}

// Draws `draws` results of `expected` with these probabilities instead of their own.
Sample Simulate(const Sample& expected, const std::vector<double>& probability, uint64_t draws) {
  Sample sample = expected;
  std::fill(sample.count.begin(), sample.count.end(), 0);
  Random random(31);
  for (uint64_t i = 0; i < draws; ++i) {
    double rest = static_cast<double>(random.Below(uint64_t{1} << 53)) * 0x1p-53;
    size_t drawn = 0;
    while (drawn + 1 < probability.size() && rest >= probability[drawn]) {
      rest -= probability[drawn];
      ++drawn;
    }
    ++sample.count[drawn];
  }
  return sample;
}

TEST(Sampling, H20_ThePairsCoverEveryKindOfRandomDraw) {
  std::map<std::string, int> pairs_with;
  std::set<std::pair<std::string, std::string>> different;
  for (const Pair& pair : RecordedPairs()) {
    different.emplace(pair.fen, pair.action);
    for (const std::string& purpose : pair.purposes) ++pairs_with[purpose];
  }
  EXPECT_EQ(different.size(), kPairs);
  for (const char* purpose : {"push", "egg", "piece", "on", "put"}) {
    EXPECT_GE(pairs_with[purpose], 20) << purpose;
  }
}

TEST(Sampling, H20_SamplesAgreeWithTheEnumeration) {
  ChiSquare all;
  for (const Pair& pair : RecordedPairs()) {
    const auto game = GameAt("chakart", pair.fen);
    ResultIndices indices;
    Sample sample = Expected(*game, pair.action, &indices);
    ASSERT_EQ(CountDrawn(*game, pair.action, indices, &sample), 0u)
        << pair.action << " in " << pair.fen << " has results that were not enumerated";
    const ChiSquare chi = Compare(sample);
    EXPECT_FALSE(chi.IsImprobable()) << pair.action << " in " << pair.fen << ": " << chi.value
                                     << " with " << chi.degrees_of_freedom << " degrees of freedom";
    all.value += chi.value;
    all.degrees_of_freedom += chi.degrees_of_freedom;
  }
  // All pairs together reveal a bias that is too small to show in a single one.
  EXPECT_FALSE(all.IsImprobable()) << all.value << " with " << all.degrees_of_freedom;
  EXPECT_GT(all.degrees_of_freedom, static_cast<int>(kPairs));
}

TEST(Sampling, H20_TheStatisticDetectsIncorrectSamplers) {
  constexpr uint64_t kDraws = 20'000;
  for (const Pair& pair : RecordedPairs()) {
    const auto game = GameAt("chakart", pair.fen);
    ResultIndices indices;
    const Sample expected = Expected(*game, pair.action, &indices);
    const std::vector<double>& right = expected.probability;
    if (right.size() < 2) continue;
    SCOPED_TRACE(pair.action + " in " + pair.fen);
    const Sample fair = Simulate(expected, right, kDraws);
    EXPECT_FALSE(Compare(fair).IsImprobable());

    // Two results are counted as one.
    const std::vector<size_t> order = ByProbability(expected);
    Sample merged = fair;
    merged.count[order[0]] += std::exchange(merged.count[order[1]], 0);
    EXPECT_TRUE(Compare(merged).IsImprobable());

    // One draw in ten takes the first candidates.
    std::vector<double> wrong = right;
    for (double& p : wrong) p *= 0.9;
    wrong[0] += 0.1;
    EXPECT_TRUE(Compare(Simulate(expected, wrong, kDraws)).IsImprobable());

    // All results are equally likely although they should not be.
    if (right[order.front()] < 2 * right[order.back()]) continue;
    std::fill(wrong.begin(), wrong.end(), 1.0 / static_cast<double>(right.size()));
    EXPECT_TRUE(Compare(Simulate(expected, wrong, kDraws)).IsImprobable());
  }
}

}  // namespace
}  // namespace arbiter
