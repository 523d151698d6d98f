// Tests that the probabilities of all outcomes of an action add up to 1, and that an enumeration
// that reaches a limit reports the probability of the outcomes that it does not list.
#include "core/rules/enumeration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "core/base/strings.h"
#include "core/rules/fen.h"
#include "tests/support/chakart_play.h"
#include "tests/support/game.h"
#include "tests/support/jsonl.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::DefaultChakartRules;
using testing::FenOf;
using testing::GameAt;
using testing::GamePtr;
using testing::IsOk;
using testing::kSanitizerSlowdown;
using testing::LegalOf;
using testing::Random;
using testing::ReadJsonLines;
using testing::SparseChakart;
using testing::StartOf;
using testing::Text;

constexpr double kTolerance = 1e-12;

struct Listed {
  std::string text;
  std::string fen;
  Fraction probability;
};

struct Listing {
  std::vector<Listed> outcomes;
  OutcomeSummary summary;

  Fraction Total() const {
    Fraction total;
    for (const Listed& outcome : outcomes) {
      const auto sum = Sum(total, outcome.probability);
      EXPECT_TRUE(sum) << "the sum does not fit into a Fraction";
      total = sum.value_or(Fraction());
    }
    return total;
  }
};

Listing ListOutcomes(const Game& game, const std::string& action, const EnumerationLimits& limits) {
  Listing listing;
  Budget budget;
  const auto summary =
      game.Outcomes(action, limits, budget,
                    [&listing](const ActionResult& result, Fraction p, const Game& after) {
                      listing.outcomes.push_back({result.text, FenOf(after), p});
                      return true;
                    });
  EXPECT_THAT(summary, IsOk()) << action << " in " << FenOf(game);
  if (summary.ok()) listing.summary = *summary;
  return listing;
}

// Returns the probability of each result, which may be listed more than once.
std::map<std::string, Fraction> ByFen(const Listing& listing) {
  std::map<std::string, Fraction> by_fen;
  for (const Listed& outcome : listing.outcomes) {
    Fraction& sum = by_fen[outcome.fen];
    sum = *Sum(sum, outcome.probability);
  }
  return by_fen;
}

// The numbers of actions that were checked: all of them, those with several outcomes, and those
// with merged outcomes.
struct EffectTally {
  int actions = 0;
  int random = 0;
  int merged = 0;
};

