#include "clients/cli/text/failure.h"

#include <string>
#include <vector>

#include "absl/strings/cord.h"
#include "arbiter/client/error.h"
#include "core/base/error.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

constexpr absl::string_view kUsagePayload = "arbiter/usage";

}  // namespace

absl::Status UsageError(std::string_view message) {
  absl::Status status = absl::InvalidArgumentError(ForAbsl(message));
  status.SetPayload(kUsagePayload, absl::Cord());
  return status;
}

absl::Status FromService(const absl::Status& status) {
  if (status.ok()) return status;
  const std::string message = client::LocalizedMessageOf(status);
  const auto reason = static_cast<ErrorReason>(client::ReasonOf(status));
  if (reason == ErrorReason::kUnspecified) return {status.code(), message};
  const std::vector<client::FieldViolation> violations = client::FieldViolationsOf(status);
  absl::Status error = MakeError(reason, status.code(), message);
  return violations.empty() ? error : AtField(error, violations.front().field);
}

absl::Status FromRpcStatus(const google::rpc::Status& status) {
  return FromService(client::ToStatus(status));
}

absl::Status FaultError(const v1::PgnFault& fault) {
  const auto reason = static_cast<ErrorReason>(client::ParseReason(fault.reason()));
  const std::string message =
      StrCat("line ", fault.line(), ", column ", fault.column(), ": ", fault.message());
  return reason == ErrorReason::kUnspecified ? absl::FailedPreconditionError(message)
                                             : MakeError(reason, message);
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
  const bool is_from_service = ReasonOf(error) != ErrorReason::kUnspecified;
  const bool is_unreachable = absl::IsUnavailable(error) || absl::IsDeadlineExceeded(error);
  return is_unreachable && !is_from_service ? kUnreachable : kRefused;
}

}  // namespace arbiter::cli
