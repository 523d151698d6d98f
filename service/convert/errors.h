#ifndef ARBITER_SERVICE_CONVERT_ERRORS_H_
#define ARBITER_SERVICE_CONVERT_ERRORS_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "google/rpc/status.pb.h"

namespace arbiter {

// Converts an error to its wire form: the code, the message, and as details ErrorInfo (the domain
// `arbiter.v1` and the reason), BadRequest if the field path is known, RetryInfo for OVERLOADED
// (one second) and QUOTA_EXCEEDED (access/token_bucket.h), and LocalizedMessage if `locale` is not
// empty. A status without a reason, which would be a bug, keeps its code and has no details.
google::rpc::Status ToRpcStatus(const absl::Status& status, std::string_view locale);

// Returns the message of an error for use inside an answer. In a locale other than English, the
// reason in that language precedes it.
std::string MessageIn(const absl::Status& status, std::string_view locale);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_ERRORS_H_
