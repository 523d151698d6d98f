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

// Returns the settings that decide who may call.
AccessFiles AccessFilesOf(const SecurityConfig& security);

// Returns the paths of the TLS files.
TlsPaths TlsPathsOf(const SecurityConfig& security);

// Makes a sealer with the keys in the file at `path`, which --snapshot-keys names. Returns nullptr
// if `path` is empty, and INVALID_ARGUMENT with the flag if the file cannot be used.
absl::StatusOr<std::unique_ptr<SnapshotSealer>> LoadSealer(const std::string& path);

// Gives `sealer` the keys that the file holds now. On error, the sealer keeps its keys.
absl::Status ReloadSealer(const std::string& path, SnapshotSealer* sealer);

// Reads every file that the settings name, as the server does, for `arbiterd --validate`. Returns
// the first error, which names the flag.
absl::Status CheckFiles(const ServerConfig& config);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_CONFIG_FILES_H_
