#include "core/base/error.h"

#include <array>
#include <charconv>
#include <optional>

#include "absl/strings/cord.h"
#include "absl/types/optional.h"

namespace arbiter {
namespace {

constexpr absl::string_view kReasonPayload = "arbiter.v1/reason";
constexpr absl::string_view kFieldPayload = "arbiter.v1/field";

struct ReasonInfo {
  std::string_view name;
  absl::StatusCode code;
};

// In the order of ErrorReason.
constexpr std::array<ReasonInfo, kErrorReasonCount> kReasons = {{
    {"UNSPECIFIED", absl::StatusCode::kInvalidArgument},
    {"UNKNOWN_VARIANT", absl::StatusCode::kInvalidArgument},
    {"BAD_FEN", absl::StatusCode::kInvalidArgument},
    {"IMPOSSIBLE_POSITION", absl::StatusCode::kInvalidArgument},
    {"BAD_ACTION_TEXT", absl::StatusCode::kInvalidArgument},
    {"ILLEGAL_ACTION", absl::StatusCode::kFailedPrecondition},
    {"GAME_OVER", absl::StatusCode::kFailedPrecondition},
    {"NOT_YOUR_TURN", absl::StatusCode::kFailedPrecondition},
    {"RANDOMNESS_REQUIRED", absl::StatusCode::kFailedPrecondition},
    {"IMPOSSIBLE_OUTCOME", absl::StatusCode::kFailedPrecondition},
    {"BAD_SNAPSHOT", absl::StatusCode::kInvalidArgument},
    {"OPTION_OUT_OF_RANGE", absl::StatusCode::kInvalidArgument},
    {"CLAIM_REFUSED", absl::StatusCode::kFailedPrecondition},
    {"HIDDEN_INFORMATION", absl::StatusCode::kFailedPrecondition},
    {"LIMIT_EXCEEDED", absl::StatusCode::kResourceExhausted},
    {"OVERLOADED", absl::StatusCode::kResourceExhausted},
    {"UNAUTHENTICATED", absl::StatusCode::kUnauthenticated},
    {"BAD_FIELD", absl::StatusCode::kInvalidArgument},
    {"BAD_SEED", absl::StatusCode::kInvalidArgument},
    {"BAD_NOTATION", absl::StatusCode::kFailedPrecondition},
    {"CANCELLED", absl::StatusCode::kCancelled},
    {"UNIMPLEMENTED", absl::StatusCode::kUnimplemented},
    {"WRONG_PHASE", absl::StatusCode::kFailedPrecondition},
    {"PERMISSION_DENIED", absl::StatusCode::kPermissionDenied},
    {"QUOTA_EXCEEDED", absl::StatusCode::kResourceExhausted},
    {"JOB_NOT_FOUND", absl::StatusCode::kNotFound},
    {"JOB_CONFLICT", absl::StatusCode::kAlreadyExists},
    {"WRONG_JOB_STATE", absl::StatusCode::kFailedPrecondition},
}};

}  // namespace

absl::Status MakeError(ErrorReason reason, std::string_view message) {
  return MakeError(reason, kReasons[static_cast<int>(reason)].code, message);
}

absl::Status MakeError(ErrorReason reason, absl::StatusCode code, std::string_view message) {
  absl::Status status(code, ForAbsl(message));
  status.SetPayload(kReasonPayload, absl::Cord(StrCat(static_cast<int>(reason))));
  return status;
}

absl::Status PrependField(absl::Status error, std::string_view path) {
  const std::string inner = FieldOf(error);
  error.SetPayload(kFieldPayload,
                   absl::Cord(inner.empty() ? std::string(path) : StrCat(path, ".", inner)));
  return error;
}

ErrorReason ReasonOf(const absl::Status& status) {
  const absl::optional<absl::Cord> payload = status.GetPayload(kReasonPayload);
  if (!payload) return ErrorReason::kUnspecified;
  const std::string text(*payload);
  int reason = 0;
  std::from_chars(text.data(), text.data() + text.size(), reason);
  return static_cast<ErrorReason>(reason);
}

std::string FieldOf(const absl::Status& status) {
  const absl::optional<absl::Cord> payload = status.GetPayload(kFieldPayload);
  return payload ? std::string(*payload) : std::string();
}

std::string_view ReasonName(ErrorReason reason) { return kReasons[static_cast<int>(reason)].name; }

}  // namespace arbiter
