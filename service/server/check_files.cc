#include "service/server/check_files.h"

#include "service/access/access.h"
#include "service/server/snapshot_sealing.h"
#include "service/server/tls_files.h"

namespace arbiter {

absl::Status CheckFiles(const ServerConfig& config) {
  const SecurityConfig& security = config.security;
  if (!security.tls_cert.empty()) {
    if (const auto files = ReadTlsFiles(security); !files.ok()) return files.status();
  }
  Access access(AccessFilesOf(security));
  if (absl::Status status = access.LoadApiKeys(); !status.ok()) return status;
  if (absl::Status status = access.LoadJwtKeys(); !status.ok()) return status;
  return LoadSealer(security.snapshot_keys).status();
}

}  // namespace arbiter
