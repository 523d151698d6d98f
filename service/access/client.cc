#include "service/access/client.h"

#include <algorithm>
#include <chrono>

#include "core/rules/error.h"
#include "core/rules/strings.h"
#include "service/access/retry_after.h"

namespace arbiter {
namespace {

// When a call ends, nobody knows.
constexpr std::chrono::seconds kRetryWhenFull(1);

}  // namespace

Grant Grant::All() {
  Grant grant;
  grant.methods.set();
  return grant;
}

Grant Grant::Limits(const config::v1::Quota& quota) {
  Grant grant;
  if (const double rate = quota.tokens_per_second(); rate > 0) {
    const double burst = quota.burst() > 0 ? quota.burst() : std::max(1.0, rate);
    grant.bucket = TokenBucket::Size{.rate = rate, .burst = burst};
  }
  grant.max_in_flight = quota.max_in_flight();
  grant.max_streams = quota.max_streams();
  return grant;
}

absl::Status Client::CheckMethods(const MethodSet& needed) const {
  const MethodSet missing = needed & ~grant_.methods;
  if (missing.none()) return absl::OkStatus();
  MethodId first = 0;
  while (!missing.test(first)) ++first;
  return MakeError(ErrorReason::kPermissionDenied,
                   StrCat("this client may not call ", RuleOf(first).name));
}

absl::Status Client::Take(double cost, Time now) const {
  if (!pays()) return absl::OkStatus();
  const std::chrono::nanoseconds wait = usage_->bucket.Take(*grant_.bucket, cost, now);
  if (wait == std::chrono::nanoseconds(0)) return absl::OkStatus();
  return QuotaExceededError("this client has used up its tokens", wait);
}

absl::Status Client::Bill(double cost, double next, Time now) const {
  if (!pays()) return absl::OkStatus();
  const std::chrono::nanoseconds wait = usage_->bucket.Bill(*grant_.bucket, cost, next, now);
  if (wait == std::chrono::nanoseconds(0)) return absl::OkStatus();
  return QuotaExceededError("this client has used up its tokens, so its work was ended", wait);
}

void Client::Settle(double cost, Time now) const {
  if (pays()) usage_->bucket.Settle(*grant_.bucket, cost, now);
}

absl::Status Client::Enter(bool stream) const {
  std::atomic<uint32_t>& count = stream ? usage_->streams : usage_->in_flight;
  const uint32_t most = stream ? grant_.max_streams : grant_.max_in_flight;
  if (count.fetch_add(1, std::memory_order_relaxed) < most || most == 0) return absl::OkStatus();
  Leave(stream);
  return QuotaExceededError(
      StrCat("this client has ", most, stream ? " streams" : " calls", " already, its most"),
      kRetryWhenFull);
}

void Client::Leave(bool stream) const {
  (stream ? usage_->streams : usage_->in_flight).fetch_sub(1, std::memory_order_relaxed);
}

bool Client::idle(Time now) const {
  return usage_->in_flight == 0 && usage_->streams == 0 &&
         (!pays() || usage_->bucket.IsFull(*grant_.bucket, now));
}

}  // namespace arbiter
