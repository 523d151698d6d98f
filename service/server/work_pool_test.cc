#include "service/server/work_pool.h"

#include <atomic>
#include <latch>

#include "gtest/gtest.h"

namespace arbiter {
namespace {

TEST(WorkPoolTest, RunsEverythingBeforeItEnds) {
  std::atomic<int> done = 0;
  {
    WorkPool pool(2, 1000);
    for (int i = 0; i < 1000; ++i) ASSERT_TRUE(pool.TrySubmit([&done] { ++done; }));
  }
  EXPECT_EQ(done, 1000);
}

TEST(WorkPoolTest, RefusesWhatTheQueueDoesNotHold) {
  std::latch started(1);
  std::latch release(1);
  WorkPool pool(1, 2);
  ASSERT_TRUE(pool.TrySubmit([&] {
    started.count_down();
    release.wait();
  }));
  started.wait();
  EXPECT_TRUE(pool.TrySubmit([] {}));
  EXPECT_TRUE(pool.TrySubmit([] {}));
  EXPECT_EQ(pool.queued(), 2u);
  EXPECT_FALSE(pool.TrySubmit([] {}));
  release.count_down();
}

TEST(WorkPoolTest, AQueueOfNoneStillFeedsIdleThreads) {
  std::latch release(1);
  WorkPool pool(1, 0);
  EXPECT_TRUE(pool.TrySubmit([&] { release.wait(); }));
  EXPECT_FALSE(pool.TrySubmit([] {}));
  release.count_down();
}

}  // namespace
}  // namespace arbiter
