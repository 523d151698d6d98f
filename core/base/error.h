#ifndef ARBITER_CORE_BASE_ERROR_H_
#define ARBITER_CORE_BASE_ERROR_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/status.h"

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
};
inline constexpr size_t kErrorReasonCount = static_cast<size_t>(ErrorReason::kQuotaExceeded) + 1;

// Makes a status with the reason's own code, the reason as a payload, and `message`: one English
// sentence without a full stop.
absl::Status MakeError(ErrorReason reason, std::string_view message);

// Makes a status with a code other than the reason's own, for the reasons that have two:
// LIMIT_EXCEEDED and CANCELLED with DEADLINE_EXCEEDED, and OVERLOADED with UNAVAILABLE.
absl::Status MakeError(ErrorReason reason, absl::StatusCode code, std::string_view message);

// Adds to `status` the request field that it concerns, such as `actions[3]`. A field that it
// already has becomes a suffix: `position` and `fen` become `position.fen`. Returns an OK status
// unchanged.
absl::Status AtField(absl::Status status, std::string_view field);

// Returns the reason of a status; kUnspecified if it has none.
ErrorReason ReasonOf(const absl::Status& status);
// Returns the field path of a status; empty if it has none.
std::string FieldOf(const absl::Status& status);

// Returns the name of a reason, such as `ILLEGAL_ACTION` for kIllegalAction.
std::string_view ReasonName(ErrorReason reason);

}  // namespace arbiter

#endif  // ARBITER_CORE_BASE_ERROR_H_
