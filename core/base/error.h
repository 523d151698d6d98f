#ifndef ARBITER_CORE_BASE_ERROR_H_
#define ARBITER_CORE_BASE_ERROR_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/strings.h"

namespace arbiter {

// The reason why a request was refused: the closed list of `arbiter.v1.ErrorReason`, with the same
// numbers. errors.proto gives the status code of each reason.
enum class ErrorReason {
  kUnspecified = 0,
  kUnknownVariant = 1,
  kBadFen = 2,
  kImpossiblePosition = 3,
  kBadActionText = 4,
  kIllegalAction = 5,
  kGameOver = 6,
  kNotYourTurn = 7,
  kRandomnessRequired = 8,
  kImpossibleOutcome = 9,
  kBadSnapshot = 10,
  kOptionOutOfRange = 11,
  kClaimRefused = 12,
  kHiddenInformation = 13,
  kLimitExceeded = 14,
  kOverloaded = 15,
  kUnauthenticated = 16,
  kBadField = 17,
  kBadSeed = 18,
  kBadNotation = 19,
  kCancelled = 20,
  kUnimplemented = 21,
  kWrongPhase = 22,
  kPermissionDenied = 23,
  kQuotaExceeded = 24,
  kJobNotFound = 25,
  kJobConflict = 26,
  kWrongJobState = 27,
};
inline constexpr size_t kErrorReasonCount = static_cast<size_t>(ErrorReason::kWrongJobState) + 1;

// Makes a status with the reason's own code, the reason as a payload, and `message`: one English
// sentence without a full stop.
absl::Status MakeError(ErrorReason reason, std::string_view message);

// Makes a status with a code other than the reason's own, for the reasons that have several:
// LIMIT_EXCEEDED and CANCELLED with DEADLINE_EXCEEDED, OVERLOADED with UNAVAILABLE, and, in the
// results of jobs, LIMIT_EXCEEDED with INTERNAL.
absl::Status MakeError(ErrorReason reason, absl::StatusCode code, std::string_view message);

// Adds a path to an error; see AtField().
absl::Status PrependField(absl::Status error, std::string_view path);

// Adds to an error the path of the request field that it concerns: the concatenation of `parts`, as
// in AtField(Play(i), "actions[", i, "]"). A path that the error already has becomes a suffix:
// `position` and `fen` become `position.fen`. If there is no error, returns the argument unchanged
// and makes no path.
template <typename... Parts>
absl::Status AtField(absl::Status status, const Parts&... parts) {
  if (status.ok()) return status;
  return PrependField(std::move(status), StrCat(parts...));
}
template <typename T, typename... Parts>
absl::StatusOr<T> AtField(absl::StatusOr<T> result, const Parts&... parts) {
  if (result.ok()) return result;
  return PrependField(std::move(result).status(), StrCat(parts...));
}

// Returns the reason of a status; kUnspecified if it has none.
ErrorReason ReasonOf(const absl::Status& status);
// Returns the field path of a status; empty if it has none.
std::string FieldOf(const absl::Status& status);

// Returns the name of a reason, such as `ILLEGAL_ACTION` for kIllegalAction.
std::string_view ReasonName(ErrorReason reason);

}  // namespace arbiter

#endif  // ARBITER_CORE_BASE_ERROR_H_
