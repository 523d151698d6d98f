#include "arbiter/client/error.h"

#include <algorithm>
#include <array>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/types/optional.h"
#include "clients/cpp/src/connection.h"
#include "google/rpc/error_details.pb.h"

namespace arbiter::client {
namespace {

constexpr absl::string_view kUrlPrefix = "type.googleapis.com/";
constexpr absl::string_view kReasonPrefix = "ERROR_REASON_";
constexpr char kDomain[] = "arbiter.v1";

template <typename Detail>
std::optional<Detail> FindDetail(const absl::Status& status) {
  const std::string url = std::string(kUrlPrefix) + Detail::descriptor()->full_name();
  const absl::optional<absl::Cord> payload = status.GetPayload(url);
  Detail detail;
  if (!payload.has_value() || !detail.ParseFromString(std::string(*payload))) return std::nullopt;
  return detail;
}

// The rank of a detail in the order in which the service sends details.
size_t RankOf(const google::protobuf::Any& detail) {
  constexpr std::array<const char*, 4> kOrder = {"ErrorInfo", "BadRequest", "RetryInfo",
                                                 "LocalizedMessage"};
  const std::string& url = detail.type_url();
  const auto found = std::find(kOrder.begin(), kOrder.end(), url.substr(url.rfind('.') + 1));
  return static_cast<size_t>(found - kOrder.begin());
}

}  // namespace

v1::ErrorReason ReasonOf(const absl::Status& status) {
  const auto info = FindDetail<google::rpc::ErrorInfo>(status);
  if (!info.has_value() || info->domain() != kDomain) return v1::ERROR_REASON_UNSPECIFIED;
  return ParseReason(info->reason());
}

std::vector<FieldViolation> FieldViolationsOf(const absl::Status& status) {
  std::vector<FieldViolation> violations;
  const auto request = FindDetail<google::rpc::BadRequest>(status);
  if (!request.has_value()) return violations;
  for (const auto& violation : request->field_violations()) {
    violations.push_back({violation.field(), violation.description()});
  }
  return violations;
}

std::optional<absl::Duration> RetryDelayOf(const absl::Status& status) {
  const auto retry = FindDetail<google::rpc::RetryInfo>(status);
  if (!retry.has_value()) return std::nullopt;
  const google::protobuf::Duration& delay = retry->retry_delay();
  return absl::Seconds(delay.seconds()) + absl::Nanoseconds(delay.nanos());
}

std::string RequestIdOf(const absl::Status& status) {
  const absl::optional<absl::Cord> payload = status.GetPayload(kRequestIdPayload);
  return payload.has_value() ? std::string(*payload) : std::string();
}

std::string LocalizedMessageOf(const absl::Status& status) {
  const auto localized = FindDetail<google::rpc::LocalizedMessage>(status);
  return localized.has_value() ? localized->message() : std::string(status.message());
}

absl::Status ToStatus(const google::rpc::Status& error) {
  absl::Status status(static_cast<absl::StatusCode>(error.code()), error.message());
  for (const google::protobuf::Any& detail : error.details()) {
    status.SetPayload(detail.type_url(), absl::Cord(detail.value()));
  }
  return status;
}

google::rpc::Status ToRpcStatus(const absl::Status& status) {
  google::rpc::Status error;
  error.set_code(static_cast<int>(status.code()));
  error.set_message(std::string(status.message()));
  status.ForEachPayload([&](absl::string_view url, const absl::Cord& value) {
    if (!absl::StartsWith(url, kUrlPrefix)) return;
    google::protobuf::Any* detail = error.add_details();
    detail->set_type_url(std::string(url));
    detail->set_value(std::string(value));
  });
  std::sort(error.mutable_details()->begin(), error.mutable_details()->end(),
            [](const auto& a, const auto& b) {
              return std::make_pair(RankOf(a), a.type_url()) <
                     std::make_pair(RankOf(b), b.type_url());
            });
  return error;
}

v1::ErrorReason ParseReason(const std::string& name) {
  v1::ErrorReason reason = v1::ERROR_REASON_UNSPECIFIED;
  v1::ErrorReason_Parse(std::string(kReasonPrefix) + name, &reason);
  return reason;
}

std::string ReasonName(v1::ErrorReason reason) {
  const std::string& name = v1::ErrorReason_Name(reason);
  return std::string(absl::StripPrefix(name, kReasonPrefix));
}

}  // namespace arbiter::client
