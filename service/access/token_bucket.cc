#include "service/access/token_bucket.h"

#include <algorithm>
#include <cmath>

namespace arbiter {
namespace {

// Longest wait that is told.
constexpr double kMaxWaitSeconds = 24.0 * 60 * 60;
// Sums of tokens are rounded: who waits as long as he was told must not come a trace too early.
constexpr double kRounding = 1e-6;

}  // namespace

void TokenBucket::Refill(const Size& size, Time now) {
  // Threads may look at the clock in another order than they come here.
  if (now <= last_) return;
  if (spent_ > 0) {
    const double seconds = std::chrono::duration<double>(now - last_).count();
    spent_ = std::max(0.0, spent_ - seconds * size.rate);
  }
  last_ = now;
}

std::chrono::nanoseconds TokenBucket::TimeUntil(const Size& size, double cost) const {
  const double missing = spent_ + std::min(cost, size.burst) - size.burst;
  if (missing <= kRounding) return std::chrono::nanoseconds(0);
  const double seconds = std::min(missing / size.rate, kMaxWaitSeconds);
  return std::chrono::nanoseconds(static_cast<int64_t>(std::ceil(seconds * 1e9)));
}

std::chrono::nanoseconds TokenBucket::Take(const Size& size, double cost, Time now) {
  const std::lock_guard lock(mutex_);
  Refill(size, now);
  const std::chrono::nanoseconds wait = TimeUntil(size, cost);
  if (wait == std::chrono::nanoseconds(0)) spent_ += cost;
  return wait;
}

std::chrono::nanoseconds TokenBucket::Bill(const Size& size, double cost, double next, Time now) {
  const std::lock_guard lock(mutex_);
  spent_ += cost;
  Refill(size, now);
  if (spent_ <= size.burst + kRounding) return std::chrono::nanoseconds(0);
  return TimeUntil(size, next);
}

void TokenBucket::Settle(const Size& size, double cost, Time now) {
  const std::lock_guard lock(mutex_);
  Refill(size, now);
  spent_ = std::max(0.0, spent_ + cost);
}

bool TokenBucket::IsFull(const Size& size, Time now) {
  const std::lock_guard lock(mutex_);
  Refill(size, now);
  return spent_ == 0;
}

}  // namespace arbiter
