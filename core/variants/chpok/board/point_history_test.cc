// Tests the history of leads with the runs on which claims depend (P18), and the form of numbers.
#include "core/variants/chpok/board/point_history.h"

#include <gtest/gtest.h>

#include <deque>
#include <string>

#include "core/base/numbers.h"
#include "core/base/strings.h"
#include "tests/support/random_play.h"

namespace arbiter::chpok {
namespace {

using testing::Random;

// Count the runs independently of PointHistory. The newest lead comes first.
int LevelRun(const std::deque<int>& leads) {
  int run = 0;
  while (run < std::min<int>(static_cast<int>(leads.size()), kClaimMoves) && leads[run] == 0) ++run;
  return run;
}
int SteadyRun(const std::deque<int>& leads, int sign) {
  int run = 0;
  while (run + 1 < static_cast<int>(leads.size()) && sign * (leads[run] - leads[run + 1]) >= 0) {
    ++run;
  }
  return run;
}

TEST(ChpokPointHistory, P18_RunsMatchTheLastLeads) {
  Random random(1);
  for (int game = 0; game < 1000; ++game) {
    PointHistory history;
    std::deque<int> leads;
    // Change the lead rarely in some games, so that runs reach their maximum.
    const size_t chances = 1 + random.Below(40);
    int lead = static_cast<int>(random.Below(3)) - 1;
    for (int k = 0; k < 60; ++k) {
      if (random.OneIn(chances)) lead += static_cast<int>(random.Below(5)) - 2;
      if (random.OneIn(10)) lead = 0;
      history.Push(lead);
      leads.push_front(lead);
      if (leads.size() > PointHistory::kCapacity) leads.pop_back();
      ASSERT_EQ(history.size(), static_cast<int>(leads.size()));
      for (int back = 0; back < history.size(); ++back) ASSERT_EQ(history.Back(back), leads[back]);
      ASSERT_EQ(history.LevelRun(), LevelRun(leads));
      ASSERT_EQ(history.SteadyRun(Color::kWhite), SteadyRun(leads, 1));
      ASSERT_EQ(history.SteadyRun(Color::kBlack), SteadyRun(leads, -1));
      // A history that is read back is equal, although its runs are counted anew.
      std::string text;
      AppendHistory(history, &text);
      const auto read = ParseHistory(text, 1000);
      ASSERT_TRUE(read) << text;
      ASSERT_EQ(*read, history) << text;
      ASSERT_EQ(read->SteadyRun(Color::kWhite), history.SteadyRun(Color::kWhite)) << text;
    }
  }
}

TEST(ChpokPointHistory, P18_HistoriesAreComparedByTheirLeads) {
  PointHistory one;
  PointHistory other;
  EXPECT_EQ(one, other);
  one.Push(0);
  EXPECT_NE(one, other);
  other.Push(1);
  EXPECT_NE(one, other);
  for (int k = 0; k < PointHistory::kCapacity; ++k) {
    one.Push(k);
    other.Push(k);
  }
  EXPECT_EQ(one, other);
}

TEST(ChpokPointHistory, P26_MalformedHistoriesAreRefused) {
  for (const char* text : {"", ",", "1,", ",1", "1*", "*2", "1*0", "1*22", "0*21,1", "1*2*3", "01",
                           "-0", "+1", "1001", "1 ", "1;2", "0*02"}) {
    EXPECT_FALSE(ParseHistory(text, 1000)) << text;
  }
  EXPECT_TRUE(ParseHistory("-1000,0*19,1000", 1000));
}

TEST(ChpokNumbers, P26_NumbersCanBeReadBack) {
  for (const int number : {-1'000'000, -10, -9, -1, 0, 1, 9, 10, 99, 1'000'000}) {
    std::string text;
    AppendNumber(number, &text);
    EXPECT_EQ(text, std::to_string(number));
    EXPECT_EQ(ParseNumber(text, -1'000'000, 1'000'000), number);
    EXPECT_FALSE(ParseNumber(text, number + 1, 2'000'000)) << text;
    EXPECT_FALSE(ParseNumber(text, -2'000'000, number - 1)) << text;
  }
  for (const char* text :
       {"", "-", "-0", "00", "01", "-01", "+1", " 1", "1 ", "1x", "0x1", "1.0", "99999999999"}) {
    EXPECT_FALSE(ParseNumber(text, -1'000'000, 1'000'000)) << text;
  }
}

TEST(ChpokNumbers, P26_PairsAreSeparatedByOneComma) {
  EXPECT_EQ(ParsePair("-3,17", -5, 20), (std::array{-3, 17}));
  for (const char* text :
       {"", ",", "1", "1,", ",1", "1,2,", "1,2,3", "1;2", "1, 2", "-6,0", "0,21", "1,02"}) {
    EXPECT_FALSE(ParsePair(text, -5, 20)) << text;
  }
}

}  // namespace
}  // namespace arbiter::chpok
