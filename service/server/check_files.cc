#include "service/server/check_files.h"

namespace arbiter {

absl::Status CheckFiles(const ServerConfig& /*config*/) { return absl::OkStatus(); }

}  // namespace arbiter
