#ifndef ARBITER_SERVICE_SEAL_SNAPSHOT_KEYS_H_
#define ARBITER_SERVICE_SEAL_SNAPSHOT_KEYS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace arbiter {

inline constexpr size_t kSnapshotKeyBytes = 32;

// A key that snapshots are sealed with, and the name under which they say so.
struct SnapshotKey {
  std::string id;
  // kSnapshotKeyBytes of them.
  std::string bytes;
};

// From lines `id base64`, where the id is 1 to 16 letters, digits, `_`, `-` and `.`, and the base64
// text has 32 bytes; empty lines and those that begin with `#` say nothing. There is at least one
// key, and no id twice. INVALID_ARGUMENT with the number of the line; errors quote no line.
absl::StatusOr<std::vector<SnapshotKey>> ParseSnapshotKeys(std::string_view text);

// The same of a file; NOT_FOUND where it can't be read.
absl::StatusOr<std::vector<SnapshotKey>> ReadSnapshotKeys(const std::string& path);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SEAL_SNAPSHOT_KEYS_H_
