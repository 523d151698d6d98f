#include "clients/cpp/src/retries.h"

#include <algorithm>
#include <random>

#include "absl/strings/match.h"
#include "absl/time/clock.h"
#include "arbiter/client/error.h"

namespace arbiter::client {
namespace {

constexpr absl::Duration kMinBackoff = absl::Milliseconds(50);
constexpr absl::Duration kMaxBackoff = absl::Seconds(1);
constexpr double kMaxJitter = 1.25;

// Whether a response that had begun was ended on its way. A proxy that loses its server can then
// only send another code than UNAVAILABLE, or reset the stream. Such an end lacks the details that
// all errors of the service have.
bool IsInterruption(const absl::Status& error) {
  if (!ToRpcStatus(error).details().empty()) return false;
  return absl::IsUnknown(error) || absl::IsCancelled(error) ||
         (absl::IsInternal(error) && absl::StrContains(error.message(), "RST_STREAM"));
}

}  // namespace

absl::Duration WithJitter(absl::Duration delay) {
  thread_local std::minstd_rand random{std::random_device()()};
  return delay * std::uniform_real_distribution<double>(1, kMaxJitter)(random);
}

Retries::Retries(const Connection* connection, const CallSettings& settings, bool can_resume)
    : connection_(connection),
      can_resume_(can_resume),
      deadline_(settings.deadline),
      backoff_(kMinBackoff) {}

absl::Status Retries::Run(const std::function<absl::Status()>& attempt) {
  absl::Status status = RunPart(attempt, /*cancelled=*/nullptr);
  if (status.ok()) connection_->retry_budget().RecordSuccess();
  return status;
}

absl::Status Retries::RunPart(const std::function<absl::Status()>& attempt,
                              const std::atomic<bool>* cancelled) {
  while (true) {
    absl::Status status = attempt();
    if (status.ok() || (cancelled != nullptr && *cancelled)) return status;
    const std::optional<absl::Duration> wait = WaitAfter(status);
    if (!wait.has_value()) return status;
    if (!connection_->Wait(*wait, cancelled)) return absl::CancelledError("cancelled");
  }
}

void Retries::RecordProgress() {
  failing_since_.reset();
  backoff_ = kMinBackoff;
}

void Retries::RecordAcceptance() { failing_since_.reset(); }

std::optional<absl::Duration> Retries::WaitAfter(const absl::Status& error) {
  const std::optional<absl::Duration> delay = RetryDelayOf(error);
  const bool is_temporary =
      delay.has_value() || absl::IsUnavailable(error) || (can_resume_ && IsInterruption(error));
  if (!is_temporary) return std::nullopt;
  const absl::Duration wait = WithJitter(delay.value_or(backoff_));
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
