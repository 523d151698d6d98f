#include "clients/cpp/src/retry.h"

#include <random>

#include "absl/time/clock.h"
#include "arbiter/client/error.h"

namespace arbiter::client {
namespace {

constexpr absl::Duration kDelayAfterLoss = absl::Milliseconds(50);
constexpr double kMaxJitter = 1.25;

double Jitter() {
  thread_local std::minstd_rand random{std::random_device()()};
  return std::uniform_real_distribution<double>(1, kMaxJitter)(random);
}

}  // namespace

std::optional<absl::Duration> RetryPolicy::WaitAfter(const absl::Status& error) {
  // gRPC itself has already retried a call that ends with UNAVAILABLE.
  if (absl::IsUnavailable(error)) return std::nullopt;
  return WaitFor(RetryDelayOf(error));
}

std::optional<absl::Duration> RetryPolicy::WaitAfterLoss(const absl::Status& error) {
  const std::optional<absl::Duration> delay = RetryDelayOf(error);
  return WaitFor(delay.has_value() || !absl::IsUnavailable(error) ? delay : kDelayAfterLoss);
}

std::optional<absl::Duration> RetryPolicy::WaitFor(std::optional<absl::Duration> delay) {
  if (!delay.has_value() || retries_left_ == 0) return std::nullopt;
  --retries_left_;
  const absl::Duration wait = *delay * Jitter();
  if (absl::Now() + wait >= deadline_) return std::nullopt;
  return wait;
}

}  // namespace arbiter::client
