#include "service/scheduling/fair_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
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
// How long a task runs before it has to end in favour of another one.
constexpr milliseconds kMinHeld(100);

struct Work : FairQueue::Item {
  Work(std::string client_name, milliseconds duration, const FairQueue::Needs& item_needs)
      : Item(item_needs), client(std::move(client_name)), left(duration) {}

  const std::string client;
  milliseconds left;
  milliseconds turn{0};
  milliseconds started_at{0};
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
    return Submit(client, work, {.waiting_bytes = bytes, .slots = slots});
  }
  FairQueue::Ticket Submit(const std::string& client, milliseconds work,
                           const FairQueue::Needs& needs) {
    const auto* item = queue_.Push(client, std::make_unique<Work>(client, work, needs));
    FairQueue::Ticket ticket = item->ticket;
    Dispatch();
    if (item->started) return ticket;
    for (const auto& [displaced, why] : queue_.MakeRoom(*item)) {
      why_displaced_ = why;
      if (displaced->ticket == ticket) {
        ticket = 0;
      } else {
        displaced_.push_back(displaced->ticket);
      }
    }
    Dispatch();
    return ticket;
  }

  void RunFor(milliseconds time) {
    for (milliseconds end = now_ + time; now_ < end;) Step();
  }

  // Lets tasks wait that are stuck, which are otherwise shed at once.
  void KeepStuck() { sheds_stuck_ = false; }

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
  FairQueue::Displacement why_displaced() const { return why_displaced_; }
  // The tasks that had to end, and those that were shed because they were stuck.
  const std::vector<FairQueue::Ticket>& ended() const { return ended_; }
  const std::vector<FairQueue::Ticket>& stuck() const { return stuck_; }
  // When a task started; std::nullopt if it has not.
  std::optional<milliseconds> started_at(FairQueue::Ticket ticket) const {
    const auto found = started_.find(ticket);
    return found == started_.end() ? std::nullopt : std::optional(found->second);
  }
  FairQueue& queue() { return queue_; }

 private:
  void Dispatch() {
    while (FairQueue::Item* const next = queue_.Next()) {
      static_cast<Work*>(next)->turn = milliseconds(0);
      if (!next->started) static_cast<Work*>(next)->started_at = started_[next->ticket] = now_;
      queue_.Grant(next);
    }
    max_paused_ = std::max(max_paused_, queue_.paused());
  }

  void MakeRoom() {
    const auto may_end = [this](const FairQueue::Item& item) {
      return now_ - static_cast<const Work&>(item).started_at >= kMinHeld;
    };
    while (FairQueue::Item* const ending = queue_.NextToEnd(may_end)) {
      static_cast<Work*>(ending)->left = milliseconds(1);
      ended_.push_back(ending->ticket);
    }
    if (!sheds_stuck_) return;
    for (FairQueue::Item* item : queue_.Stuck()) {
      stuck_.push_back(item->ticket);
      queue_.Remove(item->ticket);
    }
  }

  void Step() {
    constexpr milliseconds kStep(1);
    now_ += kStep;
    idle_ += slots_ * kStep;
    const std::vector<FairQueue::Item*> running = queue_.running();
    for (FairQueue::Item* item : running) {
      auto* const work = static_cast<Work*>(item);
      queue_.Charge(*work, kStep * work->needs.slots);
      used_[work->client] += kStep * work->needs.slots;
      idle_ -= kStep * work->needs.slots;
      work->left -= kStep;
      work->turn += kStep;
    }
    for (FairQueue::Item* item : running) {
      auto* const work = static_cast<Work*>(item);
      if (work->left <= milliseconds(0)) {
        finished_.push_back(work->ticket);
        queue_.Finish(work);
        Dispatch();
        continue;
      }
      MakeRoom();
      if (work->turn >= kTurn && queue_.ShouldYield(*work)) {
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
  FairQueue::Displacement why_displaced_ = FairQueue::Displacement::kEqualShares;
  std::map<FairQueue::Ticket, milliseconds> started_;
  std::vector<FairQueue::Ticket> ended_;
  std::vector<FairQueue::Ticket> stuck_;
  bool sheds_stuck_ = true;
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

TEST(FairQueue, BatchTasksLeaveSlotsToOthersHoweverManyClientsTheyHave) {
  Simulation simulation(5, {.max_batch_slots = 3, .max_waiting = kMany});
  for (int i = 0; i < 6; ++i) {
    const std::string client = "batch " + std::to_string(i);
    for (int j = 0; j < 2; ++j) {
      simulation.Submit(client, milliseconds(10'000), {.slots = 1, .batch_weight = 1});
    }
  }
  simulation.RunFor(milliseconds(1000));
  EXPECT_EQ(simulation.idle(), milliseconds(2000));
  // Somebody else gets the other slots at once and keeps them, even when the clients of the batch
  // tasks have had less time.
  for (int i = 1; i <= 3; ++i) {
    for (int j = 0; j < 2; ++j) {
      const auto ticket = simulation.Submit("site", milliseconds(500));
      EXPECT_EQ(simulation.started_at(ticket), simulation.now());
    }
    simulation.RunFor(milliseconds(500));
    EXPECT_EQ(simulation.used("site"), 1000 * i);
  }
  for (int i = 0; i < 6; ++i) {
    EXPECT_THAT(simulation.used("batch " + std::to_string(i)), AllOf(Ge(1200), Le(1300)));
  }
}

TEST(FairQueue, ManyClientsWithBatchTasksWeighNoMoreThanTheirSlots) {
  for (const int clients : {3, 9, 30}) {
    Simulation simulation(4, {.max_batch_slots = 3, .max_waiting = kMany});
    for (int i = 0; i < clients; ++i) {
      simulation.Submit("batch " + std::to_string(i), milliseconds(10'000),
                        {.slots = 1, .batch_weight = 1});
    }
    simulation.RunFor(milliseconds(1000));
    simulation.Submit("wide", milliseconds(10'000), 4);
    simulation.RunFor(milliseconds(5000));
    // A fifth of the time with four slots, as if three clients shared the rest.
    EXPECT_THAT(simulation.used("wide"), AllOf(Ge(3600), Le(4600))) << clients;
  }
}

TEST(FairQueue, ClassesOfBatchTasksShareTheirSlotsByWeight) {
  Simulation simulation(3, {.max_batch_slots = 2, .max_waiting = kMany});
  const auto submit = [&](const std::string& client, int weight) {
    for (int i = 0; i < 3; ++i) {
      simulation.Submit(client, milliseconds(100'000), {.slots = 1, .batch_weight = weight});
    }
  };
  submit("low", 1);
  submit("also low", 1);
  submit("normal", 3);
  for (const char* client : {"high 1", "high 2", "high 3"}) submit(client, 9);
  simulation.RunFor(milliseconds(13'000));
  for (const char* client : {"high 1", "high 2", "high 3"}) {
    EXPECT_THAT(simulation.used(client), AllOf(Ge(5500), Le(6500)));
  }
  EXPECT_THAT(simulation.used("normal"), AllOf(Ge(5500), Le(6500)));
  EXPECT_THAT(simulation.used("low"), AllOf(Ge(900), Le(1100)));
  EXPECT_THAT(simulation.used("also low"), AllOf(Ge(900), Le(1100)));
  // A quarter of the time with three slots, as if two clients shared the rest.
  simulation.Submit("wide", milliseconds(100'000), 3);
  simulation.RunFor(milliseconds(9'000));
  EXPECT_THAT(simulation.used("wide"), AllOf(Ge(6300), Le(7200)));
}

// A worker hands in the next part of its work when one has ended, and has one more in the queue.
TEST(FairQueue, BatchClientsThatHandInOneTaskAfterTheOtherKeepTheirWeights) {
  Simulation simulation(2, {.max_waiting = kMany});
  std::map<std::string, int> missing = {{"high", 3}, {"low", 1}};
  std::map<FairQueue::Ticket, std::string> clients;
  size_t finished = 0;
  while (simulation.now() < milliseconds(10'000)) {
    for (auto& [client, count] : missing) {
      for (; count > 0; --count) {
        const int weight = client == "high" ? 9 : 1;
        clients[simulation.Submit(client, milliseconds(50), {.slots = 1, .batch_weight = weight})] =
            client;
      }
    }
    simulation.RunFor(milliseconds(1));
    for (; finished < simulation.finished().size(); ++finished) {
      ++missing[clients[simulation.finished()[finished]]];
    }
  }
  EXPECT_THAT(simulation.used("low"), AllOf(Ge(1800), Le(2200)));
  EXPECT_EQ(simulation.used("high") + simulation.used("low"), 20'000);
}

// However unequal the charges of batch tasks are.
TEST(FairQueue, WhoeverComesBesideClassesOfBatchTasksBeginsSoon) {
  Simulation simulation(1, {.max_waiting = kMany});
  simulation.Submit("high", milliseconds(100'000), {.slots = 1, .batch_weight = 9});
  for (int i = 0; i < 8; ++i) {
    simulation.Submit("low " + std::to_string(i), milliseconds(100'000),
                      {.slots = 1, .batch_weight = 1});
  }
  for (int i = 0; i < 50; ++i) {
    simulation.RunFor(milliseconds(97));
    const milliseconds begin = simulation.now();
    const auto ticket = simulation.Submit("site", milliseconds(5));
    while (!simulation.started_at(ticket)) simulation.RunFor(milliseconds(1));
    EXPECT_LE(simulation.now() - begin, 5 * kTurn);
  }
}

TEST(FairQueue, BatchTasksTakeTurnsWithinTheirSlots) {
  Simulation simulation(3, {.max_batch_slots = 1, .max_waiting = kMany});
  for (int i = 0; i < 2; ++i) simulation.Submit("site", milliseconds(1000));
  simulation.Submit("long", milliseconds(1000), {.slots = 1, .batch_weight = 1});
  simulation.RunFor(milliseconds(100));
  const auto second = simulation.Submit("short", milliseconds(20), {.slots = 1, .batch_weight = 1});
  EXPECT_EQ(simulation.started_at(second), std::nullopt);
  simulation.RunFor(milliseconds(100));
  EXPECT_THAT(simulation.finished(), ElementsAre(second));
  // The other slots were never idle in their favour.
  EXPECT_EQ(simulation.used("site"), 400);
  EXPECT_EQ(simulation.idle(), milliseconds(0));
}

TEST(FairQueue, ASingleClientGetsAllSlots) {
  Simulation simulation(4);
  for (int i = 0; i < 100; ++i) simulation.Submit("alone", milliseconds(20));
  simulation.RunFor(milliseconds(500));
  EXPECT_EQ(simulation.used("alone"), 2000);
  EXPECT_EQ(simulation.idle(), milliseconds(0));
}

TEST(FairQueue, AClientAtItsLimitLeavesSlotsToThoseWhoComeLater) {
  Simulation simulation(4, {.max_running_per_client = 2, .max_waiting = kMany});
  for (int i = 0; i < 100; ++i) simulation.Submit("early", milliseconds(1000));
  simulation.RunFor(milliseconds(500));
  EXPECT_EQ(simulation.used("early"), 1000) << "two slots";
  const FairQueue::Ticket late = simulation.Submit("late", milliseconds(10));
  EXPECT_EQ(simulation.started_at(late), simulation.now()) << "it starts at once";
  simulation.RunFor(milliseconds(1000));
  EXPECT_EQ(simulation.used("early"), 3000);
  EXPECT_EQ(simulation.used("late"), 10);
}

TEST(FairQueue, ClientsShareEquallyRegardlessOfTheNumberOfTheirThreads) {
  for (const auto& [slots, threads] :
       {std::pair(2, std::array{1, 1, 2}), std::pair(2, std::array{1, 2, 2}),
        std::pair(4, std::array{2, 3, 4}), std::pair(4, std::array{4, 4, 1})}) {
    Simulation simulation(slots);
    for (size_t i = 0; i < threads.size(); ++i) {
      simulation.Submit(std::to_string(i), milliseconds(kMany), threads[i]);
    }
    simulation.RunFor(milliseconds(3000));
    const auto total = simulation.used("0") + simulation.used("1") + simulation.used("2");
    for (const char* client : {"0", "1", "2"}) {
      EXPECT_THAT(
          static_cast<double>(simulation.used(client)),
          AllOf(Ge(0.9 * static_cast<double>(total) / 3), Le(1.1 * static_cast<double>(total) / 3)))
          << slots << threads[0] << threads[1] << threads[2];
    }
  }
}

// The client with one thread cannot use a third of four slots. The one with two threads runs beside
// it on slots that nobody else could use.
TEST(FairQueue, SlotsThatNobodyElseCanUseAreNotLeftIdle) {
  Simulation simulation(4);
  for (const int threads : {1, 2, 4}) {
    simulation.Submit(std::to_string(threads), milliseconds(kMany), threads);
  }
  simulation.RunFor(milliseconds(3000));
  EXPECT_NEAR(static_cast<double>(simulation.used("4")), static_cast<double>(simulation.used("1")),
              static_cast<double>(simulation.used("1")) / 10);
  EXPECT_GE(simulation.used("2"), simulation.used("1"));
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

TEST(FairQueue, TheSlotsOfStartedTasksAreBounded) {
  Simulation simulation(2, {.max_waiting = kMany, .max_held_slots = 10});
  simulation.KeepStuck();
  for (int i = 0; i < 20; ++i) {
    simulation.Submit("client " + std::to_string(i), milliseconds(100));
  }
  simulation.RunFor(milliseconds(1200));
  EXPECT_EQ(simulation.finished().size(), 20u);
  // Two of the ten run.
  EXPECT_EQ(simulation.max_paused(), 8u);
}

// --- The budget of started tasks.

// A search with a table of this many bytes.
FairQueue::Needs Table(size_t bytes, FairQueue::Kind kind, int slots = 1) {
  return {.held_bytes = bytes, .slots = slots, .kind = kind};
}

constexpr milliseconds kForever(1'000'000);
using Kind = FairQueue::Kind;

// Returns a simulation in which 1,000 bytes are shared.
Simulation WithBudget(int slots) {
  return Simulation(
      slots,
      {.max_waiting = kMany, .max_held_bytes = 1000, .max_fixed_bytes = 500, .min_share = 100});
}

TEST(FairQueue, ANewcomerBeginsHoweverManyEndlessTasksThereAre) {
  for (const Kind kind : {Kind::kEndless, Kind::kTimed}) {
    for (const int clients : {1, 4, 10, 18, 40}) {
      Simulation simulation = WithBudget(2);
      for (int i = 0; i < clients; ++i) {
        simulation.Submit(std::to_string(i), kForever, Table(100, kind));
      }
      simulation.RunFor(milliseconds(2000));
      for (int i = 0; i < 5; ++i) {
        const milliseconds before = simulation.now();
        const auto ticket =
            simulation.Submit("newcomer " + std::to_string(i), milliseconds(5), Table(100, kind));
        simulation.RunFor(kMinHeld + 3 * kTurn);
        ASSERT_TRUE(simulation.started_at(ticket).has_value()) << clients;
        EXPECT_LE(*simulation.started_at(ticket) - before, kMinHeld + 2 * kTurn) << clients;
        EXPECT_THAT(simulation.finished(), ::testing::Contains(ticket)) << clients;
      }
    }
  }
}

TEST(FairQueue, TheTaskThatHasRunLongestEndsFirstAndOnlyIfThereIsNoRoom) {
  Simulation simulation = WithBudget(1);
  std::vector<FairQueue::Ticket> tickets;
  for (int i = 0; i < 10; ++i) {
    tickets.push_back(simulation.Submit(std::to_string(i), kForever, Table(100, Kind::kEndless)));
    simulation.RunFor(milliseconds(20));
  }
  EXPECT_THAT(simulation.ended(), IsEmpty());
  for (int i = 10; i < 13; ++i) {
    simulation.Submit(std::to_string(i), kForever, Table(100, Kind::kEndless));
    simulation.RunFor(milliseconds(100));
  }
  EXPECT_THAT(simulation.ended(), ElementsAre(tickets[0], tickets[1], tickets[2]));
}

TEST(FairQueue, ATaskIsNotEndedBeforeItsTime) {
  Simulation simulation = WithBudget(1);
  for (int i = 0; i < 10; ++i) {
    simulation.Submit(std::to_string(i), kForever, Table(100, Kind::kEndless));
  }
  const auto newcomer = simulation.Submit("newcomer", kForever, Table(100, Kind::kEndless));
  simulation.RunFor(kMinHeld - milliseconds(1));
  EXPECT_THAT(simulation.ended(), IsEmpty());
  simulation.RunFor(10 * kMinHeld);
  EXPECT_TRUE(simulation.started_at(newcomer).has_value());
}

TEST(FairQueue, TheClientThatHoldsMostMakesWay) {
  Simulation simulation = WithBudget(1);
  const auto small = simulation.Submit("small", kForever, Table(100, Kind::kEndless));
  for (int i = 0; i < 9; ++i) simulation.Submit("large", kForever, Table(100, Kind::kEndless));
  simulation.RunFor(milliseconds(1000));
  EXPECT_EQ(simulation.queue().held_bytes(), 1000u);
  for (int i = 0; i < 5; ++i) {
    simulation.Submit(std::to_string(i), kForever, Table(100, Kind::kEndless));
    simulation.RunFor(milliseconds(200));
  }
  EXPECT_EQ(simulation.ended().size(), 5u);
  EXPECT_THAT(simulation.ended(), ::testing::Not(::testing::Contains(small)));
}

TEST(FairQueue, ALargeTableDoesNotTakeThePlaceOfManySmallOnes) {
  Simulation simulation = WithBudget(1);
  for (int i = 0; i < 10; ++i) {
    simulation.Submit(std::to_string(i), kForever, Table(100, Kind::kEndless));
  }
  simulation.RunFor(milliseconds(1000));
  const auto large = simulation.Submit("large", kForever, Table(500, Kind::kEndless));
  simulation.RunFor(milliseconds(100));
  EXPECT_THAT(simulation.ended(), IsEmpty());
  EXPECT_THAT(simulation.stuck(), ElementsAre(large));
}

TEST(FairQueue, ALargeTableMakesWayForSmallOnes) {
  Simulation simulation = WithBudget(1);
  for (const char* client : {"a", "b"}) {
    simulation.Submit(client, kForever, Table(500, Kind::kEndless));
  }
  simulation.RunFor(milliseconds(500));
  const auto first = simulation.Submit("c", kForever, Table(500, Kind::kTimed));
  simulation.RunFor(milliseconds(100));
  EXPECT_TRUE(simulation.started_at(first).has_value());
  EXPECT_EQ(simulation.ended().size(), 1u);
}

TEST(FairQueue, FixedTasksAreNeverEndedAndTakeHalfOfTheBudget) {
  Simulation simulation = WithBudget(2);
  std::vector<FairQueue::Ticket> tickets;
  for (int i = 0; i < 5; ++i) {
    tickets.push_back(
        simulation.Submit(std::to_string(i), milliseconds(2000), Table(100, Kind::kFixed)));
  }
  simulation.RunFor(milliseconds(500));
  EXPECT_EQ(simulation.queue().held_bytes(), 500u);
  // Nothing can be ended for a sixth one.
  const auto sixth = simulation.Submit("5", milliseconds(10), Table(100, Kind::kFixed));
  simulation.RunFor(milliseconds(10));
  EXPECT_THAT(simulation.stuck(), ElementsAre(sixth));
  // The other half is for the others.
  for (int i = 0; i < 10; ++i) {
    simulation.Submit("endless " + std::to_string(i), kForever, Table(100, Kind::kEndless));
    simulation.RunFor(kMinHeld);
  }
  EXPECT_EQ(simulation.ended().size(), 5u);
  simulation.RunFor(milliseconds(60'000));
  EXPECT_THAT(simulation.finished(), ::testing::IsSupersetOf(tickets));
  EXPECT_EQ(simulation.ended().size(), 5u);
}

TEST(FairQueue, FixedTasksOfOneClientLeaveRoomForThoseOfOthers) {
  Simulation simulation = WithBudget(5);
  for (int i = 0; i < 20; ++i) simulation.Submit("farm", kForever, Table(100, Kind::kFixed));
  // All but the minimum share.
  EXPECT_EQ(simulation.queue().held_bytes(), 400u);
  const auto other = simulation.Submit("other", kForever, Table(100, Kind::kFixed));
  EXPECT_TRUE(simulation.started_at(other).has_value());
}

TEST(FairQueue, FixedTasksOfOneClientTakeHalfOfTheirPartWhileOthersWait) {
  Simulation simulation = WithBudget(5);
  for (int i = 0; i < 20; ++i) {
    simulation.Submit("farm", milliseconds(100), Table(100, Kind::kFixed));
  }
  simulation.KeepStuck();
  simulation.Submit("other", kForever, Table(250, Kind::kFixed));
  // The other one finds room, because the farm starts no further task before it.
  simulation.RunFor(milliseconds(150));
  EXPECT_GE(simulation.used("other"), 1);
}

// A review that has to wait for its client's own reviews does not keep a short analysis waiting.
TEST(FairQueue, AFixedTaskBeyondItsShareLetsATaskThatCanEndPass) {
  Simulation simulation = WithBudget(3);
  for (int i = 0; i < 5; ++i) simulation.Submit("site", kForever, Table(200, Kind::kFixed));
  const auto analysis = simulation.Submit("site", milliseconds(5), Table(100, Kind::kTimed));
  simulation.RunFor(milliseconds(10));
  EXPECT_THAT(simulation.finished(), ElementsAre(analysis));
}

TEST(FairQueue, AStuckTaskDoesNotKeepOthersWaiting) {
  Simulation simulation = WithBudget(4);
  simulation.KeepStuck();
  for (const char* client : {"a", "b"}) {
    simulation.Submit(client, kForever, Table(200, Kind::kFixed));
  }
  simulation.Submit("stuck", kForever, Table(250, Kind::kFixed));
  const auto small = simulation.Submit("small", milliseconds(5), Table(100, Kind::kFixed));
  simulation.RunFor(milliseconds(10));
  EXPECT_THAT(simulation.finished(), ElementsAre(small));
}

TEST(FairQueue, SmallFixedTasksDoNotStarveALargeOne) {
  Simulation simulation(2,
                        {.max_waiting = kMany, .max_held_bytes = 1000, .reserves_for_fixed = true});
  simulation.KeepStuck();
  FairQueue::Ticket large = 0;
  for (int i = 0; i < 2000; ++i) {
    // There is always some work of eight clients.
    if (i % 9 == 0) {
      simulation.Submit(std::to_string(i / 9 % 8), milliseconds(20), Table(100, Kind::kFixed));
    }
    if (i == 1000) large = simulation.Submit("large", milliseconds(20), Table(900, Kind::kFixed));
    simulation.RunFor(milliseconds(1));
  }
  EXPECT_THAT(simulation.finished(), ::testing::Contains(large));
}

TEST(FairQueue, ATaskLargerThanTheBudgetStartsAlone) {
  for (const Kind kind : {Kind::kFixed, Kind::kTimed}) {
    Simulation simulation(1, {.max_held_bytes = 1000, .max_fixed_bytes = 500});
    const auto large = simulation.Submit("a", milliseconds(5), Table(5000, kind));
    simulation.RunFor(milliseconds(10));
    EXPECT_THAT(simulation.finished(), ElementsAre(large));
    EXPECT_EQ(simulation.queue().held_bytes(), 0u);
  }
}

// The threads of a task count towards the budget too, and everybody may have as many as run at
// once.
TEST(FairQueue, AWideTaskTakesThePlaceOfManyNarrowOnes) {
  Simulation simulation(
      8, {.max_waiting = kMany, .max_held_bytes = 64'000, .max_held_slots = 64, .min_share = 100});
  for (int i = 0; i < 64; ++i) {
    simulation.Submit(std::to_string(i), kForever, Table(100, Kind::kEndless));
  }
  simulation.RunFor(milliseconds(500));
  const auto wide = simulation.Submit("wide", kForever, Table(100, Kind::kTimed, 8));
  simulation.RunFor(milliseconds(200));
  EXPECT_TRUE(simulation.started_at(wide).has_value());
  EXPECT_EQ(simulation.ended().size(), 8u);
}

// A client cannot hold its place by asking for a smaller table than others.
TEST(FairQueue, ClientsWithinTheMinimumShareEndInTheOrderOfTheirStarts) {
  Simulation simulation = WithBudget(1);
  std::vector<FairQueue::Ticket> small;
  for (int i = 0; i < 18; ++i) {
    small.push_back(simulation.Submit(std::to_string(i), kForever, Table(50, Kind::kEndless)));
  }
  simulation.RunFor(milliseconds(500));
  const auto board = simulation.Submit("board", kForever, Table(100, Kind::kEndless));
  simulation.RunFor(milliseconds(500));
  for (int i = 0; i < 3; ++i) {
    simulation.Submit("returning " + std::to_string(i), kForever, Table(50, Kind::kEndless));
    simulation.RunFor(milliseconds(200));
  }
  EXPECT_THAT(simulation.ended(), ElementsAre(small[0], small[1], small[2]));
  EXPECT_TRUE(simulation.started_at(board).has_value());
}

TEST(FairQueue, ATaskThatItsOwnClientBlocksIsNotStuck) {
  Simulation simulation = WithBudget(2);
  for (int i = 0; i < 20; ++i)
    simulation.Submit("farm", milliseconds(100), Table(400, Kind::kFixed));
  simulation.RunFor(milliseconds(5000));
  EXPECT_THAT(simulation.stuck(), IsEmpty());
  EXPECT_EQ(simulation.finished().size(), 20u);
}

TEST(FairQueue, TheEndlessTasksOfAClientShareItsSlots) {
  Simulation simulation(2);
  for (int i = 0; i < 8; ++i) simulation.Submit("site", kForever, Table(0, Kind::kEndless));
  simulation.RunFor(milliseconds(1000));
  EXPECT_EQ(simulation.queue().paused(), 6u);
  const milliseconds before = simulation.now();
  const auto short_one = simulation.Submit("site", milliseconds(5), Table(0, Kind::kTimed));
  simulation.RunFor(milliseconds(100));
  ASSERT_TRUE(simulation.started_at(short_one).has_value());
  EXPECT_LE(*simulation.started_at(short_one) - before, 2 * kTurn);
  EXPECT_THAT(simulation.finished(), ElementsAre(short_one));
}

TEST(FairQueue, AStreamOfShortTasksDoesNotStarveTheEndlessOneOfItsClient) {
  Simulation simulation(1);
  simulation.Submit("site", kForever, Table(0, Kind::kEndless));
  for (int i = 0; i < 100; ++i) simulation.Submit("site", milliseconds(10), Table(0, Kind::kTimed));
  simulation.RunFor(milliseconds(1000));
  EXPECT_THAT(simulation.finished().size(), AllOf(Ge(40u), Le(60u)));
}

TEST(FairQueue, TimedAndFixedTasksOfAClientRunOneAfterTheOther) {
  for (const Kind kind : {Kind::kTimed, Kind::kFixed}) {
    Simulation simulation(2);
    for (int i = 0; i < 10; ++i) simulation.Submit("farm", milliseconds(100), Table(0, kind));
    simulation.RunFor(milliseconds(201));
    EXPECT_EQ(simulation.finished().size(), 4u);
    EXPECT_EQ(simulation.max_paused(), 0u);
  }
}

TEST(FairQueue, AnEndingTaskGetsItsSlotsFirst) {
  Simulation simulation(2, {.max_waiting = kMany, .max_held_bytes = 1000, .min_share = 100});
  simulation.Submit("wide", kForever, Table(100, Kind::kEndless, 2));
  for (int i = 0; i < 9; ++i) {
    simulation.Submit(std::to_string(i), kForever, Table(100, Kind::kEndless));
  }
  simulation.RunFor(milliseconds(1000));
  const milliseconds before = simulation.now();
  const auto newcomer = simulation.Submit("newcomer", milliseconds(5), Table(100, Kind::kTimed));
  simulation.RunFor(milliseconds(100));
  ASSERT_TRUE(simulation.started_at(newcomer).has_value());
  EXPECT_LE(*simulation.started_at(newcomer) - before, 3 * kTurn);
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
  EXPECT_EQ(simulation.why_displaced(), FairQueue::Displacement::kLargestShare);
  // Now both clients have used up their share of the queue.
  EXPECT_EQ(simulation.Submit("honest", milliseconds(100)), 0u);
  EXPECT_EQ(simulation.Submit("flood", milliseconds(100)), 0u);
  EXPECT_NE(simulation.Submit("third", milliseconds(100)), 0u);
}

TEST(FairQueue, EqualSharesOfAFullQueueDrawLots) {
  constexpr int kPlaces = 9;
  constexpr int kRounds = 400;
  int accepted = 0;
  for (uint32_t seed = 1; seed <= kRounds; ++seed) {
    Simulation simulation(1, {.max_waiting = kPlaces, .seed = seed});
    simulation.Submit("running", milliseconds(100));
    for (int i = 0; i < kPlaces; ++i) {
      EXPECT_NE(simulation.Submit(std::to_string(i), milliseconds(100)), 0u);
    }
    const bool is_accepted = simulation.Submit("newcomer", milliseconds(100)) != 0;
    accepted += is_accepted ? 1 : 0;
    EXPECT_EQ(simulation.displaced().size(), is_accepted ? 1u : 0u);
    EXPECT_EQ(simulation.queue().waiting(), size_t{kPlaces});
    EXPECT_EQ(simulation.why_displaced(), FairQueue::Displacement::kEqualShares);
  }
  // The expectation is 360, with a standard deviation of 6.
  EXPECT_THAT(accepted, AllOf(Ge(330), Le(390)));
}

// Clients that have been served, or had to leave the queue, return at once.
TEST(FairQueue, ReturningClientsDoNotKeepANewcomerOutOfAFullQueue) {
  Simulation simulation(1, {.max_waiting = 5});
  const auto run_for = [&simulation](milliseconds time) {
    for (const milliseconds end = simulation.now() + time; simulation.now() < end;) {
      for (int i = 0; i < 20; ++i) simulation.Submit(std::to_string(i), milliseconds(10));
      simulation.RunFor(milliseconds(1));
    }
  };
  run_for(milliseconds(1000));
  for (int i = 0; i < 10; ++i) {
    const auto newcomer = simulation.Submit("newcomer " + std::to_string(i), milliseconds(1));
    EXPECT_NE(newcomer, 0u);
    run_for(milliseconds(60));
    EXPECT_THAT(simulation.finished(), ::testing::Contains(newcomer));
  }
}

// What a client has used while nobody else needed it does not keep it, or a new client, waiting.
TEST(FairQueue, AClientThatHasUsedFreeSlotsBeginsSoonWhenItReturns) {
  Simulation simulation(4);
  simulation.Submit("a", kForever);
  for (int i = 0; i < 3; ++i) simulation.Submit("b", milliseconds(5000));
  simulation.RunFor(milliseconds(5000));
  for (const char* client : {"c", "d", "e"}) simulation.Submit(client, kForever);
  const auto returning = simulation.Submit("b", kForever);
  const auto newcomer = simulation.Submit("n", kForever);
  simulation.RunFor(10 * kTurn);
  EXPECT_TRUE(simulation.started_at(returning).has_value());
  EXPECT_TRUE(simulation.started_at(newcomer).has_value());
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
  EXPECT_EQ(simulation.Submit("honest", milliseconds(100), 1, 601), 0u);
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

TEST(FairQueue, PausedTasksTakeNoPlaceInTheQueue) {
  Simulation simulation(1, {.max_waiting = 2});
  for (const char* client : {"a", "b", "c"}) simulation.Submit(client, milliseconds(100));
  simulation.RunFor(milliseconds(25));
  EXPECT_EQ(simulation.queue().paused(), 2u);
  EXPECT_EQ(simulation.queue().waiting(), 0u);
  EXPECT_NE(simulation.Submit("d", milliseconds(100)), 0u);
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
