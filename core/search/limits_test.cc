#include "core/search/limits.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

namespace arbiter {
namespace {

// Ticks until the clock says stop, or `last`; the nodes visited.
uint64_t VisitedNodes(SearchClock* clock, uint64_t last) {
  uint64_t nodes = 0;
  while (nodes < last && !clock->Tick(nodes + 1)) ++nodes;
  return nodes;
}

TEST(SearchClock, PausesOnceInAWhileAndNotAtEachNode) {
  int pauses = 0;
  StopToken stop;
  stop.set_pause([&pauses] { ++pauses; });
  SearchClock clock({}, stop, 1);
  EXPECT_EQ(VisitedNodes(&clock, 100'000), 100'000u);
  EXPECT_GE(pauses, 100);
  EXPECT_LE(pauses, 1000);
}

TEST(SearchClock, PausesLeaveALimitOfNodesExact) {
  StopToken stop;
  stop.set_pause([] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
  SearchClock clock({.nodes = 5000}, stop, 1);
  EXPECT_EQ(VisitedNodes(&clock, 100'000), 5000u);
}

TEST(SearchClock, AStopDuringAPauseEndsTheSearch) {
  StopToken stop;
  stop.set_pause([&stop] { stop.Stop(); });
  SearchClock clock({}, stop, 1);
  EXPECT_LT(VisitedNodes(&clock, 100'000), 1000u);
}

TEST(SearchClock, TheTimeOfAPauseCounts) {
  int pauses = 0;
  StopToken stop;
  stop.set_pause([&pauses] {
    ++pauses;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  });
  SearchClock clock({.movetime = std::chrono::milliseconds(10)}, stop, 1);
  EXPECT_LT(VisitedNodes(&clock, 100'000), 1000u);
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
  for (int& count : pauses) {
    threads.emplace_back([&] {
      own = &count;
      VisitedNodes(&clock, 10'000);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const int count : pauses) EXPECT_GE(count, 10);
}

}  // namespace
}  // namespace arbiter
