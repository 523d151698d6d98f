#ifndef ARBITER_SERVICE_SCHEDULING_FAIR_SCHEDULER_H_
#define ARBITER_SERVICE_SCHEDULING_FAIR_SCHEDULER_H_

#include <atomic>
#include <chrono>
#include <climits>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "service/scheduling/fair_queue.h"

namespace arbiter {

// Runs long tasks on its own threads, which start when there is work for them, and shares the
// threads fairly among clients (see FairQueue).
//
// A task with one slot is charged the CPU time of its thread. A task with several slots, which
// starts threads of its own, is charged the time for which it holds its slots, times their number.
// A single client gets all slots.
//
// A task that calls Turn::Yield() can be paused after its turn in favour of another client, or of
// its own client if it is endless. A paused task keeps its thread and what else it holds. All
// started tasks share a budget, and those that can end make way for others if it is used up (see
// FairQueue).
//
// All members are thread-safe. Tasks, completions and Task::shed are called without any lock.
class FairScheduler {
 private:
  struct Entry;

 public:
  // Delivers the result of a task.
  using Completion = std::function<void()>;
  // Identifies an accepted task; never 0.
  using Ticket = FairQueue::Ticket;
  using Kind = FairQueue::Kind;
  // The threads of background tasks, including those that the tasks start, run under SCHED_IDLE:
  // they use only processor time that nothing else needs. Normal threads have a nice value of 10,
  // so that the threads that serve gRPC take precedence.
  enum class Priority { kNormal, kBackground };

  struct Options {
    // The number of slots, at least 1.
    int slots = 1;
    // How many slots batch tasks hold at the same time, at least 1; see FairQueue::Options.
    int max_batch_slots = INT_MAX;
    // The limits on tasks that have not started, and on their bytes. A task that can start at once
    // is accepted even if these are 0.
    size_t max_waiting = 0;
    size_t max_waiting_bytes = SIZE_MAX;
    Priority priority = Priority::kNormal;
    // How long a task may use each of its slots before it is paused in favour of another client.
    std::chrono::microseconds turn{10'000};
    // How long the first turn of a task lasts instead; std::nullopt if it is no exception.
    std::optional<std::chrono::microseconds> first_turn;
    // The budget of the started tasks; see FairQueue::Options. `max_held_slots` is raised to four
    // times the slots if it is smaller, and also limits the threads, of which there are at most
    // max_held_slots + slots.
    size_t max_held_bytes = SIZE_MAX;
    int max_held_slots = 256;
    size_t max_fixed_bytes = SIZE_MAX;
    size_t min_share = 0;
    // How long a task runs at least before it has to end in favour of another one.
    std::chrono::milliseconds min_held{1000};
    // How long a task waits for what fixed tasks of other clients hold before it is shed;
    // std::nullopt if it waits until they have ended.
    std::optional<std::chrono::milliseconds> max_stuck;
  };

  // Why a task is refused or shed.
  enum class Refusal {
    // Its client has more waiting tasks, or more bytes in them, than any other client.
    kLargestShare,
    // The queue is full of equal shares, and this task has been chosen to leave it.
    kQueueFull,
    // The fixed tasks of other clients leave no room in the budget.
    kNoRoom,
    // Somebody called ShedFrom().
    kShed,
  };

  // The turn of a running task, during which it holds its slots.
  class Turn {
   public:
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    // Each thread of the task must call this about once per millisecond or more often, without
    // holding a lock. In the thread that runs the task: if the turn is over and another client with
    // a smaller virtual time waits for the slots, gives the slots up and blocks until it is this
    // task's turn again. In any other thread: blocks while the task is paused.
    void Yield();
    // The time that the task has been charged so far: the CPU time of its thread if it has one
    // slot, otherwise the time for which it has held its slots, times their number. Takes a system
    // call or a lock, so it is too expensive for every node of a search.
    std::chrono::nanoseconds used() const;
    // The time for which the task has held its slots so far.
    std::chrono::nanoseconds held() const;

   private:
    friend class FairScheduler;
    Turn(FairScheduler* scheduler, Entry* entry);

    FairScheduler& scheduler_;
    Entry& entry_;
    const std::thread::id owner_ = std::this_thread::get_id();
    // Before this time, Yield() returns at once, and before the other one, it does so unless the
    // turn is over. Only used by the owner.
    std::chrono::steady_clock::time_point next_check_{};
    std::chrono::steady_clock::time_point next_urgent_check_{};
  };

