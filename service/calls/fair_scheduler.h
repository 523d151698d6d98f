#ifndef ARBITER_SERVICE_CALLS_FAIR_SCHEDULER_H_
#define ARBITER_SERVICE_CALLS_FAIR_SCHEDULER_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "service/calls/fair_queue.h"

namespace arbiter {

// Runs long tasks on threads of its own, in fair turns by client (see FairQueue).
//
// A task with one slot is charged the CPU time of its thread; a task with several, which starts
// threads of its own, the time for which it held each of them. A client alone gets all slots.
//
// A task that calls Turn::Yield() can be paused after its turn in favour of another client. A
// paused task keeps its thread, and goes on before its client's next task starts, so a client never
// has more started tasks than there are slots.
//
// All members are thread-safe. Tasks, deliveries and Task::shed run outside of any lock.
class FairScheduler {
 private:
  struct Entry;

 public:
  // Hands out what a task made.
  using Delivery = std::function<void()>;
  // Names a task that was accepted; never 0.
  using Ticket = FairQueue::Ticket;
  // In the background, the threads of tasks and those that they start run under SCHED_IDLE: they
  // take only the processor time that nobody else wants. Normal ones have a nice value of 10, so
  // that the threads that serve, which are few and brief, come first.
  enum class Priority { kNormal, kBackground };

  struct Options {
    // At least 1.
    int slots = 1;
    // Limits of the tasks that have no slots, be it that they have not started or that they are
    // paused. A task that can start at once is accepted even if these are 0.
    size_t max_waiting = 0;
    size_t max_waiting_bytes = SIZE_MAX;
    Priority priority = Priority::kNormal;
    // What a task may use of each of its slots before it is paused in favour of another client.
    std::chrono::microseconds turn{10'000};
    // When this many tasks are paused, no further one is paused in favour of a task that has not
    // started yet. Bounds the threads, which are at most max_paused + 3 * slots.
    size_t max_paused = 256;
  };

  // The hold of a running task on its slots.
  class Turn {
   public:
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    // To be called about every millisecond, or more often, by each thread of the task while it
    // holds no lock. Called by the thread that runs the task: if the turn is over and another
    // client with less virtual time waits for the slots, gives them away and blocks until it is
    // this task's turn again. Called by another thread: blocks while the task is paused.
    void Yield();
    // What the task has been charged so far: the CPU time of its thread if it has one slot, else
    // the time that it held its slots times their number. Takes a system call or a lock, so it is
    // not for every node of a tree.
    std::chrono::nanoseconds used() const;
    // For how long it has held its slots so far.
    std::chrono::nanoseconds held() const;

   private:
    friend class FairScheduler;
    Turn(FairScheduler* scheduler, Entry* entry);

    FairScheduler& scheduler_;
    Entry& entry_;
    const std::thread::id owner_ = std::this_thread::get_id();
    // When Yield() next looks closer; the owner's.
    std::chrono::steady_clock::time_point next_check_{};
  };

  struct Task {
    // Whose turn it takes.
    std::string client;
    // What it holds in memory until it has run.
    size_t bytes = 0;
    // From 1 to Options::slots; values outside this range are clamped.
    int slots = 1;
    // Must not throw. The delivery, which may be null and must not throw either, is called once
    // the slots count as free again, so that whoever has the answer finds the room that it took.
    std::function<Delivery(Turn&)> run = nullptr;
    // Called if the task is displaced or shed, in place of `run`. May be null. Must not throw.
    std::function<void()> shed = nullptr;
  };

  using Share = FairQueue::Share;
  // What there was at one moment.
  struct Load {
    // Tasks that have not started, tasks that are paused, and tasks that have their slots.
    size_t waiting = 0;
    size_t paused = 0;
    size_t running = 0;
    // Of the waiting and the paused tasks.
    size_t waiting_bytes = 0;
    // Age of the oldest task that has not started; 0 if there is none.
    std::chrono::nanoseconds oldest_wait{0};
    // Clients with tasks of any kind.
    size_t clients = 0;
    // The clients that have most of the queue, by tasks and by bytes.
    Share most_tasks;
    Share most_bytes;
  };

  explicit FairScheduler(const Options& options);
  // Runs all tasks that were accepted, then joins the threads.
  ~FairScheduler();
  FairScheduler(const FairScheduler&) = delete;
  FairScheduler& operator=(const FairScheduler&) = delete;

  // An accepted task is either run, withdrawn or shed, once. Returns 0 if the task is refused;
  // none of its functions is called then.
  //
  // If the task has to wait and the queue is full, it displaces the newest waiting tasks of the
  // client that has most in the queue, unless its own client would then have more than that
  // client: so a client is refused only if it has filled its fair share of the queue.
  [[nodiscard]] Ticket Submit(Task task);
  // Takes a task that has not started out of the queue; none of its functions is called then.
  // False if there is no such task.
  bool Withdraw(Ticket ticket);
  // Sheds up to `tasks` waiting tasks of a client, the newest first. Returns how many it were.
  size_t ShedFrom(const std::string& client, size_t tasks);

  // Tasks that have not started, and tasks that have their slots.
  size_t waiting() const;
  size_t running() const;
  Load load() const;

 private:
  using Clock = std::chrono::steady_clock;
  using Lock = std::unique_lock<std::mutex>;

  // These are called with the lock held.
  void Charge(Entry* entry);
  void ChargeRunning();
  // Gives free slots to the clients whose turn it is. Called whenever the queue has changed.
  void Dispatch();
  void Grant(Entry* entry);
  // Whether there is a thread for one more task; false if the system has none.
  bool EnsureThread();
  void StartThread();

  // These are called without it.
  static void Shed(const std::vector<FairQueue::ItemPtr>& items);
  // Pauses the task if it has to give way.
  void GiveWay(Entry* entry);
  void AwaitResumption(Entry* entry);
  void Work(std::list<std::thread>::iterator self);
  // Runs the first of the tasks that have slots and no thread yet. Locked before and afterwards.
  void RunReady(Lock* lock);

  const Options options_;
  mutable std::mutex mutex_;
  FairQueue queue_;
  // Tasks that wait or are paused; read without the lock.
  std::atomic<size_t> pending_ = 0;
  // Have slots and no thread yet.
  std::deque<Entry*> ready_;
  std::condition_variable work_;
  bool stopping_ = false;
  std::list<std::thread> threads_;
  // Have ended, or are about to.
  std::list<std::thread> ended_threads_;
  std::condition_variable ended_;
  // Threads that run no task.
  size_t free_threads_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_FAIR_SCHEDULER_H_
