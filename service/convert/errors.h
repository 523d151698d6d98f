#ifndef ARBITER_SERVICE_CONVERT_ERRORS_H_
#define ARBITER_SERVICE_CONVERT_ERRORS_H_

#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "google/rpc/status.pb.h"

namespace arbiter {

// The wire form of an error: code, message, and as details ErrorInfo (domain
// `arbiter.v1`, reason), BadRequest with the field path where one is known,
// RetryInfo for OVERLOADED (1 s) and QUOTA_EXCEEDED (access/token_bucket.h), LocalizedMessage
// where `locale` is not empty. A status without a reason (which would be a bug) keeps its code.
google::rpc::Status ToRpcStatus(const absl::Status& status, std::string_view locale);

// The message of an error in the locale, for where it stands in an answer.
std::string MessageIn(const absl::Status& status, std::string_view locale);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_ERRORS_H_
