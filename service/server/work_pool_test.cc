#include "service/server/work_pool.h"

#include <sched.h>

#include <atomic>
#include <functional>
#include <latch>
#include <thread>

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

TEST(WorkPoolTest, AWideTaskTakesThePlaceOfSeveral) {
  std::latch release(1);
  std::latch last_done(1);
  std::atomic<bool> wide_done = false;
  WorkPool pool(2, 2);
  ASSERT_TRUE(pool.TrySubmit(Work([&] { release.wait(); })));
  ASSERT_TRUE(pool.TrySubmit(Work([&] { wide_done = true; }), 2));
  // A thread is free, but the wide task comes first.
  ASSERT_TRUE(pool.TrySubmit(Work([&] {
    EXPECT_TRUE(wide_done);
    last_done.count_down();
  })));
  EXPECT_EQ(pool.running(), 1u);
  EXPECT_EQ(pool.queued(), 2u);
  EXPECT_FALSE(pool.TrySubmit(Work(kNothing)));
  release.count_down();
  last_done.wait();
}

TEST(WorkPoolTest, WhatIsWithdrawnDoesNotRun) {
  std::latch release(1);
  std::atomic<int> ran = 0;
  {
    WorkPool pool(2, 2);
    const WorkPool::Ticket first = pool.TrySubmit(Work([&] { release.wait(); }));
    const WorkPool::Ticket wide = pool.TrySubmit(Work([&] { ran += 100; }), 2);
    const WorkPool::Ticket last = pool.TrySubmit(Work([&] {
      ++ran;
      release.count_down();
    }));
    ASSERT_NE(last, 0u);
    EXPECT_FALSE(pool.Withdraw(first));
    // What it held up begins.
    EXPECT_TRUE(pool.Withdraw(wide));
    EXPECT_FALSE(pool.Withdraw(wide));
    release.wait();
    EXPECT_FALSE(pool.Withdraw(last));
  }
  EXPECT_EQ(ran, 1);
}

TEST(WorkPoolTest, BackgroundThreadsAndTheirsGiveWayToAllOthers) {
  std::atomic<int> own = -1;
  std::atomic<int> inherited = -1;
  {
    WorkPool pool(1, 0, WorkPool::Priority::kBackground);
    ASSERT_TRUE(pool.TrySubmit(Work([&] {
      own = sched_getscheduler(0);
      std::thread([&] { inherited = sched_getscheduler(0); }).join();
    })));
  }
  EXPECT_EQ(own, SCHED_IDLE);
  EXPECT_EQ(inherited, SCHED_IDLE);
}

}  // namespace
}  // namespace arbiter
