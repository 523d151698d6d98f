#include "service/ops/config_files.h"

#include "absl/strings/str_cat.h"
#include "core/base/status_macros.h"

namespace arbiter {

AccessFiles AccessFilesOf(const SecurityConfig& security) {
  return {.api_keys = security.api_keys,
          .jwt_keys = security.jwt_keys,
          .jwt_issuer = security.jwt_issuer,
          .jwt_audience = security.jwt_audience,
          .client_certificates = !security.tls_client_ca.empty()};
}

TlsPaths TlsPathsOf(const SecurityConfig& security) {
  return {.certificate = security.tls_cert,
          .key = security.tls_key,
          .client_ca = security.tls_client_ca};
}

absl::StatusOr<std::vector<SnapshotKey>> LoadSnapshotKeys(const std::string& path) {
  if (path.empty()) return std::vector<SnapshotKey>();
  absl::StatusOr<std::vector<SnapshotKey>> keys = ReadSnapshotKeys(path);
  if (keys.ok()) return keys;
  return absl::InvalidArgumentError(absl::StrCat("--snapshot-keys: ", keys.status().message()));
}

absl::Status CheckFiles(const ServerConfig& config) {
  const SecurityConfig& security = config.security;
  if (!security.tls_cert.empty()) {
    ARBITER_RETURN_IF_ERROR(ReadTlsFiles(TlsPathsOf(security)).status());
  }
  Access access(AccessFilesOf(security));
  ARBITER_RETURN_IF_ERROR(access.LoadApiKeys());
  ARBITER_RETURN_IF_ERROR(access.LoadJwtKeys());
  return LoadSnapshotKeys(security.snapshot_keys).status();
}

}  // namespace arbiter
