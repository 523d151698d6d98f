#include "tests/tools/study/study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/variants/chak/rules.h"
#include "core/variants/makruk/rules.h"
#include "tests/tools/study/counts.h"

namespace arbiter::study {
namespace {

template <typename R>
class StudyTest : public ::testing::Test {};
using AllRules = ::testing::Types<chak::ChakRules, makruk::MakrukRules>;
TYPED_TEST_SUITE(StudyTest, AllRules);

TYPED_TEST(StudyTest, CollectsAsManyQuietAsSharpPositionsReproducibly) {
  const auto rules = *TypeParam::Create({});
  const auto positions = CollectPositions(rules, 4, 1);
  ASSERT_EQ(positions.size(), 8u);
  size_t sharp = 0;
  for (const StudyPosition& position : positions) {
    sharp += position.sharp ? 1 : 0;
    EXPECT_TRUE(rules.ParseFen(position.fen).ok()) << position.fen;
  }
  EXPECT_EQ(sharp, 4u);
  const auto again = CollectPositions(rules, 4, 1);
  for (size_t i = 0; i < positions.size(); ++i) EXPECT_EQ(again[i].fen, positions[i].fen);
}

TYPED_TEST(StudyTest, CountsWhatASearchDoesAndChangesNothing) {
  using Model = CountingModel<typename TypeParam::SearchModel>;
  const auto rules = *TypeParam::Create({});
  const auto position = tune::FirstPosition(rules);
  TranspositionTable table(1 << 20);
  const auto ignore = [](const auto& /*report*/) {};
  const auto plain = Solve(rules, position, {.depth = 8}, &table, ignore);
  Model::counts = SearchCounts();
  const auto counted = Solve<TypeParam, Model>(rules, position, {.depth = 8}, &table, ignore);
  EXPECT_EQ(counted.nodes, plain.nodes);
  const SearchCounts& counts = Model::counts;
  EXPECT_EQ(counts.nodes(), counted.nodes);
  EXPECT_GT(counts.Of(SearchEvent::kTableHit), 0u);
  EXPECT_GT(counts.Of(SearchEvent::kFirstMoveCutoff), counts.Of(SearchEvent::kLaterMoveCutoff));
  EXPECT_GT(counts.in_researches(), 0u);
  EXPECT_LT(counts.in_researches(), counts.nodes());
  EXPECT_LT(counts.in_check_extensions(), counts.nodes());
}

}  // namespace
}  // namespace arbiter::study
