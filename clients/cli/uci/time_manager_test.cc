#include "clients/cli/uci/time_manager.h"

#include <gtest/gtest.h>

namespace arbiter::cli {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kOverhead(30);
constexpr ThinkingTime kSecond = {.optimum = milliseconds(1000), .maximum = milliseconds(4000)};
// The milliseconds after which a search with kSecond ends if its move deserves just the optimum.
constexpr int kUsualEnd = 700;

v1::Score ScoreWith(double win, double draw) {
  v1::Score score;
  score.set_win_probability(win);
  score.set_draw_probability(draw);
  return score;
}

v1::Score Even() { return ScoreWith(0.1, 0.8); }

// Returns the milliseconds after which a search ends at `depth`, which changes no manager.
int EndOf(const TimeManager& manager, uint32_t depth, const std::string& move,
          const v1::Score& score) {
  int elapsed = 0;
  while (!TimeManager(manager).EndsSearch(depth, move, score, milliseconds(elapsed))) ++elapsed;
  return elapsed;
}

// Returns a manager of a second that has seen this many depths, all with the best move a3a4.
TimeManager After(uint32_t depths, const v1::Score& score) {
  TimeManager manager(kSecond, /*has_choice=*/true);
  for (uint32_t depth = 1; depth <= depths; ++depth) {
    EXPECT_FALSE(manager.EndsSearch(depth, "a3a4", score, milliseconds(0)));
  }
  return manager;
}

TEST(AllotTime, MaximumNeverExceedsTheClock) {
  for (const int clock : {31, 40, 100, 300, 1000, 60'000, 3'600'000}) {
    for (const int increment : {-5, 0, 100, 60'000}) {
      for (const std::optional<int64_t> moves :
           {std::optional<int64_t>(), std::optional<int64_t>(-1), std::optional<int64_t>(1),
            std::optional<int64_t>(2), std::optional<int64_t>(40)}) {
        const ThinkingTime time =
            AllotTime(milliseconds(clock), milliseconds(increment), moves, kOverhead);
        EXPECT_GE(time.optimum.count(), 1) << clock;
        EXPECT_LE(time.optimum, time.maximum) << clock;
        EXPECT_LE(time.maximum + kOverhead, milliseconds(clock)) << clock << " " << increment;
      }
    }
  }
}

TEST(AllotTime, AnEmptyClockLeavesAMillisecond) {
  for (const int clock : {30, 0, -20}) {
    const ThinkingTime time =
        AllotTime(milliseconds(clock), milliseconds(60'000), std::nullopt, kOverhead);
    EXPECT_EQ(time.optimum, milliseconds(1));
    EXPECT_EQ(time.maximum, milliseconds(1));
  }
}

TEST(AllotTime, AHugeClockDoesNotOverflow) {
  const milliseconds huge(1'000'000'000'000'000);
  const ThinkingTime time = AllotTime(huge, huge, 1, -huge);
  EXPECT_EQ(time.maximum, milliseconds(600'000));
}

TEST(AllotTime, TheClockLastsForAllMovesToGo) {
  for (const int64_t moves_to_go : {2, 5, 20}) {
    milliseconds clock(10'000);
    for (int64_t moves = moves_to_go; moves > 0; --moves) {
      const ThinkingTime time = AllotTime(clock, milliseconds(0), moves, milliseconds(0));
      EXPECT_GE(time.optimum, milliseconds(10)) << moves << " of " << moves_to_go;
      clock -= time.maximum;
    }
    EXPECT_GT(clock, milliseconds(0));
  }
}

TEST(AllotTime, MoreTimeAndFewerMovesAllowMore) {
  const auto optimum = [](int clock, int increment, std::optional<int64_t> moves) {
    return AllotTime(milliseconds(clock), milliseconds(increment), moves, kOverhead).optimum;
  };
  EXPECT_GT(optimum(20'000, 0, std::nullopt), optimum(10'000, 0, std::nullopt));
  EXPECT_GT(optimum(10'000, 100, std::nullopt), optimum(10'000, 0, std::nullopt));
  EXPECT_GT(optimum(10'000, 0, 5), optimum(10'000, 0, 10));
  // A distant control is as good as none.
  EXPECT_EQ(optimum(10'000, 0, 80), optimum(10'000, 0, std::nullopt));
}

TEST(TimeManager, AStableBestMoveTakesLessTime) {
  // After one depth more, the same move ends the search earlier, until that makes no difference.
  EXPECT_LT(EndOf(After(2, Even()), 3, "a3a4", Even()), EndOf(After(1, Even()), 2, "a3a4", Even()));
  EXPECT_LT(EndOf(After(8, Even()), 9, "a3a4", Even()), kUsualEnd);
  EXPECT_EQ(EndOf(After(8, Even()), 9, "a3a4", Even()),
            EndOf(After(20, Even()), 21, "a3a4", Even()));
}

TEST(TimeManager, ANewBestMoveTakesMoreTime) {
  EXPECT_GT(EndOf(After(8, Even()), 9, "c3c4", Even()), kUsualEnd);
  EXPECT_EQ(EndOf(After(8, Even()), 9, "c3c4", Even()),
            EndOf(After(20, Even()), 21, "c3c4", Even()));
}

TEST(TimeManager, AFallingScoreTakesMoreTime) {
  const TimeManager manager = After(8, Even());
  const int usual = EndOf(manager, 9, "a3a4", Even());
  const int slightly_worse = EndOf(manager, 9, "a3a4", ScoreWith(0.09, 0.8));
  const int much_worse = EndOf(manager, 9, "a3a4", ScoreWith(0, 0.8));
  v1::Score lost = ScoreWith(0, 0);
  lost.set_mate_in(-3);
  EXPECT_GT(slightly_worse, usual);
  EXPECT_GT(much_worse, slightly_worse);
  EXPECT_EQ(EndOf(manager, 9, "a3a4", lost), much_worse);
  // A rising score changes nothing.
  EXPECT_EQ(EndOf(manager, 9, "a3a4", ScoreWith(0.9, 0.1)), usual);
}

TEST(TimeManager, OnlyARecentFallCounts) {
  TimeManager manager = After(4, ScoreWith(0.9, 0.1));
  for (uint32_t depth = 5; depth <= 8; ++depth) {
    EXPECT_FALSE(manager.EndsSearch(depth, "a3a4", Even(), milliseconds(0)));
  }
  EXPECT_EQ(EndOf(manager, 9, "a3a4", Even()), EndOf(After(8, Even()), 9, "a3a4", Even()));
}

TEST(TimeManager, RepeatedReportsOfADepthChangeNothing) {
  TimeManager manager = After(8, Even());
  EXPECT_FALSE(manager.EndsSearch(8, "c3c4", ScoreWith(1, 0), milliseconds(100'000)));
  EXPECT_EQ(EndOf(manager, 9, "a3a4", Even()), EndOf(After(8, Even()), 9, "a3a4", Even()));
}

TEST(TimeManager, TheFirstDepthIsNotTheLast) {
  TimeManager manager(kSecond, /*has_choice=*/true);
  EXPECT_FALSE(manager.EndsSearch(1, "a3a4", Even(), milliseconds(3'999)));
  EXPECT_TRUE(manager.EndsSearch(2, "a3a4", Even(), milliseconds(3'999)));
}

TEST(TimeManager, AForcedMoveTakesNoTime) {
  TimeManager manager(kSecond, /*has_choice=*/false);
  EXPECT_FALSE(manager.EndsSearch(1, "a3a4", Even(), milliseconds(0)));
  EXPECT_TRUE(manager.EndsSearch(2, "a3a4", Even(), milliseconds(0)));
}

}  // namespace
}  // namespace arbiter::cli
