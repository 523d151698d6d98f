#include "service/ops/check_files.h"

#include "core/rules/status_macros.h"
#include "service/access/access.h"
#include "service/net/tls_files.h"
#include "service/ops/snapshot_sealing.h"

namespace arbiter {

absl::Status CheckFiles(const ServerConfig& config) {
  const SecurityConfig& security = config.security;
  if (!security.tls_cert.empty()) {
    if (const auto files = ReadTlsFiles(security); !files.ok()) return files.status();
  }
  Access access(AccessFilesOf(security));
  ARBITER_RETURN_IF_ERROR(access.LoadApiKeys());
  ARBITER_RETURN_IF_ERROR(access.LoadJwtKeys());
  return LoadSealer(security.snapshot_keys).status();
}

}  // namespace arbiter
