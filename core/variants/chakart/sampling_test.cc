// What a seed draws has the distribution that the enumeration gives: two ways through the
// same rules that meet nowhere but in the resolution of an action.
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

// A position and an action that draws there.
struct Pair {
  std::string fen;
  std::string action;
  // What the action draws in any of its outcomes.
  std::set<std::string> purposes;
};

// Evenly spread over the file.
std::vector<Pair> SomePairs() {
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
  std::vector<Pair> some;
  for (size_t i = 0; i < kPairs; ++i) some.push_back(all[i * all.size() / kPairs]);
  return some;
}

// 32 bytes that differ for every number.
std::string Seed(uint64_t number) {
  std::string seed(32, 's');
  for (int i = 0; i < 8; ++i) seed[i] = static_cast<char>(number >> (8 * i));
  return seed;
}

// Results of one action, in draw order: how likely each is, and how often it came.
struct Sample {
  std::vector<double> probability;
  std::vector<uint64_t> count;

  uint64_t Total() const {
    uint64_t total = 0;
    for (const uint64_t n : count) total += n;
    return total;
  }
};

// The numbers of the results by their FENs.
using Numbers = std::unordered_map<std::string, size_t>;

Sample Expected(const Game& game, const std::string& action, Numbers* numbers) {
  Sample sample;
  Budget budget;
  const auto summary =
      game.Outcomes(action, {}, budget, [&](const Applied&, Fraction p, const Game& after) {
        numbers->emplace(FenOf(after), sample.probability.size());
        sample.probability.push_back(p.ToDouble());
        return true;
      });
  EXPECT_THAT(summary, IsOk());
  sample.count.resize(sample.probability.size());
  return sample;
}

// Applies the action with every seed; counts what came that no enumeration knows.
uint64_t CountDrawn(const Game& game, const std::string& action, const Numbers& numbers,
                    Sample* sample) {
  uint64_t unknown = 0;
  for (uint64_t i = 0; i < kSeeds; ++i) {
    const auto after = game.Clone();
    if (!after->Apply(action, Seed(i), nullptr).ok()) {
      ++unknown;
      continue;
    }
    const auto found = numbers.find(FenOf(*after));
    if (found == numbers.end()) {
      ++unknown;
    } else {
      ++sample->count[found->second];
    }
  }
  return unknown;
}

struct ChiSquare {
  double value = 0;
  int freedom = 0;

  void Add(double expected, double observed) {
    value += (observed - expected) * (observed - expected) / expected;
    ++freedom;
  }
  // Exceeded once in a million by a sampler that is right (Wilson and Hilferty).
  bool IsImprobable() const {
    if (freedom == 0) return false;
    const double part = 2.0 / (9.0 * freedom);
    return value > freedom * std::pow(1 - part + 4.753424 * std::sqrt(part), 3);
  }
};

// Results that are expected fewer than 5 times count as one, together with the likeliest
// if that is still less.
ChiSquare Compare(const Sample& sample) {
  constexpr double kLeast = 5;
  const auto total = static_cast<double>(sample.Total());
  std::vector<std::pair<double, double>> classes;
  double rare_expected = 0, rare_observed = 0;
  for (size_t i = 0; i < sample.count.size(); ++i) {
    const double expected = sample.probability[i] * total;
    const auto observed = static_cast<double>(sample.count[i]);
    if (expected >= kLeast) {
      classes.emplace_back(expected, observed);
    } else {
      rare_expected += expected;
      rare_observed += observed;
    }
  }
  if (rare_expected >= kLeast || classes.empty()) {
    classes.emplace_back(rare_expected, rare_observed);
  } else {
    auto& likeliest = *std::max_element(classes.begin(), classes.end());
    likeliest.first += rare_expected;
    likeliest.second += rare_observed;
  }
  ChiSquare result;
  for (const auto& [expected, observed] : classes) {
    if (expected > 0) result.Add(expected, observed);
  }
  --result.freedom;
  return result;
}

// Numbers of results, the likeliest first.
std::vector<size_t> ByProbability(const Sample& sample) {
  std::vector<size_t> order(sample.probability.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&sample](size_t a, size_t b) {
    return sample.probability[a] > sample.probability[b];
  });
  return order;
}

// What a sampler with these probabilities draws.
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

TEST(Sampling, H20_ThePairsDrawOfEveryKind) {
  std::map<std::string, int> pairs_with;
  std::set<std::pair<std::string, std::string>> different;
  for (const Pair& pair : SomePairs()) {
    different.emplace(pair.fen, pair.action);
    for (const std::string& purpose : pair.purposes) ++pairs_with[purpose];
  }
  EXPECT_EQ(different.size(), kPairs);
  for (const char* purpose : {"push", "egg", "piece", "on", "put"}) {
    EXPECT_GE(pairs_with[purpose], 20) << purpose;
  }
}

TEST(Sampling, H20_AgreesWithEnumeration) {
  ChiSquare all;
  for (const Pair& pair : SomePairs()) {
    const auto game = GameAt("chakart", pair.fen);
    Numbers numbers;
    Sample sample = Expected(*game, pair.action, &numbers);
    ASSERT_EQ(CountDrawn(*game, pair.action, numbers, &sample), 0u)
        << pair.action << " in " << pair.fen << " has results that were not enumerated";
    const ChiSquare chi = Compare(sample);
    EXPECT_FALSE(chi.IsImprobable()) << pair.action << " in " << pair.fen << ": " << chi.value
                                     << " with " << chi.freedom << " degrees of freedom";
    all.value += chi.value;
    all.freedom += chi.freedom;
  }
  // All pairs together show a bias that is too small to be seen in one.
  EXPECT_FALSE(all.IsImprobable()) << all.value << " with " << all.freedom;
  EXPECT_GT(all.freedom, static_cast<int>(kPairs));
}

// The same statistic tells samplers that are wrong.
TEST(Sampling, H20_TheStatisticFindsWrongSamplers) {
  constexpr uint64_t kDraws = 20'000;
  for (const Pair& pair : SomePairs()) {
    const auto game = GameAt("chakart", pair.fen);
    Numbers numbers;
    const Sample expected = Expected(*game, pair.action, &numbers);
    const std::vector<double>& right = expected.probability;
    if (right.size() < 2) continue;
    SCOPED_TRACE(pair.action + " in " + pair.fen);
    const Sample fair = Simulate(expected, right, kDraws);
    EXPECT_FALSE(Compare(fair).IsImprobable());

    // Two results that come as one.
    const std::vector<size_t> order = ByProbability(expected);
    Sample merged = fair;
    merged.count[order[0]] += std::exchange(merged.count[order[1]], 0);
    EXPECT_TRUE(Compare(merged).IsImprobable());

    // One draw in ten takes the first candidates.
    std::vector<double> wrong = right;
    for (double& p : wrong) p *= 0.9;
    wrong[0] += 0.1;
    EXPECT_TRUE(Compare(Simulate(expected, wrong, kDraws)).IsImprobable());

    // Every result equally likely, where it should not be.
    if (right[order.front()] < 2 * right[order.back()]) continue;
    std::fill(wrong.begin(), wrong.end(), 1.0 / static_cast<double>(right.size()));
    EXPECT_TRUE(Compare(Simulate(expected, wrong, kDraws)).IsImprobable());
  }
}

}  // namespace
}  // namespace arbiter
