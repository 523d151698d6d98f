#include "service/server/drain.h"

#include <vector>

namespace arbiter {

void Drain::Add(const std::shared_ptr<DrainListener>& listener) {
  bool begun;
  {
    const std::lock_guard lock(mutex_);
    listeners_.emplace(listener.get(), listener);
    begun = begun_;
  }
  if (begun) listener->OnDrain();
}

void Drain::Remove(const DrainListener* listener) {
  const std::lock_guard lock(mutex_);
  listeners_.erase(listener);
}

bool Drain::has_calls() {
  if (unary_calls_.load(std::memory_order_relaxed) > 0) return true;
  const std::lock_guard lock(mutex_);
  return !listeners_.empty();
}

void Drain::Begin() {
  std::vector<std::shared_ptr<DrainListener>> listeners;
  {
    const std::lock_guard lock(mutex_);
    begun_ = true;
    for (const auto& [unused, weak] : listeners_) {
      if (auto listener = weak.lock()) listeners.push_back(std::move(listener));
    }
  }
  // Without the lock: a listener may remove itself.
  for (const auto& listener : listeners) listener->OnDrain();
}

}  // namespace arbiter
