#include "service/calls/fair_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::IsEmpty;
using ::testing::Le;

constexpr milliseconds kTurn(10);
constexpr size_t kMany = 100'000;

struct Work : FairQueue::Item {
  Work(std::string client_name, milliseconds duration, int slots, size_t bytes)
      : Item(bytes, slots), client(std::move(client_name)), left(duration) {}

  const std::string client;
  milliseconds left;
  milliseconds turn{0};
};

// Runs the tasks of a queue in simulated time, in steps of a millisecond.
class Simulation {
 public:
  explicit Simulation(int slots, FairQueue::Options options = {.max_waiting = kMany})
      : slots_(slots), queue_([&] {
          options.slots = slots;
          options.turn = kTurn;
          return options;
        }()) {}

  // Submits a task and returns its ticket; 0 if it is refused.
  FairQueue::Ticket Submit(const std::string& client, milliseconds work, int slots = 1,
                           size_t bytes = 0) {
    const auto* item = queue_.Push(client, std::make_unique<Work>(client, work, slots, bytes));
    const FairQueue::Ticket ticket = item->ticket;
    Dispatch();
    std::vector<FairQueue::ItemPtr> displaced;
    if (!item->started && !queue_.MakeRoom(*item, &displaced)) {
      queue_.Remove(ticket);
      return 0;
    }
    for (const auto& item : displaced) displaced_.push_back(item->ticket);
    Dispatch();
    return ticket;
  }

  void RunFor(milliseconds time) {
    for (milliseconds end = now_ + time; now_ < end;) Step();
  }

  // The time that the tasks of a client have used, in milliseconds.
  int64_t used(const std::string& client) const {
    const auto found = used_.find(client);
    return found == used_.end() ? 0 : found->second.count();
  }
  milliseconds idle() const { return idle_; }
  milliseconds now() const { return now_; }
  size_t max_paused() const { return max_paused_; }
  const std::vector<FairQueue::Ticket>& finished() const { return finished_; }
  const std::vector<FairQueue::Ticket>& displaced() const { return displaced_; }
  FairQueue& queue() { return queue_; }

 private:
  void Dispatch() {
    while (FairQueue::Item* const next = queue_.Next()) {
      static_cast<Work*>(next)->turn = milliseconds(0);
      queue_.Grant(next);
    }
    max_paused_ = std::max(max_paused_, queue_.paused());
  }

  void Step() {
    constexpr milliseconds kStep(1);
    now_ += kStep;
    idle_ += slots_ * kStep;
    const std::vector<FairQueue::Item*> running = queue_.running();
    for (FairQueue::Item* item : running) {
      auto* const work = static_cast<Work*>(item);
      queue_.Charge(*work, kStep * work->slots);
      used_[work->client] += kStep * work->slots;
      idle_ -= kStep * work->slots;
      work->left -= kStep;
      work->turn += kStep;
    }
    for (FairQueue::Item* item : running) {
      auto* const work = static_cast<Work*>(item);
      if (work->left <= milliseconds(0)) {
        finished_.push_back(work->ticket);
        queue_.Finish(work);
        Dispatch();
      } else if (work->turn >= kTurn && queue_.ShouldYield(*work)) {
        queue_.Pause(work);
        Dispatch();
      }
    }
  }

  const int slots_;
  FairQueue queue_;
  milliseconds now_{0};
  milliseconds idle_{0};
  size_t max_paused_ = 0;
  std::map<std::string, milliseconds> used_;
  std::vector<FairQueue::Ticket> finished_;
  std::vector<FairQueue::Ticket> displaced_;
};

TEST(FairQueue, ClientsShareEquallyRegardlessOfTheNumberOfTheirTasks) {
  Simulation simulation(2);
  for (int i = 0; i < 1000; ++i) simulation.Submit("flood", milliseconds(25));
  for (int i = 0; i < 40; ++i) simulation.Submit("honest", milliseconds(50));
  simulation.RunFor(milliseconds(1000));
  EXPECT_THAT(simulation.used("honest"), AllOf(Ge(950), Le(1050)));
  EXPECT_EQ(simulation.used("honest") + simulation.used("flood"), 2000);
}