// Limits that no position of a game reaches.
constexpr EnumerationLimits kWide = {.paths = 200'000};
constexpr EnumerationLimits kWidePaths = {.paths = 200'000, .separate_paths = true};

void ExpectExact(const Game& game, const std::string& action, EffectTally* tally) {
  SCOPED_TRACE(StrCat(action, " in ", FenOf(game)));
  const Listing merged = ListOutcomes(game, action, kWide);
  ASSERT_FALSE(merged.summary.truncated);
  EXPECT_EQ(merged.summary.missing_mass, 0);
  EXPECT_EQ(merged.Total(), Fraction(1));
  const auto by_fen = ByFen(merged);
  EXPECT_EQ(by_fen.size(), merged.outcomes.size()) << "equal results are listed separately";

  const Listing paths = ListOutcomes(game, action, kWidePaths);
  ASSERT_FALSE(paths.summary.truncated);
  EXPECT_EQ(paths.Total(), Fraction(1));
  EXPECT_EQ(ByFen(paths), by_fen);
  ++tally->actions;
  tally->random += merged.outcomes.size() > 1 ? 1 : 0;
  tally->merged += paths.outcomes.size() > merged.outcomes.size() ? 1 : 0;
}

TEST(Enumeration, H21_ProbabilitiesAddUpToOneInRandomGames) {
  constexpr int kGames = 48 / kSanitizerSlowdown;
  Random random(51);
  EffectTally tally;
  for (int i = 0; i < kGames; ++i) {
    const GamePtr game = StartOf("chakart");
    while (game->ply() < 300 && !game->Adjudicate().end) {
      const std::vector<std::string> actions = LegalOf(*game);
      if (random.OneIn(4)) {
        for (const std::string& action : actions) {
          ExpectExact(*game, action, &tally);
          if (HasFatalFailure()) return;
        }
      }
      const std::string& action = actions[random.Below(actions.size())];
      ASSERT_THAT(game->Apply(action, "0123456789abcdef", nullptr), IsOk());
    }
  }
  EXPECT_GT(tally.actions, 1000);
  EXPECT_GT(tally.random, 200);
  EXPECT_GT(tally.merged, 10);
}

TEST(Enumeration, H21_ProbabilitiesAddUpToOneInRecordedPositions) {
  EffectTally tally;
  int row_number = 0;
  for (const auto& row : ReadJsonLines("core/variants/chakart/testdata/outcomes.jsonl")) {
    if (row_number++ % kSanitizerSlowdown != 0) continue;
    ExpectExact(*GameAt("chakart", Text(row, "fen")), Text(row, "action"), &tally);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tally.random, 800 / kSanitizerSlowdown);
  EXPECT_GT(tally.merged, 0);
}

// A king moves onto one of nine bananas, which has many outcomes. Several paths lead to some of
// them.
constexpr const char* kCrowded = R"(k7/8/8/2ddd3/2ddd3/2ddd3/3K4/8 w 0 {"flags":"0000"})";

TEST(Enumeration, R5_ALimitOfOutcomesKeepsTheListedOnesExact) {
  const GamePtr game = GameAt("chakart", kCrowded);
  const Listing all = ListOutcomes(*game, "d2d3", {});
  ASSERT_GT(all.outcomes.size(), 100u);
  ASSERT_EQ(all.Total(), Fraction(1));
  for (const size_t max : {size_t{1}, size_t{2}, size_t{10}, all.outcomes.size() - 1}) {
    const Listing some = ListOutcomes(*game, "d2d3", {.outcomes = max});
    EXPECT_TRUE(some.summary.truncated);
    ASSERT_EQ(some.outcomes.size(), max);
    for (size_t i = 0; i < max; ++i) {
      EXPECT_EQ(some.outcomes[i].fen, all.outcomes[i].fen);
      EXPECT_EQ(some.outcomes[i].text, all.outcomes[i].text);
      EXPECT_EQ(some.outcomes[i].probability, all.outcomes[i].probability);
    }
    EXPECT_NEAR(some.Total().ToDouble() + some.summary.missing_mass, 1, kTolerance);
  }
  const Listing enough = ListOutcomes(*game, "d2d3", {.outcomes = all.outcomes.size()});
  EXPECT_FALSE(enough.summary.truncated);
  EXPECT_EQ(enough.summary.missing_mass, 0);
}

TEST(Enumeration, R5_ALimitOfPathsNeverOverstatesProbabilities) {
  const GamePtr game = GameAt("chakart", kCrowded);
  const auto all = ByFen(ListOutcomes(*game, "d2d3", {}));
  const size_t paths = ListOutcomes(*game, "d2d3", {.separate_paths = true}).outcomes.size();
  ASSERT_GT(paths, all.size());
  for (const uint64_t max : {uint64_t{0}, uint64_t{1}, uint64_t{7}, uint64_t{100}}) {
    const Listing some = ListOutcomes(*game, "d2d3", {.paths = max});
    EXPECT_TRUE(some.summary.truncated) << max;
    // If the limit is reached within a random draw, its remaining candidates are still listed.
    constexpr uint64_t kOthers = 3;
    EXPECT_LE(some.outcomes.size(), max + kOthers);
    for (const Listed& outcome : some.outcomes) {
      const auto found = all.find(outcome.fen);
      ASSERT_NE(found, all.end());
      EXPECT_LE(outcome.probability.ToDouble(), found->second.ToDouble());
    }
    EXPECT_NEAR(some.Total().ToDouble() + some.summary.missing_mass, 1, kTolerance) << max;
  }
  EXPECT_FALSE(ListOutcomes(*game, "d2d3", {.paths = paths}).summary.truncated);
}

// The outcomes that a visitor does not accept are part of the missing mass.
TEST(Enumeration, R5_AVisitorThatStopsLeavesTheRestMissing) {
  const GamePtr game = GameAt("chakart", kCrowded);
  Budget budget;
  double listed = 0;
  int visits = 0;
  const auto summary =
      game->Outcomes("d2d3", {}, budget, [&](const ActionResult&, Fraction p, const Game&) {
        if (++visits > 5) return false;
        listed += p.ToDouble();
        return true;
      });
  ASSERT_THAT(summary, IsOk());
  EXPECT_EQ(visits, 6);
  EXPECT_TRUE(summary->truncated);
  EXPECT_NEAR(listed + summary->missing_mass, 1, kTolerance);
}

// Compares the counts that need no resolution with the outcomes that an enumeration lists.
TEST(ChakartEnumeration, R5_OutcomesAreCountedWithoutResolution) {
  const chakart::ChakartRules& rules = DefaultChakartRules();
  Random random(31);
  int counted = 0;
  int above_one = 0;
  for (int i = 0; i < 4000 / kSanitizerSlowdown; ++i) {
    const chakart::Position position = SparseChakart(16, 24, random);
    chakart::Actions actions;
    rules.GenerateMoves(position, &actions);
    for (const chakart::Action& action : actions) {
      const int count = rules.CountOutcomes(position, action);
      if (count == 0) continue;
      Budget budget;
      Enumeration<chakart::ChakartRules> enumeration({}, &budget);
      ASSERT_THAT(enumeration.Run(rules.Resolve(position, action, nullptr)), IsOk());
      ASSERT_EQ(count, enumeration.outcomes().size())
          << rules.FormatMove(action) << " in " << rules.FormatFen(position, FenStyle::kStandard);
      ++counted;
      above_one += count > 1 ? 1 : 0;
    }
  }
  EXPECT_GT(counted, 20'000 / kSanitizerSlowdown);
  EXPECT_GT(above_one, 2'000 / kSanitizerSlowdown);
}

}  // namespace
}  // namespace arbiter
