#ifndef ARBITER_TESTS_SUPPORT_STATUS_H_
#define ARBITER_TESTS_SUPPORT_STATUS_H_

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/error.h"

namespace arbiter::testing {

inline const absl::Status& StatusOf(const absl::Status& status) { return status; }
template <typename T>
const absl::Status& StatusOf(const absl::StatusOr<T>& value) {
  return value.status();
}

inline std::string Message(const absl::Status& status) { return std::string(status.message()); }

// Matches a Status or StatusOr that is OK.
MATCHER(IsOk, "is OK") {
  *result_listener << StatusOf(arg).ToString();
  return StatusOf(arg).ok();
}

// Matches a Status or StatusOr with this reason and a message that contains `text`.
MATCHER_P2(Fails, reason, text, "") {
  const absl::Status& status = StatusOf(arg);
  *result_listener << ReasonName(ReasonOf(status)) << " at '" << FieldOf(status)
                   << "': " << status.ToString();
  return !status.ok() && ReasonOf(status) == reason &&
         Message(status).find(text) != std::string::npos;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_STATUS_H_
