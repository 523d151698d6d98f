#include "service/server/work_pool.h"

#include <sched.h>

#include <algorithm>
#include <utility>

namespace arbiter {
namespace {

// Unlike a nice value, this policy makes a thread leave its processor the moment that any other
// wants it. New threads have it from the thread that starts them.
void EnterBackground() {
  const sched_param none{};
  sched_setscheduler(0, SCHED_IDLE, &none);
}

}  // namespace

WorkPool::WorkPool(int threads, int max_queued, Priority priority)
    : max_queued_(max_queued), free_threads_(threads) {
  for (int i = 0; i < threads; ++i) {
    threads_.emplace_back([this, priority] {
      if (priority == Priority::kBackground) EnterBackground();
      Run();
    });
  }
}

WorkPool::~WorkPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

WorkPool::Ticket WorkPool::TrySubmit(Task task, int threads) {
  const std::lock_guard lock(mutex_);
  const bool starts = queue_.empty() && threads <= free_threads_;
  if (!starts && queue_.size() >= max_queued_) return 0;
  queue_.push_back({++last_ticket_, threads, std::move(task)});
  Promote();
  return last_ticket_;
}

bool WorkPool::Withdraw(Ticket ticket) {
  Task withdrawn;
  const std::lock_guard lock(mutex_);
  const auto found = std::find_if(queue_.begin(), queue_.end(),
                                  [ticket](const Entry& entry) { return entry.ticket == ticket; });
  if (found == queue_.end()) return false;
  withdrawn = std::move(found->task);
  queue_.erase(found);
  Promote();
  return true;
}

size_t WorkPool::queued() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

size_t WorkPool::running() const {
  const std::lock_guard lock(mutex_);
  return ready_.size() + running_;
}

void WorkPool::Promote() {
  while (!queue_.empty() && queue_.front().threads <= free_threads_) {
    free_threads_ -= queue_.front().threads;
    ready_.push_back(std::move(queue_.front()));
    queue_.pop_front();
    changed_.notify_one();
  }
}

void WorkPool::Run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return !ready_.empty() || (stopping_ && queue_.empty()); });
    if (ready_.empty()) return;
    Entry entry = std::move(ready_.front());
    ready_.pop_front();
    ++running_;
    lock.unlock();
    Delivery delivery = entry.task();
    lock.lock();
    --running_;
    free_threads_ += entry.threads;
    Promote();
    if (stopping_) changed_.notify_all();
    lock.unlock();
    delivery();
    entry.task = nullptr;
    delivery = nullptr;
    lock.lock();
  }
}

}  // namespace arbiter
