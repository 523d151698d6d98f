#include "clients/cli/failure.h"

#include <optional>
#include <string>

#include "absl/strings/cord.h"
#include "arbiter/v1/errors.pb.h"
#include "core/rules/error.h"
#include "core/rules/strings.h"
#include "google/rpc/error_details.pb.h"

namespace arbiter::cli {
namespace {

constexpr absl::string_view kUsagePayload = "arbiter/usage";

template <typename Detail>
std::optional<Detail> FindDetail(const google::rpc::Status& status) {
  Detail detail;
  for (const google::protobuf::Any& any : status.details()) {
    if (any.Is<Detail>() && any.UnpackTo(&detail)) return detail;
  }
  return std::nullopt;
}

ErrorReason ParseReason(const std::string& name) {
  v1::ErrorReason reason = v1::ERROR_REASON_UNSPECIFIED;
  v1::ErrorReason_Parse(StrCat("ERROR_REASON_", name), &reason);
  return static_cast<ErrorReason>(reason);
}

}  // namespace

absl::Status UsageError(std::string_view message) {
  absl::Status status = absl::InvalidArgumentError(ForAbsl(message));
  status.SetPayload(kUsagePayload, absl::Cord());
  return status;
}

absl::Status FromRpcStatus(const google::rpc::Status& status) {
  const auto code = static_cast<absl::StatusCode>(status.code());
  std::string message = status.message();
  if (const auto localized = FindDetail<google::rpc::LocalizedMessage>(status)) {
    message = localized->message();
  }
  const auto info = FindDetail<google::rpc::ErrorInfo>(status);
  if (!info.has_value()) return {code, message};
  absl::Status error = MakeError(ParseReason(info->reason()), code, message);
  const auto request = FindDetail<google::rpc::BadRequest>(status);
  if (!request.has_value() || request->field_violations().empty()) return error;
  return AtField(error, request->field_violations(0).field());
}

std::string Describe(const absl::Status& error) {
  const ErrorReason reason = ReasonOf(error);
  const std::string field = FieldOf(error);
  return StrCat(reason == ErrorReason::kUnspecified ? "" : ReasonName(reason),
                reason == ErrorReason::kUnspecified ? "" : ": ", field, field.empty() ? "" : ": ",
                error.message());
}

ExitCode ExitCodeOf(const absl::Status& error) {
  if (error.ok()) return kSuccess;
  if (error.GetPayload(kUsagePayload).has_value()) return kUsage;
  const bool from_the_service = ReasonOf(error) != ErrorReason::kUnspecified;
  const bool unreachable = absl::IsUnavailable(error) || absl::IsDeadlineExceeded(error);
  return unreachable && !from_the_service ? kUnreachable : kRefused;
}

}  // namespace arbiter::cli
