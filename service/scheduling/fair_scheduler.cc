#include "service/scheduling/fair_scheduler.h"

#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <random>
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
// How often it checks whether other tasks have to end or to be shed, or need its slots to end.
constexpr std::chrono::milliseconds kUrgentCheckInterval(5);

// Puts the calling thread under SCHED_IDLE. Unlike a nice value, this policy makes a thread leave
// its processor as soon as any other thread needs it. New threads inherit it.
void EnterBackground() {
  const sched_param none{};
  sched_setscheduler(0, SCHED_IDLE, &none);
}

std::chrono::microseconds FirstTurn(const FairScheduler::Options& options) {
  return options.first_turn.value_or(options.turn);
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
      : Item(task.needs),
        run(std::move(task.run)),
        shed(std::move(task.shed)),
        end(std::move(task.end)) {}

  bool IsWide() const { return needs.slots > 1; }
  // Returns the time for which the task has held its slots. This and Used() must be called with the
  // lock held or by the thread that runs the task.
  nanoseconds Held() const { return held + (has_slots ? Clock::now() - granted : nanoseconds(0)); }
  // Returns the value of Turn::used().
  nanoseconds Used() const {
    if (IsWide()) return Held() * needs.slots;
    return has_thread ? ReadCpuClock(cpu_clock) - cpu_start : nanoseconds(0);
  }
  bool IsTurnOver(const Options& options) const {
    const nanoseconds turn = has_resumed ? options.turn : FirstTurn(options);
    return Used() - turn_start >= turn * needs.slots;
  }

  std::function<Completion(Turn&)> run;
  std::function<void(Refusal)> shed;
  std::function<void()> end;
  const Clock::time_point submitted = Clock::now();
  // The time of the first turn, and whether there has been another one.
  Clock::time_point started_at;
  bool has_resumed = false;
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
  const Options& options = scheduler_.options_;
  next_check_ = now + std::min(kMaxCheckInterval, std::min(FirstTurn(options), options.turn) / 10);
  // This takes no lock, because a background thread may lose its processor while holding one.
  const bool is_urgent =
      now >= next_urgent_check_ && scheduler_.is_urgent_.load(std::memory_order_relaxed);
  const bool is_waited_for = scheduler_.pending_.load(std::memory_order_relaxed) > 0;
  if (!is_urgent && (!is_waited_for || !entry_.IsTurnOver(options))) return;
  next_urgent_check_ = now + kUrgentCheckInterval;
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
              .max_batch_slots = options.max_batch_slots,
              .max_waiting = options.max_waiting,
              .max_waiting_bytes = options.max_waiting_bytes,
              .turn = options.turn,
              .max_held_bytes = options.max_held_bytes,
              .max_held_slots = std::max(options.max_held_slots, 4 * options.slots),
              .max_fixed_bytes = options.max_fixed_bytes,
              .reserves_for_fixed = !options.max_stuck.has_value(),
              .min_share = options.min_share,
              .seed = std::random_device()()}) {
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

FairScheduler::Ticket FairScheduler::Submit(Task task, Refusal* refusal) {
  const int max_slots =
      task.needs.is_batch() ? std::min(options_.slots, options_.max_batch_slots) : options_.slots;
  task.needs.slots = std::clamp(task.needs.slots, 1, max_slots);
  const std::string client = std::move(task.client);
  auto entry = std::make_unique<Entry>(std::move(task));
  std::vector<FairQueue::Displaced> displaced;
  Ticket ticket = 0;
  {
    const Lock lock(mutex_);
    ChargeRunning();
    const FairQueue::Item& added = *queue_.Push(client, std::move(entry));
    ticket = added.ticket;
    Dispatch();
    if (!added.started) displaced = queue_.MakeRoom(added);
    if (!displaced.empty()) Dispatch();
  }
  for (const auto& [item, displacement] : displaced) {
    const Refusal why = displacement == FairQueue::Displacement::kEqualShares
                            ? Refusal::kQueueFull
                            : Refusal::kLargestShare;
    if (item->ticket == ticket) {
      *refusal = why;
      ticket = 0;
    } else {
      Shed(*item, why);
    }
  }
  return ticket;
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
  for (const FairQueue::ItemPtr& item : shed) Shed(*item, Refusal::kShed);
  return shed.size();
}

size_t FairScheduler::waiting() const {
  const Lock lock(mutex_);
  return queue_.waiting();
}

size_t FairScheduler::free_bytes() const {
  const Lock lock(mutex_);
  return options_.max_held_bytes - queue_.held_bytes();
}

size_t FairScheduler::min_held_bytes() const {
  const Lock lock(mutex_);
  return queue_.min_held_bytes();
}

FairScheduler::Load FairScheduler::load() const {
  const Lock lock(mutex_);
  Load load;
  load.waiting = queue_.waiting();
  load.paused = queue_.paused();
  load.running = queue_.running().size();
  load.waiting_bytes = queue_.waiting_bytes();
  load.held_bytes = queue_.held_bytes();
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
  const bool is_urgent = queue_.has_paused_ending() || queue_.is_short_of_room();
  is_urgent_.store(is_urgent, std::memory_order_relaxed);
}

std::vector<FairQueue::ItemPtr> FairScheduler::MakeRoom() {
  const Clock::time_point now = Clock::now();
  std::vector<FairQueue::ItemPtr> shed;
  if (now < next_room_check_) return shed;
  next_room_check_ = now + kUrgentCheckInterval;
  const auto may_end = [this, now](const FairQueue::Item& item) {
    return now - static_cast<const Entry&>(item).started_at >= options_.min_held;
  };
  while (FairQueue::Item* const ending = queue_.NextToEnd(may_end)) {
    if (const auto& end = static_cast<Entry*>(ending)->end) end();
  }
  Dispatch();
  if (!options_.max_stuck.has_value()) return shed;
  std::map<Ticket, Clock::time_point> before;
  before.swap(stuck_);
  for (const FairQueue::Item* item : queue_.Stuck()) {
    const auto found = before.find(item->ticket);
    const Clock::time_point since = found == before.end() ? now : found->second;
    if (now - since >= *options_.max_stuck) {
      shed.push_back(queue_.Remove(item->ticket));
    } else {
      stuck_.emplace(item->ticket, since);
    }
  }
  return shed;
}

void FairScheduler::Grant(Entry* entry) {
  const bool resumes = entry->started;
  queue_.Grant(entry);
  entry->has_slots = true;
  entry->granted = entry->charged_at = Clock::now();
  entry->turn_start = entry->charged;
  entry->has_resumed = resumes;
  if (resumes) {
    entry->paused.store(false, std::memory_order_release);
    entry->resumed.notify_all();
  } else {
    entry->started_at = entry->granted;
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

void FairScheduler::Shed(const FairQueue::Item& item, Refusal why) {
  const auto& entry = static_cast<const Entry&>(item);
  if (entry.shed != nullptr) entry.shed(why);
}

void FairScheduler::YieldTurn(Entry* entry) {
  Lock lock(mutex_);
  ChargeRunning();
  if (std::vector<FairQueue::ItemPtr> shed = MakeRoom(); !shed.empty()) {
    Dispatch();
    lock.unlock();
    for (const FairQueue::ItemPtr& item : shed) Shed(*item, Refusal::kNoRoom);
    // The tasks are destroyed without the lock, and not only after a pause.
    shed.clear();
    lock.lock();
  }
  const bool is_due = queue_.has_paused_ending() || entry->IsTurnOver(options_);
  if (!is_due || !queue_.ShouldYield(*entry)) return;
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
