#include "service/ops/snapshot_sealing.h"

#include <vector>

#include "absl/strings/str_cat.h"

namespace arbiter {

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

}  // namespace arbiter
