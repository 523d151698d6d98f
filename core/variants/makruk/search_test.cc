// Tests of how the engine takes counting into account: rulings M5, M7 and M9.
#include <gtest/gtest.h>

#include "core/rules/variant_info.h"
#include "core/variants/makruk/rules.h"
#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::GameAt;
using testing::IsOk;

Score ScoreOf(const char* fen, const OptionMap& options = {}) {
  AnalysisQuery query;
  query.limits.nodes = 100'000;
  const StopToken stop;
  TranspositionTable table(1 << 22);
  const auto result = GameAt("makruk", fen, options)->Analyze(query, stop, &table, nullptr);
  EXPECT_THAT(result, IsOk());
  return result->progress.lines.front().score;
}

TEST(MakrukSearch, M7_AMateThatComesAfterTheLimitIsADraw) {
  // White has one move before the count passes its limit. A mate with this move still wins (C13).
  const Score late = ScoreOf("4k3/8/4K3/8/8/8/8/R7 w - 32 31 90");
  EXPECT_EQ(late.kind, Score::Kind::kMate);
  EXPECT_EQ(late.value, 1);
  // Here mate takes two moves.
  const Score too_late = ScoreOf("4k3/8/3K4/8/8/8/8/R7 w - 32 31 90");
  EXPECT_EQ(too_late.kind, Score::Kind::kCentipawns);
  EXPECT_EQ(too_late.value, 0);
}

TEST(MakrukSearch, M7_TheSamePositionIsWonWhileTheCountIsLow) {
  const Score early = ScoreOf("4k3/8/3K4/8/8/8/8/R7 w - 32 9 90");
  EXPECT_TRUE(early.kind == Score::Kind::kMate || early.value > 300) << early.value;
}

TEST(MakrukSearch, M7_AnAdvantageOfEitherSideIsWorthLessNearTheLimit) {
  const auto rules = *makruk::MakrukRules::Create({});
  // White counts, and has 64 plies left, and then 8.
  const auto far = *rules.ParseFen("r3k3/8/8/8/8/8/8/R2RK3 w - 128 64 90");
  const auto near = *rules.ParseFen("r3k3/8/8/8/8/8/8/R2RK3 w - 128 120 90");
  for (const int value : {-640, 640}) {
    EXPECT_EQ(makruk::FinalValue(far, value), value);
    EXPECT_EQ(makruk::FinalValue(near, value), value / 8);
  }
}

TEST(MakrukSearch, M5_WithoutCountingThePositionIsWon) {
  const Score score = ScoreOf("4k3/8/3K4/8/8/8/8/R7 w - - 31 90", {{"counting", "none"}});
  EXPECT_TRUE(score.kind == Score::Kind::kMate || score.value > 300) << score.value;
}

TEST(MakrukSearch, M9_TheCountingSideDoesNotWinByMate) {
  // White counts and could give mate with this move.
  const Score score = ScoreOf("4k3/8/4K3/8/8/8/7n/R7 w - 128 10 90", {{"counting", "manual"}});
  EXPECT_NE(score.kind, Score::Kind::kMate);
  const Score automatic = ScoreOf("4k3/8/4K3/8/8/8/7n/R7 w - 128 10 90");
  EXPECT_EQ(automatic.kind, Score::Kind::kMate);
}

TEST(MakrukSearch, PrefersToMoveWhatPiecesOfLowerValueAttack) {
  using Model = makruk::MakrukRules::SearchModel;
  const auto rules = *makruk::MakrukRules::Create({});
  // The bia attacks d4 and f4, the ma a5, b4, d4, e7, and others.
  const auto position = *rules.ParseFen("4k3/8/2n5/4p3/3R4/8/5N2/4K3 w - - 0 1");
  const auto threats = Model::ThreatsTo(position);
  const auto escaped = [&](const char* move) {
    return Model::ThreatsEscaped(threats, position, *rules.ParseMove(position, move));
  };
  const int ruea = makruk::PieceValue(makruk::Kind::kRuea);
  EXPECT_EQ(escaped("d4d1"), ruea);
  EXPECT_EQ(escaped("d4b4"), 0) << "from one attack into another";
  EXPECT_EQ(escaped("f2d3"), 0);
  const auto safe = *rules.ParseFen("4k3/8/2n5/4p3/8/3R4/5N2/4K3 w - - 0 1");
  EXPECT_EQ(Model::ThreatsEscaped(Model::ThreatsTo(safe), safe, *rules.ParseMove(safe, "d3d4")),
            -ruea);
  EXPECT_EQ(Model::ThreatsEscaped(Model::ThreatsTo(safe), safe, *rules.ParseMove(safe, "d3d5")), 0)
      << "no piece of lower value attacks d5";
}

}  // namespace
}  // namespace arbiter
