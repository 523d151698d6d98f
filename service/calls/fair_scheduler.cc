#include "service/calls/fair_scheduler.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace arbiter {
namespace {

using std::chrono::nanoseconds;

// The nice value of the threads, which lets the threads that serve gRPC take precedence when there
// are too few processors.
constexpr int kNice = 10;

// How often a task checks whether it has to yield.
constexpr std::chrono::microseconds kMaxCheckInterval(1000);

// Puts the calling thread under SCHED_IDLE. Unlike a nice value, this policy makes a thread leave
// its processor as soon as any other thread needs it. New threads inherit it.
void EnterBackground() {
  const sched_param none{};
  sched_setscheduler(0, SCHED_IDLE, &none);
}

clockid_t OwnCpuClock() {
  clockid_t clock{};
  pthread_getcpuclockid(pthread_self(), &clock);
  return clock;
}

nanoseconds ReadCpuClock(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + nanoseconds(time.tv_nsec);
}

}  // namespace

struct FairScheduler::Entry final : FairQueue::Item {
  explicit Entry(Task&& task)
      : Item(task.bytes, task.slots), run(std::move(task.run)), shed(std::move(task.shed)) {}

  bool IsWide() const { return slots > 1; }
  // Returns the time for which the task has held its slots. This and Used() must be called with the
  // lock held or by the thread that runs the task.
  nanoseconds Held() const { return held + (has_slots ? Clock::now() - granted : nanoseconds(0)); }
  // Returns the value of Turn::used().
  nanoseconds Used() const {
    if (IsWide()) return Held() * slots;
    return has_thread ? ReadCpuClock(cpu_clock) - cpu_start : nanoseconds(0);
  }
  bool IsTurnOver(nanoseconds turn) const { return Used() - turn_start >= turn * slots; }

  std::function<Completion(Turn&)> run;
  std::function<void()> shed;
  const Clock::time_point submitted = Clock::now();
  bool has_thread = false;
  clockid_t cpu_clock{};
  nanoseconds cpu_start{0};
  bool has_slots = false;
  // The time at which the task last got its slots, and the time for which it had held slots before
  // that.
  Clock::time_point granted;
  nanoseconds held{0};
  // The time that the task had used when its turn began.
  nanoseconds turn_start{0};
  // The time that the task has been charged, and the time at which it was last charged.
  nanoseconds charged{0};
  Clock::time_point charged_at;
  std::atomic<bool> paused = false;
  std::condition_variable resumed;
};

FairScheduler::Turn::Turn(FairScheduler* scheduler, Entry* entry)
    : scheduler_(*scheduler), entry_(*entry) {}

void FairScheduler::Turn::Yield() {
  if (std::this_thread::get_id() != owner_) {
    if (entry_.paused.load(std::memory_order_acquire)) scheduler_.AwaitResumption(&entry_);
    return;
  }
  const auto now = Clock::now();
  if (now < next_check_) return;
  const auto turn = scheduler_.options_.turn;
  next_check_ = now + std::min(kMaxCheckInterval, turn / 10);
  // This takes no lock, because a background thread may lose its processor while holding one.
  if (scheduler_.pending_.load(std::memory_order_relaxed) == 0 || !entry_.IsTurnOver(turn)) return;
  scheduler_.YieldTurn(&entry_);
}

nanoseconds FairScheduler::Turn::used() const {
  if (!entry_.IsWide()) return entry_.Used();
  const Lock lock(scheduler_.mutex_);
  return entry_.Used();
}

nanoseconds FairScheduler::Turn::held() const {
  const Lock lock(scheduler_.mutex_);
  return entry_.Held();
}

FairScheduler::FairScheduler(const Options& options)
    : options_(options),
      queue_({.slots = options.slots,
              .max_waiting = options.max_waiting,
              .max_waiting_bytes = options.max_waiting_bytes,
              .turn = options.turn,
              .max_paused = options.max_paused}) {
  // The other threads start when there is work for them. If the system cannot start them, all tasks
  // run on this one.
  const Lock lock(mutex_);
  StartThread();
}

FairScheduler::~FairScheduler() {
  {
    Lock lock(mutex_);
    stopping_ = true;
    work_.notify_all();
    ended_.wait(lock, [this] { return threads_.empty(); });
  }
  for (std::thread& thread : ended_threads_) thread.join();
}

FairScheduler::Ticket FairScheduler::Submit(Task task) {
  task.slots = std::clamp(task.slots, 1, options_.slots);
  const std::string client = std::move(task.client);
  auto entry = std::make_unique<Entry>(std::move(task));
  std::vector<FairQueue::ItemPtr> displaced;
  FairQueue::ItemPtr refused;
  Ticket ticket = 0;
  {
    const Lock lock(mutex_);
    ChargeRunning();
    const FairQueue::Item& added = *queue_.Push(client, std::move(entry));
    ticket = added.ticket;
    Dispatch();
    if (!added.started && !queue_.MakeRoom(added, &displaced)) refused = queue_.Remove(ticket);
    if (refused != nullptr || !displaced.empty()) Dispatch();
  }
  Shed(displaced);
  return refused == nullptr ? ticket : 0;
}

bool FairScheduler::Withdraw(Ticket ticket) {
  FairQueue::ItemPtr withdrawn;
  const Lock lock(mutex_);
  withdrawn = queue_.Remove(ticket);
  Dispatch();
  return withdrawn != nullptr;
}

