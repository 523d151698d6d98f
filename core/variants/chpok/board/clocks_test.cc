// Tests the clocks of the board phase: ruling P24, and P19 as far as it is about clocks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "tests/support/game.h"

namespace arbiter {
namespace {

using testing::ExpectEnd;
using testing::ExpectOngoing;
using testing::Fails;
using testing::FenOf;
using testing::GameAt;
using testing::IsOk;
using testing::Play;
using testing::StartOf;

// Makes an action that took `elapsed_ms` milliseconds.
absl::Status Spend(Game& game, std::string_view action, int64_t elapsed_ms,
                   ActionResult* applied = nullptr) {
  ActionResult scratch;
  return game.Apply(action, ActionInput{.seed = "", .elapsed_ms = elapsed_ms},
                    applied != nullptr ? applied : &scratch);
}

void ExpectSpendRefused(Game& game, std::string_view action, int64_t elapsed_ms,
                        ErrorReason reason) {
  const std::string before = game.Snapshot();
  EXPECT_THAT(Spend(game, action, elapsed_ms), Fails(reason, "")) << action;
  EXPECT_EQ(game.Snapshot(), before) << action;
}

constexpr const char* kMinute =
    "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0;tc=1+2;clock=60000,60000}";

TEST(ChpokClocks, P24_ClocksStartAtTheMinutes) {
  const OptionMap options = {{"skip_bidding", "true"}, {"minutes", "5"}, {"bonus", "3"}};
  EXPECT_EQ(FenOf(*StartOf("chpok", options)),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 {d=0;tc=5+3}");
  OptionMap tracked = options;
  tracked["track_clocks"] = "true";
  EXPECT_EQ(FenOf(*StartOf("chpok", tracked)),
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - 1,1 0,0 0,0 0,0 1 "
            "{d=0;tc=5+3;clock=300000,300000}");
}

TEST(ChpokClocks, P24_TheTimeIsChargedAndTheBonusAdded) {
  const auto game = GameAt("chpok", kMinute);
  ASSERT_THAT(Spend(*game, "a1a2", 1500), IsOk());
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/8/8/K7/8 b - 1,1 0,0 0,0 0,0 1 {d=0;tc=1+2;clock=60500,60000}");
  ASSERT_THAT(Spend(*game, "h8h7", 0), IsOk());
  EXPECT_EQ(FenOf(*game),
            "8/7k/8/8/8/8/K7/8 w - 1,1 0,0 0,0 0,0 2 {d=0*2;tc=1+2;clock=60500,62000}");
  ASSERT_THAT(Spend(*game, "a2a3", 60499), IsOk());
  EXPECT_EQ(FenOf(*game),
            "8/7k/8/8/8/K7/8/8 b - 1,1 0,0 0,0 0,0 2 {d=0*2;tc=1+2;clock=2001,62000}");
}

TEST(ChpokClocks, P24_UnreportedTimeIsNotCharged) {
  const char* after = "7k/8/8/8/8/8/K7/8 b - 1,1 0,0 0,0 0,0 1 {d=0;tc=1+2;clock=62000,60000}";
  const auto negative = GameAt("chpok", kMinute);
  ASSERT_THAT(Spend(*negative, "a1a2", -1), IsOk());
  EXPECT_EQ(FenOf(*negative), after);
  const auto absent = GameAt("chpok", kMinute);
  Play(*absent, {"a1a2"});
  EXPECT_EQ(FenOf(*absent), after);
}

TEST(ChpokClocks, P24_TimeHasNoEffectIfClocksAreNotTracked) {
  const auto game = GameAt("chpok", "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 5 {d=0*5;tc=1+2}");
  ASSERT_THAT(Spend(*game, "a1a2", 3'600'000), IsOk());
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/8/8/K7/8 b - 1,1 0,0 0,0 0,0 5 {d=0*5;tc=1+2}");
}

TEST(ChpokClocks, P24_TheLastMillisecondCanBeUsed) {
  const auto game = GameAt("chpok", kMinute);
  ASSERT_THAT(Spend(*game, "a1a2", 60000), IsOk());
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/8/8/K7/8 b - 1,1 0,0 0,0 0,0 1 {d=0;tc=1+2;clock=2000,60000}");
  ExpectOngoing(*game);
}

TEST(ChpokClocks, P24_RunningOutOfTimeEndsTheGameWithoutMakingTheMove) {
  const auto white = GameAt("chpok", kMinute);
  ActionResult applied;
  ASSERT_THAT(Spend(*white, "a1a2", 60001, &applied), IsOk());
  // The move is not made.
  EXPECT_EQ(FenOf(*white),
            "7k/8/8/8/8/8/8/K7 w - 1,1 -5000,0 0,0 0,0 1 {d=0;tc=1+2;clock=0,60000}");
  ExpectEnd(*white, Result::kBlackWins, Termination::kTimeout, "P24");
  EXPECT_TRUE(std::any_of(applied.events.begin(), applied.events.end(), [](const Event& event) {
    return event.kind == &kTimedOutEvent && event.color == Color::kWhite;
  }));
  ExpectSpendRefused(*white, "a1a2", 0, ErrorReason::kGameOver);

  const auto black =
      GameAt("chpok", "7k/8/8/8/8/8/8/K7 b - 1,1 0,0 0,0 0,0 1 {d=0;tc=1+2;clock=60000,500}");
  ASSERT_THAT(Spend(*black, "h8h7", 1'000'000), IsOk());
  EXPECT_EQ(FenOf(*black),
            "7k/8/8/8/8/8/8/K7 b - 1,1 0,-5000 0,0 0,0 1 {d=0;tc=1+2;clock=60000,0}");
  ExpectEnd(*black, Result::kWhiteWins, Termination::kTimeout, "P24");
}

TEST(ChpokClocks, P17_PointsDecideWhenTimeRunsOut) {
  const std::pair<const char*, Result> cases[] = {
      {"7k/8/8/8/8/8/8/K7 w - 1,1 6000,0 0,0 0,0 2 {d=0,6000;tc=1+2;clock=1,60000}",
       Result::kWhiteWins},
      {"7k/8/8/8/8/8/8/K7 w - 1,1 5000,0 0,0 0,0 2 {d=0,5000;tc=1+2;clock=1,60000}", Result::kDraw},
      {"7k/8/8/8/8/8/8/K7 w - 1,1 4999,0 0,0 0,0 2 {d=0,4999;tc=1+2;clock=1,60000}",
       Result::kBlackWins},
  };
  for (const auto& [fen, result] : cases) {
    const auto game = GameAt("chpok", fen);
    ASSERT_THAT(Spend(*game, "a1a2", 2), IsOk());
    ExpectEnd(*game, result, Termination::kTimeout, "P24");
  }
}

TEST(ChpokClocks, P24_OnlyTheClockOfThePlayerToMoveRuns) {
  const auto game =
      GameAt("chpok", "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0;tc=1+0;clock=60000,0}");
  ASSERT_THAT(Spend(*game, "a1a2", 60000), IsOk());
  ExpectOngoing(*game);
  // With no time left, Black can still make a move that takes none.
  ASSERT_THAT(Spend(*game, "h8h7", 0), IsOk());
  EXPECT_EQ(FenOf(*game), "8/7k/8/8/8/8/K7/8 w - 1,1 0,0 0,0 0,0 2 {d=0*2;tc=1+0;clock=0,0}");
  ASSERT_THAT(Spend(*game, "a2a3", 1), IsOk());
  ExpectEnd(*game, Result::kBlackWins, Termination::kTimeout, "P24");
}

TEST(ChpokClocks, P24_ATimeoutIsConfirmedByTheClock) {
  const auto game = GameAt("chpok", kMinute);
  ExpectSpendRefused(*game, "timeout", 0, ErrorReason::kClaimRefused);
  ExpectSpendRefused(*game, "timeout", -1, ErrorReason::kClaimRefused);
  ExpectSpendRefused(*game, "timeout", 59999, ErrorReason::kClaimRefused);
  ExpectSpendRefused(*game, "black:timeout", 0, ErrorReason::kClaimRefused);
  ASSERT_THAT(Spend(*game, "timeout", 60000), IsOk());
  EXPECT_EQ(FenOf(*game), "7k/8/8/8/8/8/8/K7 w - 1,1 -5000,0 0,0 0,0 1 {d=0;tc=1+2;clock=0,60000}");
  ExpectEnd(*game, Result::kBlackWins, Termination::kTimeout, "P24");

  const auto over = GameAt("chpok", kMinute);
  ASSERT_THAT(Spend(*over, "timeout", 70000), IsOk());
  EXPECT_EQ(FenOf(*over), FenOf(*game));
}

TEST(ChpokClocks, P24_AClockAtZeroConfirmsATimeout) {
  const auto mover =
      GameAt("chpok", "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0;tc=1+2;clock=0,60000}");
  ASSERT_THAT(Spend(*mover, "timeout", -1), IsOk());
  ExpectEnd(*mover, Result::kBlackWins, Termination::kTimeout, "P24");
  const auto other =
      GameAt("chpok", "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 0,0 0,0 1 {d=0;tc=1+2;clock=60000,0}");
  ASSERT_THAT(Spend(*other, "black:timeout", -1), IsOk());
  EXPECT_EQ(FenOf(*other),
            "7k/8/8/8/8/8/8/K7 w - 1,1 0,-5000 0,0 0,0 1 {d=0;tc=1+2;clock=60000,0}");
  ExpectEnd(*other, Result::kWhiteWins, Termination::kTimeout, "P24");
}

TEST(ChpokClocks, P24_ATimeoutIsAcceptedIfClocksAreNotTracked) {
  const auto mover = GameAt("chpok", "7k/8/8/8/8/8/8/K7 b - 1,1 3,2 0,0 0,0 1 {d=0}");
  Play(*mover, {"timeout"});
  EXPECT_EQ(FenOf(*mover), "7k/8/8/8/8/8/8/K7 b - 1,1 3,-4998 0,0 0,0 1 {d=0}");
  ExpectEnd(*mover, Result::kWhiteWins, Termination::kTimeout, "P24");

  const auto other = GameAt("chpok", "7k/8/8/8/8/8/8/K7 b - 1,1 6000,0 0,0 0,0 1 {d=0}");
  Play(*other, {"white:timeout"});
  EXPECT_EQ(FenOf(*other), "7k/8/8/8/8/8/8/K7 b - 1,1 1000,0 0,0 0,0 1 {d=0}");
  ExpectEnd(*other, Result::kWhiteWins, Termination::kTimeout, "P24");
}

TEST(ChpokClocks, P24_ARefusedActionCostsNoTime) {
  const auto game = GameAt("chpok", kMinute);
  ExpectSpendRefused(*game, "a1a3", 1500, ErrorReason::kIllegalAction);
  ExpectSpendRefused(*game, "claim draw", 1500, ErrorReason::kClaimRefused);
  ExpectSpendRefused(*game, "a1", 1500, ErrorReason::kBadActionText);
  ExpectSpendRefused(*game, "undo", 1500, ErrorReason::kIllegalAction);
}

constexpr const char* kUndos =
    "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 2,2 0,0 1 {xf=undo=2;d=0;tc=1+2;clock=60000,60000}";

TEST(ChpokClocks, P19_AnUndoIsChargedAndEarnsNoBonus) {
  const auto game = GameAt("chpok", kUndos);
  ASSERT_THAT(Spend(*game, "a1a2", 10000), IsOk());  // White has 52000 ms left.
  ASSERT_THAT(Spend(*game, "h8h7", 3000), IsOk());   // Black has 59000 ms left.
  ASSERT_THAT(Spend(*game, "undo", 700), IsOk());
  EXPECT_EQ(FenOf(*game),
            "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 1,2 0,0 1 {xf=undo=2;d=0;tc=1+2;clock=51300,59000}");
  ASSERT_THAT(Spend(*game, "a1b1", 0), IsOk());
  EXPECT_EQ(FenOf(*game),
            "7k/8/8/8/8/8/8/1K6 b - 1,1 0,0 1,2 0,0 1 {xf=undo=2;d=0;tc=1+2;clock=53300,59000}");
}

TEST(ChpokClocks, P19_AnUndoThatComesTooLateIsNotMade) {
  const auto game = GameAt("chpok", kUndos);
  ASSERT_THAT(Spend(*game, "a1a2", 60000), IsOk());  // White has 2000 ms left.
  ASSERT_THAT(Spend(*game, "h8h7", 0), IsOk());
  ASSERT_THAT(Spend(*game, "undo", 2001), IsOk());
  EXPECT_EQ(FenOf(*game),
            "8/7k/8/8/8/8/K7/8 w - 1,1 -5000,0 2,2 0,0 2 {xf=undo=2;d=0*2;tc=1+2;clock=0,62000}");
  ExpectEnd(*game, Result::kBlackWins, Termination::kTimeout, "P24");
}

TEST(ChpokClocks, F3_SnapshotsHoldTheClocks) {
  const auto game = GameAt("chpok", kUndos);
  ASSERT_THAT(Spend(*game, "a1a2", 10000), IsOk());
  ASSERT_THAT(Spend(*game, "h8h7", 3000), IsOk());
  const auto copy = testing::VariantNamed("chpok").FromSnapshot(game->Snapshot(), {});
  ASSERT_THAT(copy, IsOk());
  ASSERT_THAT(Spend(**copy, "undo", 700), IsOk());
  EXPECT_EQ(FenOf(**copy),
            "7k/8/8/8/8/8/8/K7 w - 1,1 0,0 1,2 0,0 1 {xf=undo=2;d=0;tc=1+2;clock=51300,59000}");
}

TEST(ChpokClocks, F3_SnapshotsHoldAnEndByTime) {
  const auto game = GameAt("chpok", kMinute);
  ASSERT_THAT(Spend(*game, "a1a2", 60001), IsOk());
  const auto copy = testing::VariantNamed("chpok").FromSnapshot(game->Snapshot(), {});
  ASSERT_THAT(copy, IsOk());
  EXPECT_EQ(FenOf(**copy), FenOf(*game));
  ExpectEnd(**copy, Result::kBlackWins, Termination::kTimeout, "P24");
}

}  // namespace
}  // namespace arbiter
