#include "service/ops/config_files.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "core/rules/status_macros.h"

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

absl::StatusOr<std::unique_ptr<SnapshotSealer>> LoadSealer(const std::string& path) {
  if (path.empty()) return nullptr;
  const absl::StatusOr<std::vector<SnapshotKey>> keys = ReadSnapshotKeys(path);
  if (keys.ok()) return std::make_unique<SnapshotSealer>(*keys);
  return absl::InvalidArgumentError(absl::StrCat("--snapshot-keys: ", keys.status().message()));
}

absl::Status ReloadSealer(const std::string& path, SnapshotSealer* sealer) {
  const absl::StatusOr<std::vector<SnapshotKey>> keys = ReadSnapshotKeys(path);
  if (keys.ok()) sealer->SetKeys(*keys);
  return keys.status();
}

absl::Status CheckFiles(const ServerConfig& config) {
  const SecurityConfig& security = config.security;
  if (!security.tls_cert.empty()) {
    if (const auto files = ReadTlsFiles(TlsPathsOf(security)); !files.ok()) return files.status();
  }
  Access access(AccessFilesOf(security));
  ARBITER_RETURN_IF_ERROR(access.LoadApiKeys());
  ARBITER_RETURN_IF_ERROR(access.LoadJwtKeys());
  return LoadSealer(security.snapshot_keys).status();
}

}  // namespace arbiter