  struct Task {
    // The client in whose turns the task runs.
    std::string client;
    // The number of slots is clamped to the range from 1 to Options::slots, and that of a batch
    // task to Options::max_batch_slots.
    FairQueue::Needs needs;
    // Runs the task. The completion that it returns, which may be nullptr, is called after the
    // slots have been freed, so that a client that has received its answer finds them free. Neither
    // function may throw.
    std::function<Completion(Turn&)> run = nullptr;
    // Called instead of `run` if the task is displaced or shed. May be nullptr. Must not throw.
    std::function<void(Refusal)> shed = nullptr;
    // Called once if the task has to end soon in favour of another one, which a fixed task never
    // has to. Called with a lock held; must not throw.
    std::function<void()> end = nullptr;
  };

  using Share = FairQueue::Share;
  // The numbers of tasks at one moment.
  struct Load {
    // The numbers of tasks that have not started, that are paused, and that have their slots.
    size_t waiting = 0;
    size_t paused = 0;
    size_t running = 0;
    // The bytes of the tasks that have not started.
    size_t waiting_bytes = 0;
    // What the started tasks hold of the budget, in bytes.
    size_t held_bytes = 0;
    // The age of the oldest task that has not started; 0 if there is none.
    std::chrono::nanoseconds oldest_wait{0};
    // The number of clients with tasks of any kind.
    size_t clients = 0;
    // The largest shares of the queue, by tasks and by bytes.
    Share largest_by_tasks;
    Share largest_by_bytes;
  };

  explicit FairScheduler(const Options& options);
  // Runs all accepted tasks, then joins the threads.
  ~FairScheduler();
  FairScheduler(const FairScheduler&) = delete;
  FairScheduler& operator=(const FairScheduler&) = delete;

  // Submits a task and returns its ticket. The task is then run, withdrawn or shed, exactly once.
  // If the task is refused, returns 0, sets `refusal`, and calls none of the task's functions.
  //
  // If the task has to wait and the queue is full, the newest waiting task of the client with the
  // largest share of the queue is shed, or refused if it is this one (see FairQueue::MakeRoom()).
  [[nodiscard]] Ticket Submit(Task task, Refusal* refusal);
  // Removes a task that has not started, without calling any of its functions. Returns false if
  // there is no such task.
  bool Withdraw(Ticket ticket);
  // Sheds up to `tasks` waiting tasks of a client, newest first. Returns the number of shed tasks.
  size_t ShedFrom(const std::string& client, size_t tasks);

  // The number of tasks that have not started.
  size_t waiting() const;
  // How much of the budget of the started tasks is free, in bytes.
  size_t free_bytes() const;
  // What each slot of a started task holds of the budget at least, in bytes.
  size_t min_held_bytes() const;
  Load load() const;

 private:
  using Clock = std::chrono::steady_clock;
  using Lock = std::unique_lock<std::mutex>;

  // The following must be called with the lock held.

  // Charge a running task, or all running tasks, for the time since they were last charged.
  void Charge(Entry* entry);
  void ChargeRunning();
  // Gives free slots to the clients whose turn it is. Called whenever the queue has changed.
  void Dispatch();
  // Tells tasks to end if their room is needed. Removes and returns the tasks that have been stuck
  // for too long.
  std::vector<FairQueue::ItemPtr> MakeRoom();
  void Grant(Entry* entry);
  // Makes sure that there is a thread for one more task. Returns false if the system cannot start
  // one.
  bool EnsureThread();
  void StartThread();

  // The following must be called without the lock, except for RunReady().

  static void Shed(const FairQueue::Item& item, Refusal why);
  // Pauses the task, and blocks until it is resumed, if it has to yield.
  void YieldTurn(Entry* entry);
  // Blocks while the task is paused.
  void AwaitResumption(Entry* entry);
  // The loop of a thread.
  void Work(std::list<std::thread>::iterator self);
  // Runs the first of the tasks that have slots but no thread. Called with the lock held, which it
  // releases while the task runs.
  void RunReady(Lock* lock);

  const Options options_;
  mutable std::mutex mutex_;
  FairQueue queue_;
  // The number of waiting and paused tasks, which can be read without the lock.
  std::atomic<size_t> pending_ = 0;
  // Whether running tasks have to call YieldTurn() even before their turns are over, because there
  // is room to make, or because they have to yield to an ending task. Can be read without the lock.
  std::atomic<bool> is_urgent_ = false;
  // The time of the next call of MakeRoom().
  Clock::time_point next_room_check_;
  // The tasks that are stuck, and since when.
  std::map<Ticket, Clock::time_point> stuck_;
  // The tasks that have slots but no thread yet.
  std::deque<Entry*> ready_;
  std::condition_variable work_;
  bool stopping_ = false;
  std::list<std::thread> threads_;
  // The threads that have ended or are about to end.
  std::list<std::thread> ended_threads_;
  std::condition_variable ended_;
  // The number of threads that run no task.
  size_t free_threads_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SCHEDULING_FAIR_SCHEDULER_H_
