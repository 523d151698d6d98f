#ifndef ARBITER_SERVICE_OPS_CONFIG_FILES_H_
#define ARBITER_SERVICE_OPS_CONFIG_FILES_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/access/access.h"
#include "service/net/tls.h"
#include "service/ops/config.h"
#include "service/seal/snapshot_sealer.h"

namespace arbiter {

// The part of the settings that says who may call.
AccessFiles AccessFilesOf(const SecurityConfig& security);

// The files of TLS that the settings name.
TlsPaths TlsPathsOf(const SecurityConfig& security);

// What seals with the keys of the file that --snapshot-keys names; null where `path` is empty.
absl::StatusOr<std::unique_ptr<SnapshotSealer>> LoadSealer(const std::string& path);

// Takes over what the file holds now; after an error `sealer` has the keys it had.
absl::Status ReloadSealer(const std::string& path, SnapshotSealer* sealer);

// Reads every file that the settings name, as the server would; the first error, with the flag
// in its message. For `arbiterd --validate`.
absl::Status CheckFiles(const ServerConfig& config);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_CONFIG_FILES_H_
