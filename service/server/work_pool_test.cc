#include "service/server/work_pool.h"

#include <atomic>
#include <functional>
#include <latch>

#include "gtest/gtest.h"

namespace arbiter {
namespace {

constexpr auto kNothing = [] {};

// A task without work.
WorkPool::Task Deliver(const WorkPool::Delivery& delivery) {
  return [delivery] { return delivery; };
}

// A task without a delivery.
WorkPool::Task Work(const std::function<void()>& work) {
  return [work] {
    work();
    return kNothing;
  };
}

TEST(WorkPoolTest, RunsEverythingBeforeItEnds) {
  std::atomic<int> done = 0;
  {
    WorkPool pool(2, 1000);
    for (int i = 0; i < 1000; ++i) ASSERT_TRUE(pool.TrySubmit(Deliver([&done] { ++done; })));
  }
  EXPECT_EQ(done, 1000);
}

TEST(WorkPoolTest, RefusesWhatTheQueueDoesNotHold) {
  std::latch started(1);
  std::latch release(1);
  WorkPool pool(1, 2);
  ASSERT_TRUE(pool.TrySubmit(Work([&] {
    started.count_down();
    release.wait();
  })));
  started.wait();
  EXPECT_TRUE(pool.TrySubmit(Work(kNothing)));
  EXPECT_TRUE(pool.TrySubmit(Work(kNothing)));
  EXPECT_EQ(pool.queued(), 2u);
  EXPECT_FALSE(pool.TrySubmit(Work(kNothing)));
  release.count_down();
}

TEST(WorkPoolTest, AQueueOfNoneStillFeedsIdleThreads) {
  std::latch release(1);
  WorkPool pool(1, 0);
  EXPECT_TRUE(pool.TrySubmit(Work([&] { release.wait(); })));
  EXPECT_FALSE(pool.TrySubmit(Work(kNothing)));
  release.count_down();
}

TEST(WorkPoolTest, WhoHasAnAnswerFindsItsRoomFree) {
  std::atomic<bool> accepted = false;
  {
    WorkPool pool(1, 0);
    ASSERT_TRUE(pool.TrySubmit(Deliver([&] { accepted = pool.TrySubmit(Work(kNothing)); })));
  }
  EXPECT_TRUE(accepted);
}

}  // namespace
}  // namespace arbiter
