#include "clients/cpp/src/retries.h"

#include <algorithm>
#include <random>

#include "absl/time/clock.h"
#include "arbiter/client/error.h"

namespace arbiter::client {
namespace {

constexpr absl::Duration kMinBackoff = absl::Milliseconds(50);
constexpr absl::Duration kMaxBackoff = absl::Seconds(1);
constexpr double kMaxJitter = 1.25;

// Keeps clients that failed together from returning together.
double Jitter() {
  thread_local std::minstd_rand random{std::random_device()()};
  return std::uniform_real_distribution<double>(1, kMaxJitter)(random);
}

}  // namespace

Retries::Retries(const Connection* connection, const CallSettings& settings)
    : connection_(connection), deadline_(settings.deadline), backoff_(kMinBackoff) {}

absl::Status Retries::Run(const std::function<absl::Status()>& attempt,
                          const std::atomic<bool>* cancelled) {
  while (true) {
    absl::Status status = attempt();
    if (status.ok()) {
      connection_->retry_budget().RecordSuccess();
      return status;
    }
    const std::optional<absl::Duration> wait = WaitAfter(status);
    if (!wait.has_value()) return status;
    if (!connection_->Wait(*wait, cancelled)) return absl::CancelledError("cancelled");
  }
}

void Retries::RecordProgress() {
  failing_since_.reset();
  backoff_ = kMinBackoff;
}

std::optional<absl::Duration> Retries::WaitAfter(const absl::Status& error) {
  const std::optional<absl::Duration> delay = RetryDelayOf(error);
  if (!delay.has_value() && !absl::IsUnavailable(error)) return std::nullopt;
  const absl::Duration wait = delay.value_or(backoff_) * Jitter();
  backoff_ = std::min(2 * backoff_, kMaxBackoff);
  const absl::Time now = absl::Now();
  if (!failing_since_.has_value()) failing_since_ = now;
  const absl::Time give_up =
      deadline_ == absl::InfiniteFuture() ? *failing_since_ + connection_->timeout() : deadline_;
  if (now + wait >= give_up || !connection_->retry_budget().TakeToken()) {
    return std::nullopt;
  }
  return wait;
}

}  // namespace arbiter::client
