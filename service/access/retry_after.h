#ifndef ARBITER_SERVICE_ACCESS_RETRY_AFTER_H_
#define ARBITER_SERVICE_ACCESS_RETRY_AFTER_H_

#include <chrono>
#include <optional>
#include <string_view>

#include "absl/status/status.h"

namespace arbiter {

// RESOURCE_EXHAUSTED / QUOTA_EXCEEDED that knows when to ask again.
absl::Status QuotaExceededError(std::string_view message, std::chrono::nanoseconds retry_after);

// nullopt for other statuses.
std::optional<std::chrono::nanoseconds> RetryAfterOf(const absl::Status& status);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_RETRY_AFTER_H_
