#include "service/access/token_bucket.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "core/base/error.h"
#include "core/base/strings.h"

namespace arbiter {
namespace {

// The longest wait that is reported.
constexpr double kMaxWaitSeconds = 24.0 * 60 * 60;
// The tolerance for rounding errors, so that waiting exactly as long as reported is enough.
constexpr double kRounding = 1e-6;

constexpr char kRetryAfterPayload[] = "arbiter.v1/retry_after_ns";

}  // namespace

void TokenBucket::Refill(const Size& size, Time now) {
  // Threads may take the lock in a different order from the one in which they read the clock.
  if (now <= last_) return;
  if (spent_ > 0) {
    const double seconds = std::chrono::duration<double>(now - last_).count();
    spent_ = std::max(0.0, spent_ - seconds * size.rate);
  }
  last_ = now;
}

std::chrono::nanoseconds TokenBucket::WaitFor(const Size& size, double tokens) const {
  const double missing = spent_ + std::min(tokens, size.burst) - size.burst;
  if (missing <= kRounding) return std::chrono::nanoseconds(0);
  const double seconds = std::min(missing / size.rate, kMaxWaitSeconds);
  return std::chrono::nanoseconds(static_cast<int64_t>(std::ceil(seconds * 1e9)));
}

std::chrono::nanoseconds TokenBucket::Take(const Size& size, double cost, Time now, double paid) {
  const std::lock_guard lock(mutex_);
  Refill(size, now);
  const double missing = std::min(cost, size.burst) - paid;
  if (WaitFor(size, missing) > std::chrono::nanoseconds(0)) return WaitFor(size, cost);
  spent_ += cost - paid;
  return std::chrono::nanoseconds(0);
}

std::chrono::nanoseconds TokenBucket::Bill(const Size& size, double cost, double next, Time now) {
  const std::lock_guard lock(mutex_);
  spent_ += cost;
  Refill(size, now);
  if (spent_ <= size.burst + kRounding) return std::chrono::nanoseconds(0);
  return WaitFor(size, next);
}

void TokenBucket::Settle(const Size& size, double cost, Time now) {
  const std::lock_guard lock(mutex_);
  Refill(size, now);
  spent_ = std::max(0.0, spent_ + cost);
}

std::chrono::nanoseconds TokenBucket::TimeUntil(const Size& size, double cost, Time now) {
  const std::lock_guard lock(mutex_);
  Refill(size, now);
  return WaitFor(size, cost);
}

bool TokenBucket::IsFull(const Size& size, Time now) {
  const std::lock_guard lock(mutex_);
  Refill(size, now);
  return spent_ == 0;
}

absl::Status QuotaExceededError(std::string_view message, std::chrono::nanoseconds retry_after) {
  absl::Status status = MakeError(ErrorReason::kQuotaExceeded, message);
  status.SetPayload(kRetryAfterPayload, absl::Cord(StrCat(retry_after.count())));
  return status;
}

std::optional<std::chrono::nanoseconds> RetryAfterOf(const absl::Status& status) {
  const auto payload = status.GetPayload(kRetryAfterPayload);
  int64_t count = 0;
  if (!payload.has_value() || !absl::SimpleAtoi(std::string(*payload), &count)) return std::nullopt;
  return std::chrono::nanoseconds(count);
}

}  // namespace arbiter
