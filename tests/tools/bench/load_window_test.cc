#include "tests/tools/bench/load_window.h"

#include <gtest/gtest.h>

namespace arbiter::bench {
namespace {

using std::chrono::milliseconds;

const auto kSame = [] { return true; };
const auto kDifferent = [] { return false; };

// A window with two exchanges, a warm-up of one second and a measurement of one second.
class LoadWindowTest : public ::testing::Test {
 protected:
  void Count(int status, size_t bytes, milliseconds after) {
    window_.Count(0, status, bytes, &latency_us_, start_ + after, kSame);
  }

  const Workload workload_{
      .method = "/m", .is_stream = false, .exchanges = {{"ask", "answer"}, {"ask 2", "answer 2"}}};
  const LoadOptions options_{
      .target = "here", .warm_up = std::chrono::seconds(1), .time = std::chrono::seconds(1)};
  LoadWindow window_{workload_, options_};
  const LoadWindow::Clock::time_point start_ = LoadWindow::Clock::now();
  float latency_us_ = 5;
};

TEST_F(LoadWindowTest, ChoosesExchangesInTurn) {
  EXPECT_EQ(window_.Next(), 0U);
  EXPECT_EQ(window_.Next(), 1U);
  EXPECT_EQ(window_.Next(), 0U);
}

TEST_F(LoadWindowTest, CountsOnlyBetweenWarmUpAndEnd) {
  Count(0, 6, milliseconds(500));
  Count(0, 6, milliseconds(1500));
  Count(0, 6, milliseconds(2000));
  Count(14, 0, milliseconds(2400));
  EXPECT_FALSE(window_.over());
  Count(0, 6, milliseconds(2600));
  EXPECT_TRUE(window_.over());
  Count(0, 6, milliseconds(2700));

  const LoadResult result = window_.Take();
  EXPECT_EQ(result.statuses, (std::map<int, int64_t>{{0, 2}, {14, 1}}));
  EXPECT_EQ(result.responses(), 3);
  EXPECT_FALSE(result.all_ok());
  EXPECT_EQ(result.request_bytes, 9);
  EXPECT_EQ(result.response_bytes, 12);
  EXPECT_EQ(result.latencies_us.size(), 3U);
  EXPECT_EQ(std::chrono::round<milliseconds>(result.time), milliseconds(1100));
}

TEST_F(LoadWindowTest, EndsAfterTheMaximumNumberOfResponses) {
  const LoadOptions options{.target = "here",
                            .warm_up = std::chrono::seconds(0),
                            .time = std::chrono::seconds(100),
                            .max_responses = 2};
  LoadWindow window(workload_, options);
  const auto count = [&] { window.Count(0, 0, 6, &latency_us_, LoadWindow::Clock::now(), kSame); };
  count();
  count();
  EXPECT_FALSE(window.over());
  count();
  EXPECT_TRUE(window.over());
  EXPECT_EQ(window.Take().responses(), 2);
}

TEST_F(LoadWindowTest, WrongResponseEndsTheProgram) {
  EXPECT_EXIT(Count(0, 7, milliseconds(0)), ::testing::ExitedWithCode(1),
              "wrong response from here");
  EXPECT_EXIT(window_.Count(1, 0, 8, nullptr, start_, kDifferent), ::testing::ExitedWithCode(1),
              "to request 1 of /m");
}

TEST(LoadResult, FindsPercentiles) {
  LoadResult result;
  for (int i = 100; i >= 0; --i) result.latencies_us.push_back(static_cast<float>(i));
  EXPECT_EQ(result.LatencyUs(0.5), 50);
  EXPECT_EQ(result.LatencyUs(0.99), 99);
  EXPECT_EQ(LoadResult().LatencyUs(0.5), 0);
}

TEST(LoadResult, IsOkOnlyWithResponses) {
  EXPECT_FALSE(LoadResult().all_ok());
  LoadResult result;
  result.statuses = {{0, 7}};
  EXPECT_TRUE(result.all_ok());
}

}  // namespace
}  // namespace arbiter::bench
