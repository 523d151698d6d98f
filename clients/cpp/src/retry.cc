#include "clients/cpp/src/retry.h"

#include <random>

#include "absl/time/clock.h"
#include "arbiter/client/error.h"

namespace arbiter::client {
namespace {

constexpr absl::Duration kAfterLoss = absl::Milliseconds(50);
constexpr double kMostSpread = 1.25;

double Spread() {
  thread_local std::minstd_rand random{std::random_device()()};
  return std::uniform_real_distribution<double>(1, kMostSpread)(random);
}

}  // namespace

std::optional<absl::Duration> RetryPolicy::WaitAfter(const absl::Status& error) {
  // gRPC has repeated what ended UNAVAILABLE.
  if (absl::IsUnavailable(error)) return std::nullopt;
  return WaitFor(RetryDelayOf(error));
}

std::optional<absl::Duration> RetryPolicy::WaitAfterLoss(const absl::Status& error) {
  const std::optional<absl::Duration> delay = RetryDelayOf(error);
  return WaitFor(delay.has_value() || !absl::IsUnavailable(error) ? delay : kAfterLoss);
}

std::optional<absl::Duration> RetryPolicy::WaitFor(std::optional<absl::Duration> delay) {
  if (!delay.has_value() || retries_left_ == 0) return std::nullopt;
  --retries_left_;
  const absl::Duration wait = *delay * Spread();
  if (absl::Now() + wait >= deadline_) return std::nullopt;
  return wait;
}

}  // namespace arbiter::client
