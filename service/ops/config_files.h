#ifndef ARBITER_SERVICE_OPS_CONFIG_FILES_H_
#define ARBITER_SERVICE_OPS_CONFIG_FILES_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/access/access.h"
#include "service/net/tls.h"
#include "service/ops/config.h"
#include "service/seal/snapshot_keys.h"

namespace arbiter {

// Returns the settings that decide who may call.
AccessFiles AccessFilesOf(const SecurityConfig& security);

// Returns the paths of the TLS files.
TlsPaths TlsPathsOf(const SecurityConfig& security);

// Returns the keys in the file at `path`, which --snapshot-keys names; none if `path` is empty.
// INVALID_ARGUMENT with the flag if the file cannot be used.
absl::StatusOr<std::vector<SnapshotKey>> LoadSnapshotKeys(const std::string& path);

// Reads every file that the settings name, as the server does, for `arbiterd --validate`. Returns
// the first error, which names the flag.
absl::Status CheckFiles(const ServerConfig& config);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_CONFIG_FILES_H_
