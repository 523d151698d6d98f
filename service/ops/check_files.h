#ifndef ARBITER_SERVICE_OPS_CHECK_FILES_H_
#define ARBITER_SERVICE_OPS_CHECK_FILES_H_

#include "absl/status/status.h"
#include "service/ops/config.h"

namespace arbiter {

// Reads every file that the settings name, as the server would; the first error, with the flag
// in its message. For `arbiterd --validate`.
absl::Status CheckFiles(const ServerConfig& config);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_CHECK_FILES_H_
