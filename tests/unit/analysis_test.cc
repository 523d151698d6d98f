// The contract of an analysis in every variant: lines are legal, equal queries have equal results,
// and limits are kept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "core/game/game.h"
#include "tests/support/game.h"
#include "tests/support/process_facts.h"
#include "tests/support/random_play.h"

namespace arbiter {
namespace {

using testing::CpuTimeOf;
using testing::CpuTimeOfThread;
using testing::GameAt;
using testing::GameCase;
using testing::GamePtr;
using testing::IsOk;
using testing::Random;
using ::testing::SizeIs;

// The result of an analysis, and the reports that came before it.
struct Found {
  AnalysisResult result;
  std::vector<AnalysisProgress> reports;
};

Found Analyze(const Game& game, const AnalysisQuery& query, TranspositionTable* table,
              const StopToken& stop = StopToken()) {
  Found found;
  const auto result = game.Analyze(query, stop, table, [&found](const AnalysisProgress& progress) {
    found.reports.push_back(progress);
  });
  EXPECT_THAT(result, IsOk()) << game.Fen(FenStyle::kStandard);
  if (result.ok()) found.result = *result;
  return found;
}

Found Analyze(const Game& game, const AnalysisQuery& query) {
  TranspositionTable table(1 << 20);
  return Analyze(game, query, &table);
}

AnalysisQuery WithNodes(uint64_t nodes) {
  AnalysisQuery query;
  query.limits.nodes = nodes;
  return query;
}
AnalysisQuery WithDepth(int depth) {
  AnalysisQuery query;
  query.limits.depth = depth;
  return query;
}

// Formats everything except times.
std::string ToText(const Found& found) {
  std::string text = found.result.best + " " + found.result.ponder;
  const auto add = [&text](const AnalysisProgress& progress) {
    text += "\n" + std::to_string(progress.depth) + "/" + std::to_string(progress.selective_depth) +
            " " + std::to_string(progress.nodes) + " " + std::to_string(progress.hash_permille);
    for (const AnalysisLine& line : progress.lines) {
      text += " [" + std::to_string(line.score.value) + " " +
              std::to_string(line.score.win_probability) + " " +
              std::to_string(line.score.draw_probability);
      for (size_t i = 0; i < line.pv.size(); ++i) text += " " + line.pv[i] + "=" + line.pv_san[i];
      text += "]";
    }
  };
  for (const AnalysisProgress& progress : found.reports) add(progress);
  add(found.result.progress);
  return text;
}

class AnalysisOf : public ::testing::TestWithParam<GameCase> {
 protected:
  // Returns up to `count` unfinished states of random games.
  std::vector<GamePtr> States(int count, uint64_t seed) const {
    std::vector<GamePtr> states;
    Random random(seed);
    testing::PlayGames(GetParam(), 3, 120, random,
                       [&](const Game& game, const std::vector<std::string>& /*actions*/) {
                         if (game.Adjudicate().end || !random.OneIn(20)) return;
                         if (static_cast<int>(states.size()) < count) {
                           states.push_back(game.Clone());
                         }
                       });
    return states;
  }
};

TEST_P(AnalysisOf, LinesAreLegalAndBeginWithTheBestMove) {
  for (const GamePtr& game : States(8, 11)) {
    AnalysisQuery query = WithNodes(1500);
    query.multi_pv = 3;
    const Found found = Analyze(*game, query);
    const auto& lines = found.result.progress.lines;
    ASSERT_FALSE(lines.empty()) << game->Fen(FenStyle::kStandard);
    EXPECT_EQ(lines[0].pv[0], found.result.best);
    EXPECT_EQ(lines[0].pv_san[0], found.result.best_san);
    for (size_t i = 0; i < lines.size(); ++i) {
      if (i > 0) {
        EXPECT_GE(lines[i - 1].score.expectation() + 1e-9, lines[i].score.expectation());
        EXPECT_NE(lines[i - 1].pv[0], lines[i].pv[0]);
      }
      GamePtr after = game->Clone();
      for (size_t ply = 0; ply < lines[i].pv.size(); ++ply) {
        ActionResult applied;
        ASSERT_THAT(testing::Apply(after, lines[i].pv[ply], testing::kSeed, &applied), IsOk())
            << lines[i].pv[ply] << " in " << after->Fen(FenStyle::kStandard);
        // A move that has random draws is the last one of its line.
        if (!applied.draws.empty()) {
          EXPECT_EQ(ply + 1, lines[i].pv.size());
        }
      }
    }
  }
}

TEST_P(AnalysisOf, EqualQueriesHaveEqualResults) {
  for (const GamePtr& game : States(3, 12)) {
    for (const AnalysisQuery& query : {WithNodes(1200), WithDepth(2)}) {
      const Found found = Analyze(*game, query);
      EXPECT_FALSE(found.reports.empty());
      EXPECT_EQ(ToText(found), ToText(Analyze(*game, query)));
    }
  }
}

TEST_P(AnalysisOf, ReportsEachDepthAndKeepsToTheDepthLimit) {
  const GamePtr game = GetParam().Start();
  const Found found = Analyze(*game, WithDepth(3));
  int depth = 0;
  for (const AnalysisProgress& progress : found.reports) {
    EXPECT_GE(progress.depth, depth);
    EXPECT_LE(progress.depth, depth + 1);
    EXPECT_GE(progress.selective_depth, progress.depth);
    depth = progress.depth;
  }
  EXPECT_LE(depth, 3);
  EXPECT_EQ(found.result.progress.depth, depth);
}

TEST_P(AnalysisOf, SearchesOnlyTheRequestedMoves) {
  for (const GamePtr& game : States(4, 13)) {
    const std::vector<std::string> texts = *game->LegalTexts("");
    if (texts.empty()) continue;
    AnalysisQuery query = WithDepth(2);
    query.search_moves = {texts.back(), texts.front(), texts.back()};
    query.multi_pv = 64;
    const Found found = Analyze(*game, query);
    EXPECT_THAT(found.result.progress.lines, SizeIs(texts.size() == 1 ? 1 : 2));
    for (const AnalysisLine& line : found.result.progress.lines) {
      EXPECT_TRUE(line.pv[0] == texts.front() || line.pv[0] == texts.back());
    }
    query.search_moves = {texts.front(), "zz9"};
    const StopToken stop;
    TranspositionTable table(1 << 16);
    const auto refused = game->Analyze(query, stop, &table, nullptr);
    EXPECT_EQ(ReasonOf(refused.status()), ErrorReason::kBadActionText);
    EXPECT_EQ(FieldOf(refused.status()), "search_moves[1]");
  }
}

TEST_P(AnalysisOf, StopsWithinMilliseconds) {
  const GamePtr game = GetParam().Start();
  StopToken stop;
  // While this thread sleeps, the search uses all the processor time of the process.
  std::chrono::nanoseconds used_before{0};
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    used_before = CpuTimeOf(getpid());
    stop.Stop();
  });
  TranspositionTable table(1 << 20);
  const auto result = game->Analyze(AnalysisQuery(), stop, &table, nullptr);
  const auto used = CpuTimeOf(getpid());
  stopper.join();
  ASSERT_THAT(result, IsOk());
  EXPECT_FALSE(result->best.empty());
  // Stopping takes a few milliseconds.
  EXPECT_LT(used - used_before, std::chrono::milliseconds(50) * testing::kSanitizerSlowdown);
}

