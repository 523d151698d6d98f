#include "core/search/limits.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

namespace arbiter {
namespace {

// Ticks until the clock stops the search or the thread has visited `max` nodes. Returns the number
// of nodes visited.
uint64_t VisitNodes(SearchClock* clock, uint64_t max) {
  uint64_t nodes = 0;
  while (nodes < max && !clock->Tick(nodes + 1)) ++nodes;
  return nodes;
}

TEST(SearchClock, PausesRegularlyButNotAtEveryNode) {
  int pauses = 0;
  StopToken stop;
  stop.set_pause([&pauses] { ++pauses; });
  SearchClock clock({}, stop, 1);
  EXPECT_EQ(VisitNodes(&clock, 100'000), 100'000u);
  EXPECT_GE(pauses, 100);
  EXPECT_LE(pauses, 1000);
}

TEST(SearchClock, NodeLimitIsExactDespitePauses) {
  StopToken stop;
  stop.set_pause([] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
  SearchClock clock({.nodes = 5000}, stop, 1);
  EXPECT_EQ(VisitNodes(&clock, 100'000), 5000u);
}

TEST(SearchClock, StopDuringAPauseEndsTheSearch) {
  StopToken stop;
  stop.set_pause([&stop] { stop.Stop(); });
  SearchClock clock({}, stop, 1);
  EXPECT_LT(VisitNodes(&clock, 100'000), 1000u);
}

TEST(SearchClock, PauseCountsTowardsTheTimeLimit) {
  int pauses = 0;
  StopToken stop;
  stop.set_pause([&pauses] {
    ++pauses;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  });
  SearchClock clock({.movetime = std::chrono::milliseconds(10)}, stop, 1);
  EXPECT_LT(VisitNodes(&clock, 100'000), 1000u);
  EXPECT_EQ(pauses, 1);
}

TEST(SearchClock, PausesEveryThread) {
  constexpr int kThreads = 3;
  std::vector<int> pauses(kThreads);
  thread_local int* own = nullptr;
  StopToken stop;
  stop.set_pause([] { ++*own; });
  SearchClock clock({}, stop, kThreads);
  std::vector<std::thread> threads;
  threads.reserve(pauses.size());
  for (int& count : pauses) {
    threads.emplace_back([&] {
      own = &count;
      VisitNodes(&clock, 10'000);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : pauses) EXPECT_GE(count, 10);
}

}  // namespace
}  // namespace arbiter
