#ifndef ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_ERROR_H_
#define ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_ERROR_H_

// Reads the details of the errors that Client returns. The functions accept any status, including
// OK and statuses from other sources. Each detail of the service's `google.rpc.Status` is a payload
// of the absl::Status, under the detail's type URL.

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arbiter/v1/errors.pb.h"
#include "google/rpc/status.pb.h"

namespace arbiter::client {

// Returns why the service refused the request. Returns ERROR_REASON_UNSPECIFIED if the error does
// not come from the service (no server could be reached, or none responded in time), or if this
// version of the library does not know the reason.
v1::ErrorReason ReasonOf(const absl::Status& status);

// A field of the request that is wrong, and why.
struct FieldViolation {
  // The path of the field, for example `position.record.actions[3]`.
  std::string field;
  std::string description;
};
// Returns the fields that the service found wrong, or an empty vector if the error names none.
std::vector<FieldViolation> FieldViolationsOf(const absl::Status& status);

// Returns how long after the error the call may be tried again, or std::nullopt if the service did
// not say, usually because a retry would not help.
std::optional<absl::Duration> RetryDelayOf(const absl::Status& status);

// Returns the id of the call in the server's log, or an empty string if no server responded.
std::string RequestIdOf(const absl::Status& status);

// Returns the message in the language of the request's `locale`, or in English if the request set
// none.
std::string LocalizedMessageOf(const absl::Status& status);

// Converts an error inside a response, such as the `status` of a batch item, so that the functions
// above can read it.
absl::Status ToStatus(const google::rpc::Status& error);
// Converts an error back to the form in which the service sent it.
google::rpc::Status ToRpcStatus(const absl::Status& status);

// Converts the name of a reason, such as `ILLEGAL_ACTION`, to the reason. The messages
// IllegalAction and PgnFault contain such names. Returns ERROR_REASON_UNSPECIFIED for an unknown
// name.
v1::ErrorReason ParseReason(const std::string& name);
// Returns the name of a reason, such as `ILLEGAL_ACTION`.
std::string ReasonName(v1::ErrorReason reason);

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_ERROR_H_
