#include "service/server/check_files.h"

#include "service/access/access.h"

namespace arbiter {

absl::Status CheckFiles(const ServerConfig& config) {
  Access access(AccessFilesOf(config.security));
  if (absl::Status status = access.LoadApiKeys(); !status.ok()) return status;
  return access.LoadJwtKeys();
}

}  // namespace arbiter
