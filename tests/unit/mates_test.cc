// The search finds the mates that another engine found, with the shortest distance, and the results
// that the guide to Chak states. The other engine's distance is not always the shortest. An
// exhaustive search that shares no code with ours verifies a shorter one.
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/base/strings.h"
#include "core/game/game.h"
#include "core/variants/chak/rules.h"
#include "core/variants/makruk/rules.h"
#include "tests/support/exhaustive_search.h"
#include "tests/support/game.h"
#include "tests/support/jsonl.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::GameAt;
using testing::IsOk;
using testing::WinsWithin;

// A search of this many nodes takes less than a second on one core.
constexpr uint64_t kNodes = 400'000;

AnalysisLine BestLine(std::string_view variant, std::string_view fen) {
  AnalysisQuery query;
  query.limits.nodes = kNodes;
  const StopToken stop;
  TranspositionTable table(1 << 22);
  const auto result = GameAt(variant, fen)->Analyze(query, stop, &table, nullptr);
  EXPECT_THAT(result, IsOk()) << fen;
  if (!result.ok() || result->progress.lines.empty()) return {};
  return result->progress.lines.front();
}

template <typename R>
class MatesOf : public ::testing::Test {};
using CheckingVariants = ::testing::Types<chak::ChakRules, makruk::MakrukRules>;
TYPED_TEST_SUITE(MatesOf, CheckingVariants);

TYPED_TEST(MatesOf, AreFoundWithTheShortestDistance) {
  const TypeParam rules = *TypeParam::Create({});
  const auto id = TypeParam::Info().id;
  // The longest mate for which the exhaustive search is fast enough to rule out a shorter one.
  const int max_verified = testing::kSanitizerSlowdown > 1 ? 2 : 3;
  int shorter = 0;
  for (const auto& row :
       testing::ReadJsonLines(StrCat("core/variants/", id, "/testdata/mates.jsonl"))) {
    const std::string fen(testing::Text(row, "fen"));
    const auto known = static_cast<int>(testing::Field(row, "mate_in").number_value());
    const AnalysisLine line = BestLine(id, fen);
    ASSERT_EQ(line.score.kind, Score::Kind::kMate) << fen;
    const int found = line.score.value;
    EXPECT_EQ(line.pv.size(), static_cast<size_t>(2 * found - 1)) << fen;
    if (found != known) {
      ++shorter;
      EXPECT_LT(found, known) << fen;
      EXPECT_TRUE(WinsWithin(rules, *rules.ParseFen(fen), found, line.pv.front())) << fen;
    }
    if (found > 1 && found <= max_verified) {
      EXPECT_FALSE(WinsWithin(rules, *rules.ParseFen(fen), found - 1)) << fen;
    }
  }
  EXPECT_LT(shorter, 12);
}

TEST(KnownResults, WinsOfTheChakGuideAreFound) {
  const AnalysisLine stalemate = BestLine("chak", "9/4ok3/9/2D6/9/9/9/9/9 w - - 0 1");
  EXPECT_EQ(stalemate.score.kind, Score::Kind::kMate);
  EXPECT_EQ(stalemate.score.value, 4);
  const AnalysisLine altar = BestLine("chak", "9/9/9/D8/9/9/3J1d3/9/9 w - - 0 1");
  EXPECT_EQ(altar.score.kind, Score::Kind::kMate);
  EXPECT_EQ(altar.score.value, 2);
  EXPECT_EQ(altar.pv.back().substr(2, 2), "e8");
}

TEST(KnownResults, DrawsOfTheChakGuideAreLevel) {
  for (const char* fen :
       {"4k4/9/5D3/9/9/9/9/1v7/9 w - - 0 1", "4k4/9/5D3/9/9/9/9/1v7/9 b - - 0 1"}) {
    const AnalysisLine line = BestLine("chak", fen);
    EXPECT_EQ(line.score.kind, Score::Kind::kCentipawns) << fen;
    EXPECT_LE(std::abs(line.score.value), 50) << fen;
  }
}

}  // namespace
}  // namespace arbiter