size_t FairScheduler::ShedFrom(const std::string& client, size_t tasks) {
  std::vector<FairQueue::ItemPtr> shed;
  {
    const Lock lock(mutex_);
    shed = queue_.RemoveNewest(client, tasks);
    Dispatch();
  }
  Shed(shed);
  return shed.size();
}

size_t FairScheduler::waiting() const {
  const Lock lock(mutex_);
  return queue_.waiting();
}

size_t FairScheduler::running() const {
  const Lock lock(mutex_);
  return queue_.running().size();
}

FairScheduler::Load FairScheduler::load() const {
  const Lock lock(mutex_);
  Load load;
  load.waiting = queue_.waiting();
  load.paused = queue_.paused();
  load.running = queue_.running().size();
  load.waiting_bytes = queue_.waiting_bytes();
  load.clients = queue_.clients();
  load.largest_by_tasks = queue_.LargestByTasks();
  load.largest_by_bytes = queue_.LargestByBytes();
  const auto* const oldest = static_cast<const Entry*>(queue_.oldest_waiting());
  if (oldest != nullptr) load.oldest_wait = Clock::now() - oldest->submitted;
  return load;
}

void FairScheduler::Charge(Entry* entry) {
  entry->charged_at = Clock::now();
  const nanoseconds used = entry->Used() - entry->charged;
  entry->charged += used;
  queue_.Charge(*entry, used);
}

void FairScheduler::ChargeRunning() {
  if (queue_.running().empty()) return;
  const Clock::time_point stale = Clock::now() - kMaxCheckInterval;
  for (FairQueue::Item* item : queue_.running()) {
    auto* const entry = static_cast<Entry*>(item);
    if (entry->charged_at <= stale) Charge(entry);
  }
}

void FairScheduler::Dispatch() {
  bool can_start = true;
  while (FairQueue::Item* const next = queue_.Next(can_start)) {
    if (next->started || EnsureThread()) {
      Grant(static_cast<Entry*>(next));
    } else {
      can_start = false;
    }
  }
  pending_.store(queue_.waiting() + queue_.paused(), std::memory_order_relaxed);
}

void FairScheduler::Grant(Entry* entry) {
  const bool resumes = entry->started;
  queue_.Grant(entry);
  entry->has_slots = true;
  entry->granted = entry->charged_at = Clock::now();
  entry->turn_start = entry->charged;
  if (resumes) {
    entry->paused.store(false, std::memory_order_release);
    entry->resumed.notify_all();
  } else {
    ready_.push_back(entry);
    work_.notify_one();
  }
}

bool FairScheduler::EnsureThread() {
  if (ready_.size() < free_threads_) return true;
  for (std::thread& thread : ended_threads_) thread.join();
  ended_threads_.clear();
  try {
    StartThread();
  } catch (const std::system_error&) {
    return false;
  }
  return true;
}

void FairScheduler::StartThread() {
  const auto self = threads_.emplace(threads_.end());
  try {
    *self = std::thread([this, self] { Work(self); });
  } catch (const std::system_error&) {
    threads_.erase(self);
    throw;
  }
  ++free_threads_;
}

void FairScheduler::Shed(const std::vector<FairQueue::ItemPtr>& items) {
  for (const FairQueue::ItemPtr& item : items) {
    const auto& entry = static_cast<const Entry&>(*item);
    if (entry.shed != nullptr) entry.shed();
  }
}

void FairScheduler::YieldTurn(Entry* entry) {
  Lock lock(mutex_);
  ChargeRunning();
  if (!queue_.ShouldYield(*entry)) return;
  Charge(entry);
  entry->held += Clock::now() - entry->granted;
  entry->has_slots = false;
  entry->paused.store(true, std::memory_order_release);
  queue_.Pause(entry);
  Dispatch();
  entry->resumed.wait(lock, [entry] { return !entry->paused.load(std::memory_order_relaxed); });
}

void FairScheduler::AwaitResumption(Entry* entry) {
  Lock lock(mutex_);
  entry->resumed.wait(lock, [entry] { return !entry->paused.load(std::memory_order_relaxed); });
}

void FairScheduler::Work(std::list<std::thread>::iterator self) {
  if (options_.priority == Priority::kBackground) {
    EnterBackground();
  } else {
    setpriority(PRIO_PROCESS, 0, kNice);
  }
  Lock lock(mutex_);
  for (;;) {
    const bool is_over = stopping_ && queue_.empty();
    const bool is_spare = free_threads_ > static_cast<size_t>(options_.slots);
    if (!ready_.empty()) {
      RunReady(&lock);
    } else if (is_over || is_spare) {
      break;
    } else {
      work_.wait(lock);
    }
  }
  --free_threads_;
  ended_threads_.splice(ended_threads_.end(), threads_, self);
  if (threads_.empty()) ended_.notify_all();
}

void FairScheduler::RunReady(Lock* lock) {
  Entry* const entry = ready_.front();
  ready_.pop_front();
  --free_threads_;
  entry->cpu_clock = OwnCpuClock();
  entry->cpu_start = ReadCpuClock(entry->cpu_clock);
  entry->has_thread = true;
  lock->unlock();
  Turn turn(this, entry);
  Completion completion = entry->run(turn);
  lock->lock();
  ChargeRunning();
  Charge(entry);
  FairQueue::ItemPtr finished = queue_.Finish(entry);
  ++free_threads_;
  Dispatch();
  if (stopping_ && queue_.empty()) work_.notify_all();
  lock->unlock();
  if (completion != nullptr) completion();
  completion = nullptr;
  finished = nullptr;
  lock->lock();
}

}  // namespace arbiter
