#include "service/access/retry_after.h"

#include <cstdint>
#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/numbers.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"

namespace arbiter {
namespace {

constexpr char kPayload[] = "arbiter.v1/retry_after_ns";

}  // namespace

absl::Status QuotaExceededError(std::string_view message, std::chrono::nanoseconds retry_after) {
  absl::Status status = MakeError(ErrorReason::kQuotaExceeded, message);
  status.SetPayload(kPayload, absl::Cord(StrCat(retry_after.count())));
  return status;
}

std::optional<std::chrono::nanoseconds> RetryAfterOf(const absl::Status& status) {
  const auto payload = status.GetPayload(kPayload);
  int64_t count = 0;
  if (!payload.has_value() || !absl::SimpleAtoi(std::string(*payload), &count)) return std::nullopt;
  return std::chrono::nanoseconds(count);
}

}  // namespace arbiter
