#include "service/scheduling/fair_scheduler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <latch>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/process_facts.h"
#include "tests/support/waiting.h"

namespace arbiter {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::Le;

using Completion = FairScheduler::Completion;
using Refusal = FairScheduler::Refusal;
using Task = FairScheduler::Task;
using Ticket = FairScheduler::Ticket;
using Turn = FairScheduler::Turn;

// Returns a task without a completion.
Task Work(std::string client, std::function<void(Turn&)> work, int slots = 1) {
  return {.client = std::move(client),
          .needs = {.slots = slots},
          .run = [work = std::move(work)](Turn& turn) -> Completion {
            work(turn);
            return nullptr;
          }};
}

// Returns a task that runs until `end`.
Task Spin(std::string client, const std::atomic<bool>& end, int slots = 1) {
  return Work(
      std::move(client),
      [&end](Turn& turn) {
        while (!end) turn.Yield();
      },
      slots);
}

// Submits a task and returns its ticket; 0 if it is refused.
Ticket Submit(FairScheduler& scheduler, Task task) {
  Refusal refusal;
  return scheduler.Submit(std::move(task), &refusal);
}

// Submits a task and expects that it is accepted.
void Accept(FairScheduler& scheduler, Task task) {
  ASSERT_NE(Submit(scheduler, std::move(task)), 0u);
}

// A thread-safe list of events, in the order in which they were added.
class EventLog {
 public:
  void Add(const std::string& event) {
    const std::lock_guard lock(mutex_);
    events_.push_back(event);
  }
  std::vector<std::string> events() const {
    const std::lock_guard lock(mutex_);
    return events_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::string> events_;
};

TEST(FairScheduler, RunsAllTasksBeforeItIsDestroyed) {
  std::atomic<int> ran = 0;
  std::atomic<int> delivered = 0;
  {
    FairScheduler scheduler({.slots = 2, .max_waiting = 1000});
    for (int i = 0; i < 1000; ++i) {
      Accept(scheduler, {.client = std::to_string(i % 7), .run = [&](Turn&) -> Completion {
                           ++ran;
                           return [&] { ++delivered; };
                         }});
    }
  }
  EXPECT_EQ(ran, 1000);
  EXPECT_EQ(delivered, 1000);
}

TEST(FairScheduler, StartsThreadsWhenThereIsWorkForThem) {
  constexpr int kSlots = 8;
  const auto threads = [] { return testing::FactsOf(getpid()).threads; };
  // With ThreadSanitizer, the first thread of a process brings another one.
  const FairScheduler first({.slots = 1});
  const int64_t before = threads();
  std::atomic<bool> end = false;
  FairScheduler scheduler({.slots = kSlots});
  EXPECT_LE(threads(), before + 1);
  for (int i = 0; i < 3; ++i) Accept(scheduler, Spin("a", end));
  EXPECT_LE(threads(), before + 3);
  end = true;
}

TEST(FairScheduler, RefusesTasksWhenTheQueueIsFull) {
  std::atomic<bool> end = false;
  FairScheduler scheduler({.slots = 1, .max_waiting = 2});
  for (int i = 0; i < 3; ++i) EXPECT_NE(Submit(scheduler, Spin("a", end)), 0u);
  EXPECT_EQ(scheduler.waiting(), 2u);
  EXPECT_EQ(scheduler.load().running, 1u);
  Task refused = Work("a", [](Turn&) { ADD_FAILURE(); });
  refused.shed = [](FairScheduler::Refusal) { ADD_FAILURE(); };
  EXPECT_EQ(Submit(scheduler, std::move(refused)), 0u);
  end = true;
}

TEST(FairScheduler, ATaskThatCanStartAtOnceNeedsNoRoomInTheQueue) {
  std::atomic<bool> end = false;
  FairScheduler scheduler({.slots = 1, .max_waiting = 0});
  EXPECT_NE(Submit(scheduler, Spin("a", end)), 0u);
  EXPECT_EQ(Submit(scheduler, Spin("a", end)), 0u);
  end = true;
}

TEST(FairScheduler, TheSlotsAreFreeWhenTheCompletionIsCalled) {
  std::atomic<bool> ran = false;
  const Task second = Work("a", [&](Turn&) { ran = true; });
  {
    FairScheduler scheduler({.slots = 1, .max_waiting = 0});
    const auto run = [&](Turn&) -> Completion { return [&] { Accept(scheduler, second); }; };
    Accept(scheduler, {.client = "a", .run = run});
  }
  EXPECT_TRUE(ran);
}

TEST(FairScheduler, ASingleClientGetsAllSlots) {
  std::latch all_run(3);
  FairScheduler scheduler({.slots = 3, .max_waiting = 3});
  for (int i = 0; i < 3; ++i) {
    Accept(scheduler, Work("alone", [&](Turn&) { all_run.arrive_and_wait(); }));
  }
  all_run.wait();
}

TEST(FairScheduler, TasksOfAClientStartInTheOrderOfSubmission) {
  EventLog log;
  std::vector<std::string> expected;
  {
    std::atomic<bool> end = false;
    FairScheduler scheduler({.slots = 1, .max_waiting = 100, .turn = microseconds(0)});
    Accept(scheduler, Spin("first", end));
    for (int i = 0; i < 50; ++i) {
      expected.push_back(std::to_string(i));
      Accept(scheduler, Work("a", [&, i](Turn& turn) {
               turn.Yield();
               log.Add(std::to_string(i));
             }));
    }
    end = true;
  }
  EXPECT_EQ(log.events(), expected);
}

// --- Turns.

TEST(FairScheduler, AnEndlessTaskYieldsToAShortOne) {
  constexpr milliseconds kTurn(20);
  std::atomic<bool> end = false;
  std::atomic<int64_t> used_by_long = 0;
  std::atomic<int> done = 0;
  FairScheduler scheduler({.slots = 1, .max_waiting = 10, .turn = kTurn});
  Accept(scheduler, Work("long", [&](Turn& turn) {
           while (!end) {
             turn.Yield();
             used_by_long = turn.used().count();
           }
         }));
  while (used_by_long == 0) std::this_thread::yield();
  // On a busy machine, this thread may be interrupted before a task is submitted, but not each
  // time.
  int64_t least_used = std::numeric_limits<int64_t>::max();
  for (int i = 0; i < 5; ++i) {
    const int64_t before = used_by_long;
    Accept(scheduler, Work("short", [&, before](Turn&) {
             least_used = std::min(least_used, used_by_long - before);
             ++done;
           }));
    while (done <= i) std::this_thread::yield();
  }
  end = true;
  // The long task used at most the rest of its turn and the interval between two checks.
  EXPECT_LE(least_used, nanoseconds(2 * kTurn).count());
}

TEST(FairScheduler, AFloodingClientGetsNoMoreThanAnHonestOne) {
  std::atomic<bool> end = false;
  std::atomic<int64_t> flood = 0;
  std::atomic<int64_t> honest = 0;
  const auto count = [&end](std::string client, std::atomic<int64_t>* used) {
    return Work(std::move(client), [&end, used](Turn& turn) {
      int64_t counted = 0;
      while (!end && turn.used() < milliseconds(7)) {
        turn.Yield();
        const int64_t now = turn.used().count();
        *used += now - counted;
        counted = now;
      }
    });
  };
  {
    FairScheduler scheduler(
        {.slots = 1, .max_waiting = 1000, .turn = std::chrono::microseconds(1000)});
    for (int i = 0; i < 500; ++i) Accept(scheduler, count("flood", &flood));
    for (int i = 0; i < 50; ++i) Accept(scheduler, count("honest", &honest));
    while (honest + flood < nanoseconds(milliseconds(200)).count()) {
      std::this_thread::sleep_for(milliseconds(1));
    }
    const double share = static_cast<double>(honest) / static_cast<double>(honest + flood);
    EXPECT_THAT(share, AllOf(Ge(0.4), Le(0.6)));
    end = true;
  }
}

TEST(FairScheduler, ManyClientsAllFinish) {
  constexpr int kClients = 100;
  std::atomic<int> done = 0;
  size_t max_running = 0;
  {
    FairScheduler scheduler(
        {.slots = 2, .max_waiting = 1000, .turn = microseconds(0), .max_held_slots = 20});
    for (int i = 0; i < 5 * kClients; ++i) {
      Accept(scheduler, {.client = std::to_string(i % kClients),
                         .needs = {.slots = 1 + i % 2},
                         .run = [&](Turn& turn) -> Completion {
                           while (turn.used() < microseconds(200)) turn.Yield();
                           return [&] { ++done; };
                         }});
    }
    while (done < 5 * kClients) {
      const FairScheduler::Load load = scheduler.load();
      max_running = std::max(max_running, load.running);
      EXPECT_LE(load.paused, 20u);
      std::this_thread::yield();
    }
  }
  EXPECT_LE(max_running, 2u);
}

TEST(FairScheduler, TheThreadsOfAWideTaskArePausedWithIt) {
  std::atomic<bool> end = false;
  std::atomic<int> steps_of_helper = 0;
  std::atomic<int> done = 0;
  const Task wide = Work(
      "wide",
      [&](Turn& turn) {
        std::thread helper([&] {
          while (!end) {
            turn.Yield();
            ++steps_of_helper;
          }
        });
        while (!end) turn.Yield();
        helper.join();
      },
      2);
  const Task narrow = Work("narrow", [&](Turn&) {
    const int before = steps_of_helper;
    std::this_thread::sleep_for(milliseconds(100));
    // The helper may have been in the middle of a step.
    EXPECT_LE(steps_of_helper - before, 1);
    ++done;
  });
  FairScheduler scheduler({.slots = 2, .max_waiting = 10, .turn = microseconds(0)});
  Accept(scheduler, wide);
  while (steps_of_helper == 0) std::this_thread::yield();
  for (int i = 0; i < 3; ++i) {
    Accept(scheduler, narrow);
    while (done <= i) std::this_thread::yield();
  }
  end = true;
}

TEST(FairScheduler, AWideTaskIsChargedForAllItsSlots) {
  FairScheduler scheduler({.slots = 3});
  Accept(scheduler, Work(
                        "wide",
                        [&](Turn& turn) {
                          std::this_thread::sleep_for(milliseconds(20));
                          EXPECT_GE(turn.used(), milliseconds(60));
                        },
                        5));
}

TEST(FairScheduler, ATaskWithOneSlotIsChargedItsProcessorTime) {
  FairScheduler scheduler({.slots = 3});
  Accept(scheduler, Work("narrow", [&](Turn& turn) {
           std::this_thread::sleep_for(milliseconds(200));
           EXPECT_LT(turn.used(), milliseconds(100));
         }));
}

TEST(FairScheduler, FinishesPausedTasksBeforeItIsDestroyed) {
  std::atomic<int> finished = 0;
  {
    FairScheduler scheduler({.slots = 2, .max_waiting = 100, .turn = microseconds(100)});
    for (int i = 0; i < 20; ++i) {
      Accept(scheduler, Work(std::to_string(i), [&](Turn& turn) {
               while (turn.used() < milliseconds(3)) turn.Yield();
               ++finished;
             }));
    }
    while (scheduler.load().paused == 0 && finished < 20) std::this_thread::yield();
  }
  EXPECT_EQ(finished, 20);
}

// --- Turns and the budget.

TEST(FairScheduler, TheFirstTurnCanBeShorterThanLaterOnes) {
  // A task that yields after its first turn waits for the other one, which never does.
  for (const bool is_short : {true, false}) {
    std::atomic<bool> end = false;
    std::atomic<bool> second_ran = false;
    FairScheduler scheduler(
        {.slots = 1,
         .max_waiting = 10,
         .turn = std::chrono::hours(1),
         .first_turn = is_short ? std::optional(microseconds(100)) : std::nullopt});
    Accept(scheduler, Spin("first", end));
    Accept(scheduler, Work("second", [&](Turn&) { second_ran = true; }));
    if (is_short) {
      while (!second_ran) std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(milliseconds(50));
      EXPECT_FALSE(second_ran);
    }
    end = true;
  }
}

// The clients ask for 2, 3 and 4 of four threads, and get equal shares of their time.
TEST(FairScheduler, ClientsShareEquallyRegardlessOfTheNumberOfTheirThreads) {
  std::atomic<bool> end = false;
  std::array<std::atomic<int64_t>, 3> used = {0, 0, 0};
  const auto total = [&used] { return used[0] + used[1] + used[2]; };
  {
    FairScheduler scheduler({.slots = 4, .max_waiting = 10, .turn = milliseconds(2)});
    for (size_t i = 0; i < used.size(); ++i) {
      Task task = Work(
          std::to_string(i),
          [&end, &counter = used[i]](Turn& turn) {
            while (!end) {
              turn.Yield();
              counter = turn.used().count();
            }
          },
          static_cast<int>(i) + 2);
      task.needs.kind = FairScheduler::Kind::kEndless;
      Accept(scheduler, std::move(task));
    }
    // A turn in which the system runs another process can last long, which later turns make up for.
    const auto is_equal = [&] {
      const auto [least, most] = std::minmax({used[0].load(), used[1].load(), used[2].load()});
      return total() > nanoseconds(milliseconds(1500)).count() &&
             static_cast<double>(least) > 0.85 * static_cast<double>(most);
    };
    EXPECT_TRUE(testing::Eventually(is_equal));
    end = true;
  }
}

// Returns a task that holds the whole budget of 100 bytes until it has to end.
Task Hold(std::string client, std::atomic<int>* ended) {
  Task task = Work(std::move(client), [ended](Turn& turn) {
    while (*ended == 0) turn.Yield();
  });
  task.needs.held_bytes = 100;
  task.needs.kind = FairScheduler::Kind::kEndless;
  task.end = [ended] { ++*ended; };
  return task;
}

TEST(FairScheduler, ATaskEndsOnceForAnotherOneAfterItsTime) {
  constexpr milliseconds kMinHeld(100);
  std::atomic<int> ended = 0;
  std::atomic<bool> has_started = false;
  const auto before = std::chrono::steady_clock::now();
  {
    FairScheduler scheduler({.slots = 1,
                             .max_waiting = 10,
                             .turn = microseconds(100),
                             .max_held_bytes = 100,
                             .min_held = kMinHeld});
    Accept(scheduler, Hold("a", &ended));
    std::this_thread::sleep_for(kMinHeld);
    EXPECT_EQ(ended, 0) << "nobody waited";
    Task second = Work("b", [&](Turn&) { has_started = true; });
    second.needs.held_bytes = 100;
    second.needs.kind = FairScheduler::Kind::kTimed;
    Accept(scheduler, std::move(second));
    EXPECT_EQ(scheduler.load().held_bytes, 100u);
    EXPECT_EQ(scheduler.free_bytes(), 0u);
  }
  EXPECT_EQ(ended, 1);
  EXPECT_TRUE(has_started);
  EXPECT_GE(std::chrono::steady_clock::now() - before, kMinHeld);
}

TEST(FairScheduler, ATaskHasAtLeastItsTimeBeforeItEndsForAnotherOne) {
  constexpr milliseconds kMinHeld(100);
  std::atomic<int> ended = 0;
  const auto before = std::chrono::steady_clock::now();
  {
    FairScheduler scheduler(
        {.slots = 1, .max_waiting = 10, .max_held_bytes = 100, .min_held = kMinHeld});
    Accept(scheduler, Hold("a", &ended));
    Task second = Work("b", [](Turn&) {});
    second.needs.held_bytes = 100;
    second.needs.kind = FairScheduler::Kind::kTimed;
    Accept(scheduler, std::move(second));
  }
  EXPECT_EQ(ended, 1);
  EXPECT_GE(std::chrono::steady_clock::now() - before, kMinHeld);
}

TEST(FairScheduler, ATaskThatNothingCanEndForIsShed) {
  constexpr milliseconds kMaxStuck(50);
  std::atomic<bool> end = false;
  EventLog log;
  FairScheduler scheduler({.slots = 1,
                           .max_waiting = 10,
                           .turn = microseconds(100),
                           .max_held_bytes = 200,
                           .max_fixed_bytes = 100,
                           .max_stuck = kMaxStuck});
  const auto fixed = [&](const char* client) {
    Task task = Spin(client, end);
    task.needs.held_bytes = 100;
    task.shed = [&log, client](Refusal why) {
      log.Add(std::string(client) + (why == Refusal::kNoRoom ? ": no room" : ": other"));
    };
    return task;
  };
  // Fixed tasks take half of the budget.
  Accept(scheduler, fixed("a"));
  Accept(scheduler, fixed("a"));
  const auto before = std::chrono::steady_clock::now();
  Accept(scheduler, fixed("b"));
  while (log.events().empty()) std::this_thread::yield();
  EXPECT_GE(std::chrono::steady_clock::now() - before, kMaxStuck);
  // The second task of "a" only waits for the first one.
  std::this_thread::sleep_for(2 * kMaxStuck);
  EXPECT_THAT(log.events(), ElementsAre("b: no room"));
  EXPECT_EQ(scheduler.waiting(), 1u);
  end = true;
}

// A task that has been shed is destroyed at once, although the one that made it leave is paused.
TEST(FairScheduler, AShedTaskIsDestroyedAtOnce) {
  std::atomic<bool> end = false;
  FairScheduler scheduler({.slots = 1,
                           .max_waiting = 10,
                           .turn = microseconds(100),
                           .max_held_bytes = 100,
                           .max_fixed_bytes = 50,
                           .max_stuck = milliseconds(10)});
  const auto fixed = [&end](const char* client, size_t bytes) {
    Task task = Spin(client, end);
    task.needs.held_bytes = bytes;
    return task;
  };
  auto owned = std::make_shared<int>();
  const std::weak_ptr<int> watch = owned;
  Accept(scheduler, fixed("a", 50));
  Task stuck = fixed("b", 50);
  stuck.shed = [owned = std::move(owned), &scheduler, &end](Refusal) {
    // From now on, another task runs instead of the one that calls this.
    Task last = Spin("c", end);
    last.needs.kind = FairScheduler::Kind::kTimed;
    Accept(scheduler, std::move(last));
  };
  Accept(scheduler, std::move(stuck));
  while (!watch.expired()) std::this_thread::yield();
  end = true;
}

// --- Withdrawing and shedding.

TEST(FairScheduler, AWithdrawnTaskDoesNotRun) {
  std::atomic<bool> end = false;
  std::atomic<int> ran = 0;
  {
    FairScheduler scheduler({.slots = 2, .max_waiting = 2});
    const Ticket first = Submit(scheduler, Spin("a", end));
    Task withdrawn = Work(
        "a", [](Turn&) { ADD_FAILURE(); }, 2);
    withdrawn.shed = [](FairScheduler::Refusal) { ADD_FAILURE(); };
    const Ticket wide = Submit(scheduler, std::move(withdrawn));
    const Ticket last = Submit(scheduler, Work("a", [&](Turn&) {
                                 ++ran;
                                 end = true;
                               }));
    ASSERT_NE(last, 0u);
    EXPECT_FALSE(scheduler.Withdraw(first));
    EXPECT_EQ(scheduler.waiting(), 2u);
    // Without the wide task, the task behind it can start.
    EXPECT_TRUE(scheduler.Withdraw(wide));
    EXPECT_FALSE(scheduler.Withdraw(wide));
    while (!end) std::this_thread::yield();
    EXPECT_FALSE(scheduler.Withdraw(last));
    EXPECT_FALSE(scheduler.Withdraw(0));
  }
  EXPECT_EQ(ran, 1);
}

TEST(FairScheduler, TheNewestTaskOfTheLargestClientIsShed) {
  std::atomic<bool> end = false;
  EventLog log;
  {
    FairScheduler scheduler({.slots = 1, .max_waiting = 4, .turn = std::chrono::hours(1)});
    const auto submit = [&](const std::string& client, const std::string& name) {
      Task task = Work(client, [&log, name](Turn&) { log.Add("ran " + name); });
      // `shed` calls the scheduler, which must not deadlock.
      task.shed = [&log, &scheduler, name](Refusal) {
        log.Add("shed " + name + " of " + std::to_string(scheduler.waiting() + 1));
      };
      return Submit(scheduler, std::move(task)) != 0;
    };
    Accept(scheduler, Spin("flood", end));
    for (const char* name : {"a", "b", "c", "d"}) EXPECT_TRUE(submit("flood", name));
    EXPECT_FALSE(submit("flood", "e"));
    EXPECT_TRUE(submit("honest", "f"));
    EXPECT_THAT(log.events(), ElementsAre("shed d of 5"));
    EXPECT_EQ(scheduler.ShedFrom("flood", 1), 1u);
    EXPECT_EQ(scheduler.ShedFrom("nobody", 1), 0u);
    end = true;
  }
  EXPECT_THAT(log.events(), ElementsAre("shed d of 5", "shed c of 4", "ran f", "ran a", "ran b"));
}

TEST(FairScheduler, ReportsItsLoad) {
  std::atomic<bool> end = false;
  FairScheduler scheduler({.slots = 1, .max_waiting = 10});
  EXPECT_EQ(scheduler.load().clients, 0u);
  EXPECT_EQ(scheduler.load().oldest_wait.count(), 0);
  Accept(scheduler, Spin("a", end));
  Task large = Spin("b", end);
  large.needs.waiting_bytes = 1000;
  Accept(scheduler, std::move(large));
  for (int i = 0; i < 3; ++i) Accept(scheduler, Spin("c", end));
  std::this_thread::sleep_for(milliseconds(1));
  const FairScheduler::Load load = scheduler.load();
  EXPECT_EQ(load.clients, 3u);
  EXPECT_EQ(load.running, 1u);
  EXPECT_EQ(load.waiting + load.paused, 4u);
  EXPECT_EQ(load.largest_by_tasks.client, "c");
  EXPECT_GT(load.oldest_wait, milliseconds(1));
  end = true;
}

TEST(FairScheduler, BackgroundThreadsAndTheirChildrenYieldToAllOthers) {
  std::atomic<int> own = -1;
  std::atomic<int> inherited = -1;
  {
    FairScheduler scheduler({.slots = 1, .priority = FairScheduler::Priority::kBackground});
    ASSERT_NE(
        Submit(scheduler, Work("a",
                               [&](Turn&) {
                                 own = sched_getscheduler(0);
                                 std::thread([&] { inherited = sched_getscheduler(0); }).join();
                               })),
        0u);
  }
  EXPECT_EQ(own, SCHED_IDLE);
  EXPECT_EQ(inherited, SCHED_IDLE);
}

}  // namespace
}  // namespace arbiter