TEST(FairQueue, ClientsShareEquallyRegardlessOfTheLengthOfTheirTasks) {
  Simulation simulation(1);
  for (int i = 0; i < 10; ++i) simulation.Submit("long", milliseconds(10'000));
  for (int i = 0; i < 1000; ++i) simulation.Submit("short", milliseconds(1));
  simulation.RunFor(milliseconds(1000));
  EXPECT_THAT(simulation.used("short"), AllOf(Ge(480), Le(520)));
}

TEST(FairQueue, ASingleClientGetsAllSlots) {
  Simulation simulation(4);
  for (int i = 0; i < 100; ++i) simulation.Submit("alone", milliseconds(20));
  simulation.RunFor(milliseconds(500));
  EXPECT_EQ(simulation.used("alone"), 2000);
  EXPECT_EQ(simulation.idle(), milliseconds(0));
}

TEST(FairQueue, AShortTaskWaitsAtMostOneTurnDespiteManyFloodingClients) {
  Simulation simulation(1);
  for (int i = 0; i < 500; ++i) {
    simulation.Submit("flood " + std::to_string(i % 50), milliseconds(60'000));
  }
  simulation.RunFor(milliseconds(1003));
  for (int i = 0; i < 20; ++i) {
    const auto ticket = simulation.Submit("honest", milliseconds(1));
    simulation.RunFor(kTurn + milliseconds(1));
    EXPECT_THAT(simulation.finished(), ::testing::Contains(ticket));
    // After this pause, the client has used less than its share.
    simulation.RunFor(milliseconds(800));
  }
}

TEST(FairQueue, BeingIdleEarnsNoCredit) {
  Simulation simulation(1);
  simulation.Submit("early", milliseconds(1));
  for (int i = 0; i < 100; ++i) simulation.Submit("busy", milliseconds(100));
  simulation.RunFor(milliseconds(5000));
  const int64_t before = simulation.used("early");
  for (int i = 0; i < 100; ++i) simulation.Submit("early", milliseconds(100));
  simulation.RunFor(milliseconds(400));
  EXPECT_THAT(simulation.used("early") - before, AllOf(Ge(180), Le(220)));
}

TEST(FairQueue, UsingLessThanTheShareEarnsNoCredit) {
  Simulation simulation(4);
  simulation.Submit("modest", milliseconds(60'000));
  for (int i = 0; i < 3; ++i) simulation.Submit("busy", milliseconds(60'000));
  simulation.RunFor(milliseconds(5000));
  for (int i = 0; i < 50; ++i) simulation.Submit("modest", milliseconds(100));
  const int64_t before = simulation.used("busy");
  simulation.RunFor(milliseconds(500));
  EXPECT_THAT(simulation.used("busy") - before, AllOf(Ge(900), Le(1100)));
}

TEST(FairQueue, UsingSlotsThatWereFreeCausesOnlyABoundedDebt) {
  Simulation simulation(4);
  simulation.Submit("modest", milliseconds(60'000));
  for (int i = 0; i < 3; ++i) simulation.Submit("busy", milliseconds(5000));
  simulation.RunFor(milliseconds(5001));
  for (int i = 0; i < 50; ++i) simulation.Submit("modest", milliseconds(100));
  simulation.RunFor(milliseconds(10));
  for (int i = 0; i < 50; ++i) simulation.Submit("busy", milliseconds(100));
  const int64_t before = simulation.used("busy");
  simulation.RunFor(milliseconds(1000));
  EXPECT_THAT(simulation.used("busy") - before, AllOf(Ge(1500), Le(2500)));
}

TEST(FairQueue, LeavingAndReturningAtOnceGainsNothing) {
  Simulation simulation(1);
  for (int i = 0; i < 100; ++i) simulation.Submit("steady", milliseconds(100));
  auto ticket = simulation.Submit("returning", milliseconds(15));
  while (simulation.now() < milliseconds(2000)) {
    simulation.RunFor(milliseconds(1));
    if (simulation.finished().empty() || simulation.finished().back() != ticket) continue;
    ticket = simulation.Submit("returning", milliseconds(15));
  }
  EXPECT_THAT(simulation.used("returning"), Le(1050));
}

TEST(FairQueue, AnEndlessStreamOfNewClientsStarvesNobody) {
  Simulation simulation(1);
  simulation.Submit("steady", milliseconds(60'000));
  simulation.RunFor(milliseconds(5));
  // The new clients request twice the available time.
  for (int i = 0; i < 1000; ++i) {
    simulation.Submit("new " + std::to_string(i), milliseconds(10));
    simulation.RunFor(milliseconds(5));
  }
  EXPECT_GE(simulation.used("steady"), 30);
}

TEST(FairQueue, ShortTasksDoNotStarveWideOnes) {
  Simulation simulation(4);
  for (int client = 0; client < 4; ++client) {
    for (int i = 0; i < 1000; ++i) {
      simulation.Submit("narrow " + std::to_string(client), milliseconds(7));
    }
  }
  simulation.RunFor(milliseconds(20));
  for (int i = 0; i < 10; ++i) simulation.Submit("wide", milliseconds(100), 4);
  simulation.RunFor(milliseconds(1000));
  EXPECT_THAT(simulation.used("wide"), AllOf(Ge(700), Le(900)));
  EXPECT_LE(simulation.idle(), milliseconds(4 * 1020 / 10));
}

TEST(FairQueue, SlotsAreNotReservedForAWideTaskThatCannotGetAllOfThemSoon) {
  Simulation simulation(2);
  const auto first = simulation.Submit("a", milliseconds(500));
  simulation.Submit("a", milliseconds(100), 2);
  for (int i = 0; i < 100; ++i) simulation.Submit("b", milliseconds(20));
  simulation.RunFor(milliseconds(2000));
  EXPECT_THAT(simulation.finished(), ::testing::Contains(first));
  EXPECT_EQ(simulation.used("a"), 700);
  EXPECT_LE(simulation.idle(), milliseconds(4000 - 2700 + 100));
}

TEST(FairQueue, TasksOfAClientStartInOrderEvenIfALaterOneWouldFit) {
  Simulation simulation(2);
  const auto first = simulation.Submit("a", milliseconds(30));
  const auto wide = simulation.Submit("a", milliseconds(5), 2);
  const auto last = simulation.Submit("a", milliseconds(1));
  simulation.RunFor(milliseconds(100));
  EXPECT_THAT(simulation.finished(), ElementsAre(first, wide, last));
}

TEST(FairQueue, PausedTasksResumeBeforeTheNextTaskStarts) {
  Simulation simulation(1);
  std::vector<FairQueue::Ticket> tickets;
  for (int i = 0; i < 5; ++i) tickets.push_back(simulation.Submit("a", milliseconds(35)));
  for (int i = 0; i < 5; ++i) simulation.Submit("b", milliseconds(35));
  simulation.RunFor(milliseconds(1000));
  std::vector<FairQueue::Ticket> of_a;
  for (const auto ticket : simulation.finished()) {
    if (ticket <= tickets.back()) of_a.push_back(ticket);
  }
  EXPECT_EQ(of_a, tickets);
  // At most one task of each client had started at any time, so at most one task was paused.
  EXPECT_EQ(simulation.max_paused(), 1u);
}

TEST(FairQueue, TheNumberOfPausedTasksIsBounded) {
  Simulation simulation(2, {.max_waiting = kMany, .max_paused = 3});
  for (int i = 0; i < 20; ++i) {
    simulation.Submit("client " + std::to_string(i), milliseconds(100));
  }
  simulation.RunFor(milliseconds(1200));
  EXPECT_EQ(simulation.finished().size(), 20u);
  EXPECT_THAT(simulation.max_paused(), AllOf(Ge(3u), Le(4u)));
}

// --- Full queues.

TEST(FairQueue, OnlyTheClientThatFillsTheQueueIsRefused) {
  Simulation simulation(1, {.max_waiting = 10});
  std::vector<FairQueue::Ticket> flood;
  for (int i = 0; i < 11; ++i) flood.push_back(simulation.Submit("flood", milliseconds(100)));
  EXPECT_EQ(simulation.Submit("flood", milliseconds(100)), 0u);
  EXPECT_THAT(simulation.displaced(), IsEmpty());
  for (int i = 0; i < 5; ++i) EXPECT_NE(simulation.Submit("honest", milliseconds(100)), 0u);
  // The newest tasks of the flood were displaced.
  EXPECT_THAT(simulation.displaced(),
              ElementsAre(flood[10], flood[9], flood[8], flood[7], flood[6]));
  // Now both clients have used up their share of the queue.
  EXPECT_EQ(simulation.Submit("honest", milliseconds(100)), 0u);
  EXPECT_EQ(simulation.Submit("flood", milliseconds(100)), 0u);
  EXPECT_NE(simulation.Submit("third", milliseconds(100)), 0u);
}

TEST(FairQueue, AClientWithAnEqualShareDisplacesNothing) {
  Simulation simulation(1, {.max_waiting = 3});
  simulation.Submit("running", milliseconds(100));
  for (const char* client : {"a", "b", "c"}) {
    EXPECT_NE(simulation.Submit(client, milliseconds(100)), 0u);
  }
  EXPECT_EQ(simulation.Submit("d", milliseconds(100)), 0u);
  EXPECT_THAT(simulation.displaced(), IsEmpty());
  EXPECT_EQ(simulation.queue().waiting(), 3u);
}

TEST(FairQueue, BytesAreSharedFairlyToo) {
  Simulation simulation(1, {.max_waiting = kMany, .max_waiting_bytes = 1000});
  simulation.Submit("running", milliseconds(100), 1, 5000);
  std::vector<FairQueue::Ticket> flood;
  for (int i = 0; i < 10; ++i) {
    flood.push_back(simulation.Submit("flood", milliseconds(100), 1, 100));
  }
  EXPECT_EQ(simulation.Submit("flood", milliseconds(100), 1, 1), 0u);
  // To make room, the flood would have to fall below the share of this client, so it keeps all of
  // its tasks.
  EXPECT_EQ(simulation.Submit("honest", milliseconds(100), 1, 600), 0u);
  EXPECT_EQ(simulation.queue().waiting_bytes(), 1000u);
  EXPECT_NE(simulation.Submit("honest", milliseconds(100), 1, 450), 0u);
  EXPECT_THAT(simulation.displaced(),
              ElementsAre(flood[9], flood[8], flood[7], flood[6], flood[5]));
  EXPECT_EQ(simulation.queue().waiting_bytes(), 950u);
  simulation.RunFor(milliseconds(10'000));
  EXPECT_EQ(simulation.finished().size(), 7u);
  EXPECT_EQ(simulation.queue().waiting_bytes(), 0u);
}

TEST(FairQueue, ATaskLargerThanTheQueueIsRefusedUnlessItCanStart) {
  Simulation simulation(1, {.max_waiting = 10, .max_waiting_bytes = 1000});
  EXPECT_NE(simulation.Submit("a", milliseconds(10), 1, 2000), 0u);
  EXPECT_EQ(simulation.Submit("a", milliseconds(10), 1, 2000), 0u);
}

TEST(FairQueue, PausedTasksCountAsWaiting) {
  Simulation simulation(1, {.max_waiting = 2});
  simulation.Submit("a", milliseconds(100));
  simulation.Submit("b", milliseconds(100));
  simulation.Submit("c", milliseconds(100));
  simulation.RunFor(milliseconds(25));
  EXPECT_EQ(simulation.queue().paused(), 2u);
  EXPECT_EQ(simulation.Submit("d", milliseconds(100)), 0u);
}

TEST(FairQueue, ReportsTheLargestShares) {
  Simulation simulation(1);
  EXPECT_EQ(simulation.queue().LargestByTasks().client, "");
  simulation.Submit("running", milliseconds(100), 1, 7);
  simulation.Submit("small", milliseconds(100), 1, 1);
  simulation.Submit("small", milliseconds(100), 1, 1);
  simulation.Submit("large", milliseconds(100), 1, 3);
  EXPECT_EQ(simulation.queue().LargestByTasks().client, "small");
  EXPECT_EQ(simulation.queue().LargestByTasks().tasks, 2u);
  EXPECT_EQ(simulation.queue().LargestByBytes().client, "large");
  EXPECT_EQ(simulation.queue().LargestByBytes().bytes, 3u);
  EXPECT_EQ(simulation.queue().RemoveNewest("small", 5).size(), 2u);
  EXPECT_EQ(simulation.queue().RemoveNewest("running", 5).size(), 0u);
  EXPECT_EQ(simulation.queue().RemoveNewest("unknown", 5).size(), 0u);
  EXPECT_EQ(simulation.queue().LargestByTasks().client, "large");
}

}  // namespace
}  // namespace arbiter
