#ifndef ARBITER_SERVICE_OPS_SNAPSHOT_SEALING_H_
#define ARBITER_SERVICE_OPS_SNAPSHOT_SEALING_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/seal/snapshot_sealer.h"

namespace arbiter {

// What seals with the keys of the file that --snapshot-keys names; null where `path` is empty.
absl::StatusOr<std::unique_ptr<SnapshotSealer>> LoadSealer(const std::string& path);

// Takes over what the file holds now; after an error `sealer` has the keys it had.
absl::Status ReloadSealer(const std::string& path, SnapshotSealer* sealer);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_SNAPSHOT_SEALING_H_
