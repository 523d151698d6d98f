#ifndef ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_ERROR_H_
#define ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_ERROR_H_

// What the errors of Client tell. Each takes any status, also one that is OK or comes from
// elsewhere. The details of the service's `google.rpc.Status` are payloads of the status, under
// their type URLs.

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "arbiter/v1/errors.pb.h"
#include "google/rpc/status.pb.h"

namespace arbiter::client {

// Why the service refused. ERROR_REASON_UNSPECIFIED where it was not the service that did (nobody
// is there, no answer came in time), or for a reason that this version of the library does not
// know.
v1::ErrorReason ReasonOf(const absl::Status& status);

// A field of the request that is wrong, and why.
struct FieldViolation {
  // Example: `position.record.actions[3]`.
  std::string field;
  std::string description;
};
std::vector<FieldViolation> FieldViolationsOf(const absl::Status& status);

// When to try again, from the error on; none: trying again is of no use, or nobody knows.
std::optional<absl::Duration> RetryDelayOf(const absl::Status& status);

// By which the operator finds the call in the server's log; empty where no server has answered.
std::string RequestIdOf(const absl::Status& status);

// The message in the language of the request's `locale`; in English where it named none.
std::string LocalizedMessageOf(const absl::Status& status);

// An error inside an answer, such as that of a Batch's item, as a status; and back to what the
// service has sent.
absl::Status ToStatus(const google::rpc::Status& error);
google::rpc::Status ToRpcStatus(const absl::Status& status);

// For messages that hold a reason by its name, `ILLEGAL_ACTION`: IllegalAction and PgnFault.
// ERROR_REASON_UNSPECIFIED for a name that is none.
v1::ErrorReason ParseReason(const std::string& name);
std::string ReasonName(v1::ErrorReason reason);

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_ERROR_H_