TEST_P(AnalysisOf, PausesDoNotChangeTheResult) {
  for (const GamePtr& game : States(3, 14)) {
    for (const AnalysisQuery& query : {WithNodes(5000), WithDepth(3)}) {
      int pauses = 0;
      StopToken stop;
      stop.set_pause([&pauses] {
        ++pauses;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      });
      TranspositionTable table(1 << 20);
      const Found paused = Analyze(*game, query, &table, stop);
      EXPECT_GE(pauses, static_cast<int>(paused.result.progress.nodes / 1024));
      EXPECT_EQ(ToText(paused), ToText(Analyze(*game, query)));
    }
  }
}

TEST_P(AnalysisOf, PausesCountTowardsTheTimeLimit) {
  const GamePtr game = GetParam().Start();
  int pauses = 0;
  StopToken stop;
  stop.set_pause([&pauses] {
    ++pauses;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  });
  AnalysisQuery query;
  query.limits.movetime = std::chrono::milliseconds(40);
  TranspositionTable table(1 << 20);
  const Found found = Analyze(*game, query, &table, stop);
  EXPECT_FALSE(found.result.best.empty());
  EXPECT_LE(pauses, 1);
}

TEST_P(AnalysisOf, SeveralThreadsFindALegalMove) {
  const GamePtr game = GetParam().Start();
  AnalysisQuery query = WithNodes(20'000);
  query.threads = 3;
  const Found found = Analyze(*game, query);
  EXPECT_FALSE(found.result.best.empty());
  EXPECT_THAT(game->Clone()->Apply(found.result.best, testing::kSeed, nullptr), IsOk());
}

TEST_P(AnalysisOf, AFinishedGameHasNoBestMove) {
  const GamePtr game = GetParam().Start();
  ASSERT_THAT(game->Apply("resign", nullptr), IsOk());
  const Found found = Analyze(*game, WithDepth(5));
  EXPECT_EQ(found.result.best, "");
  EXPECT_THAT(found.result.progress.lines, SizeIs(0));
  EXPECT_THAT(found.reports, SizeIs(0));
}

// A position in which nearly every move and nearly every reply is a capture.
struct FullBoard {
  const char* variant;
  const char* fen;
};
constexpr FullBoard kFullBoards[] = {
    {"makruk", "rrrrkrrr/rrrrrrrr/rrrrrrrr/8/8/RRRRRRRR/RRRRRRRR/RRRRKRRR w - - 0 1"},
    {"makruk", "rrrrkrrr/rrrrrrrr/8/8/8/8/RRRRRRRR/RRRRKRRR w - - 0 1"},
    {"chpok", "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - 1,1 0,0 0,0 0,0 1 {d=0}"},
    {"chak", "qqqqkqqqq/qqqqoqqqq/jjjjjjjjj/9/9/9/JJJJJJJJJ/QQQQOQQQQ/QQQQKQQQQ w - - 0 1"},
    {"chakart", R"(qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w 0 {"flags":"1111"})"},
};

TEST(Analysis, TimeAndNodeLimitsAreKeptOnCrowdedBoards) {
  for (const FullBoard& board : kFullBoards) {
    const GamePtr game = GameAt(board.variant, board.fen);
    AnalysisQuery query;
    query.limits.movetime = std::chrono::milliseconds(50);
    const auto start = CpuTimeOfThread();
    EXPECT_NE(Analyze(*game, query).result.best, "") << board.fen;
    // The search takes tens of milliseconds, and would take minutes without a limit.
    EXPECT_LT(CpuTimeOfThread() - start,
              std::chrono::milliseconds(500) * testing::kSanitizerSlowdown)
        << board.fen;
    EXPECT_LT(Analyze(*game, WithNodes(100)).result.progress.nodes, 2'000u) << board.fen;
  }
}

TEST(Analysis, OneNodeIsEnoughForABestMove) {
  for (const char* variant : {"chak", "chakart", "makruk"}) {
    const Found found = Analyze(*testing::StartOf(variant), WithNodes(1));
    EXPECT_NE(found.result.best, "");
    EXPECT_LT(found.result.progress.nodes, 200u);
  }
}

TEST(Analysis, M3_ALineEndsAtADeadPosition) {
  AnalysisQuery query = WithDepth(6);
  query.search_moves = {"e5e6"};
  const Found found =
      Analyze(*GameAt("makruk", "7k/8/4p3/4K3/8/8/1M1M4/M1M1M1M1 w - - 0 1"), query);
  const AnalysisLine& line = found.result.progress.lines.at(0);
  EXPECT_THAT(line.pv, SizeIs(1));
  EXPECT_EQ(line.score.value, 0);
}

// The evaluation of this position in centipawns does not fit into 16 bits.
TEST(Analysis, AHugeAdvantageDoesNotOverflow) {
  const GamePtr game = GameAt(
      "chakart", R"(6bk/6pp/8/1QQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQKQQQ b 0 {"flags":"1111"})");
  const Found found = Analyze(*game, WithNodes(300));
  EXPECT_LT(found.result.progress.lines.at(0).score.expectation(), 0.05);
}

INSTANTIATE_TEST_SUITE_P(Registry, AnalysisOf, ::testing::ValuesIn(testing::AllGameCases()),
                         [](const auto& info) { return info.param.Name(); });

}  // namespace
}  // namespace arbiter
