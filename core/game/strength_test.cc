// The choices of the levels of strength.
#include "core/game/strength.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "core/base/strings.h"
#include "core/game/registry.h"
#include "core/rules/strength_level.h"
#include "core/search/transposition_table.h"

namespace arbiter {
namespace {

AnalysisLine LineWith(double expectation) {
  AnalysisLine line;
  line.score.win_probability = expectation;
  return line;
}

// Returns the level of that number, 1 to kMaxStrength.
const StrengthLevel& Level(int number) { return kCommonLevels[static_cast<size_t>(number - 1)]; }

// Three standard errors of a number of choices: the lowest levels hardly tell small losses apart.
constexpr int kChance = 70;

// Returns how often each line is chosen with 2,000 seeds.
std::vector<int> Choices(int level, const std::vector<AnalysisLine>& lines) {
  std::vector<int> counts(lines.size());
  for (int seed = 0; seed < 2'000; ++seed) {
    ++counts[ChooseLine(Level(level), StrCat(seed), "position", lines)];
  }
  return counts;
}

TEST(ChooseLineTest, TheOnlyLineIsChosen) {
  EXPECT_EQ(ChooseLine(Level(1), "", "", {LineWith(0)}), 0U);
  EXPECT_EQ(ChooseLine(Level(kMaxStrength), "seed", "position", {LineWith(1)}), 0U);
}

TEST(ChooseLineTest, EqualLinesAreEquallyLikely) {
  for (const int count : Choices(5, {LineWith(0.5), LineWith(0.5), LineWith(0.5), LineWith(0.5)})) {
    EXPECT_NEAR(count, 500, 100);
  }
}

TEST(ChooseLineTest, ALargerLossIsLessLikely) {
  for (int level = 1; level <= kMaxStrength; ++level) {
    const std::vector<int> counts =
        Choices(level, {LineWith(0.6), LineWith(0.57), LineWith(0.5), LineWith(0.1)});
    EXPECT_GT(counts[1] + kChance, counts[2]) << level;
    EXPECT_GT(counts[2] + kChance, counts[3]) << level;
    // All but the weakest levels hardly ever throw half a point away.
    if (level >= 3) {
      EXPECT_LT(counts[3], 20) << level;
    }
  }
}

TEST(ChooseLineTest, AHigherLevelMakesFewerMistakes) {
  int before = 2'000;
  for (int level = 1; level <= kMaxStrength; ++level) {
    const int mistakes = Choices(level, {LineWith(0.6), LineWith(0.55)})[1];
    EXPECT_LT(mistakes, before + kChance) << level;
    before = mistakes;
  }
  EXPECT_LT(before, 200);
}

TEST(ChooseLineTest, DependsOnSeedAndPosition) {
  const std::vector<AnalysisLine> lines(8, LineWith(0.5));
  EXPECT_EQ(ChooseLine(Level(3), "seed", "one", lines), ChooseLine(Level(3), "seed", "one", lines));
  std::vector<size_t> by_position;
  std::vector<size_t> by_seed;
  for (int i = 0; i < 20; ++i) {
    by_position.push_back(ChooseLine(Level(3), "seed", StrCat(i), lines));
    by_seed.push_back(ChooseLine(Level(3), StrCat(i), "one", lines));
  }
  EXPECT_NE(by_position, std::vector<size_t>(20, by_position.front()));
  EXPECT_NE(by_seed, std::vector<size_t>(20, by_seed.front()));
}

TEST(StrengthTest, EveryLevelIsStrongerThanTheOneBefore) {
  for (const Variant* variant : AllVariants()) {
    const StrengthLevels& levels = variant->info().levels;
    EXPECT_LE(levels.front().half_loss, 10'000) << variant->info().id;
    EXPECT_GE(levels.back().half_loss, 10) << variant->info().id;
    for (size_t i = 1; i < levels.size(); ++i) {
      EXPECT_GT(levels[i].nodes, levels[i - 1].nodes) << variant->info().id << " " << i + 1;
      EXPECT_LT(levels[i].half_loss, levels[i - 1].half_loss) << variant->info().id << " " << i + 1;
    }
  }
}

// A level of Chakart may reach its limit of nodes before all moves have been searched.
TEST(StrengthTest, LinesHaveDifferentValuesEvenIfNoMoveHasBeenSearched) {
  const auto game = *(*FindVariant("chakart"))->Start({});
  AnalysisQuery query;
  query.limits.nodes = 1;
  query.multi_pv = kStrengthLines;
  TranspositionTable table(1 << 20);
  const auto result = game->Analyze(query, StopToken(), &table, nullptr);
  ASSERT_TRUE(result.ok()) << result.status();
  std::set<double> expectations;
  for (const AnalysisLine& line : result->progress.lines) {
    expectations.insert(line.score.expectation());
  }
  EXPECT_GT(expectations.size(), 1U);
}

TEST(StrengthTest, ARefusedRequestKeepsWhatSearchesHaveLearned) {
  const auto game = *(*FindVariant("makruk"))->Start({});
  AnalysisQuery query;
  query.limits.nodes = 1'000;
  TranspositionTable table(1 << 20);
  ASSERT_TRUE(game->Analyze(query, StopToken(), &table, nullptr).ok());
  EXPECT_GT(table.learned_bytes(), 0U);
  query.strength = 1;
  query.search_moves = {"a1a8"};
  EXPECT_FALSE(game->Analyze(query, StopToken(), &table, nullptr).ok());
  EXPECT_GT(table.learned_bytes(), 0U);
}

TEST(StrengthTest, EveryVariantPlaysALegalMoveAtEveryLevel) {
  for (const Variant* variant : AllVariants()) {
    const auto game = *variant->Start({});
    for (int level = 1; level <= kMaxStrength; ++level) {
      AnalysisQuery query;
      query.strength = level;
      query.strength_seed = "seed";
      std::vector<std::string> best;
      TranspositionTable table(1 << 20);
      for (int repetition = 0; repetition < 2; ++repetition) {
        const auto result = game->Analyze(query, StopToken(), &table, nullptr);
        ASSERT_TRUE(result.ok()) << result.status();
        EXPECT_LE(result->progress.nodes,
                  variant->info().levels[static_cast<size_t>(level - 1)].nodes + 1);
        best.push_back(result->best);
        // A level does not profit from an earlier search.
        AnalysisQuery earlier;
        earlier.limits.nodes = 5'000;
        ASSERT_TRUE(game->Analyze(earlier, StopToken(), &table, nullptr).ok());
      }
      EXPECT_EQ(best[0], best[1]) << "equal requests have equal answers";
    }
  }
}

}  // namespace
}  // namespace arbiter
