#include "service/server/work_pool.h"

#include <algorithm>
#include <utility>

namespace arbiter {

WorkPool::WorkPool(int threads, int max_queued) : max_queued_(max_queued), idle_threads_(threads) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Run(); });
}

WorkPool::~WorkPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

bool WorkPool::TrySubmit(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (tasks_.size() >= max_queued_ + idle_threads_) return false;
    tasks_.push_back(std::move(task));
  }
  changed_.notify_one();
  return true;
}

size_t WorkPool::queued() const {
  const std::lock_guard lock(mutex_);
  return tasks_.size() - std::min(tasks_.size(), idle_threads_);
}

void WorkPool::Run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    Task task = std::move(tasks_.front());
    tasks_.pop_front();
    --idle_threads_;
    lock.unlock();
    Delivery delivery = task();
    lock.lock();
    ++idle_threads_;
    lock.unlock();
    delivery();
    task = nullptr;
    delivery = nullptr;
    lock.lock();
  }
}

}  // namespace arbiter
