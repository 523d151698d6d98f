#ifndef ARBITER_CORE_RULES_ERROR_H_
#define ARBITER_CORE_RULES_ERROR_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace arbiter {

// Why something was refused: the closed list of `arbiter.v1.ErrorReason`, with
// the same numbers. Each reason has one status code (errors.proto says which).
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

// A status with the reason's own code and `message` (English, one sentence
// without a full stop), the reason as payload.
absl::Status MakeError(ErrorReason reason, std::string_view message);

// The same with another code than the reason's own, for the reasons that have
// two (LIMIT_EXCEEDED and CANCELLED with DEADLINE_EXCEEDED).
absl::Status MakeError(ErrorReason reason, absl::StatusCode code, std::string_view message);

// `status` with the request field that it concerns, e.g. `actions[3]`. Fields
// that are already there become a suffix: `position` + `fen` = `position.fen`.
absl::Status AtField(absl::Status status, std::string_view field);

// kUnspecified and "" where the status has none.
ErrorReason ReasonOf(const absl::Status& status);
std::string FieldOf(const absl::Status& status);

// `ILLEGAL_ACTION` for kIllegalAction, and so on.
std::string_view ReasonName(ErrorReason reason);

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_ERROR_H_
