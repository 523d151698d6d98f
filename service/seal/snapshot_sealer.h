#ifndef ARBITER_SERVICE_SEAL_SNAPSHOT_SEALER_H_
#define ARBITER_SERVICE_SEAL_SNAPSHOT_SEALER_H_

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "service/seal/snapshot_keys.h"

namespace arbiter {

// Seals snapshots, so that whoever holds one can neither read nor change it. A sealed snapshot is
// `ARBX`, a version byte, the length of the key's id and the id, then a box (SealingKey) of the
// snapshot with padding: a byte 0x80 and zeros to a multiple of 64 bytes.
// Equal snapshots are sealed to equal bytes by all who have the same keys. Thread-safe.
class SnapshotSealer {
 public:
  // The first key seals, every one opens. There is one.
  explicit SnapshotSealer(const std::vector<SnapshotKey>& keys);
  ~SnapshotSealer();

  // From now on these.
  void SetKeys(const std::vector<SnapshotKey>& keys);

  // As long as one of a snapshot of `shown_size` bytes, where that is more than this one has.
  std::string Seal(std::string_view snapshot, size_t shown_size = 0) const;

  // BAD_SNAPSHOT: not sealed, by a key that is not here, or changed.
  absl::StatusOr<std::string> Open(std::string_view sealed) const;

 private:
  class KeyRing;

  std::shared_ptr<const KeyRing> keys() const;

  mutable std::mutex mutex_;
  std::shared_ptr<const KeyRing> keys_;
};

// The snapshot that a request brings, opened into `room` where there is a sealer. BAD_SNAPSHOT
// where it is sealed and there is none, and as SnapshotSealer::Open().
absl::StatusOr<std::string_view> OpenSnapshot(const SnapshotSealer* sealer,
                                              std::string_view snapshot, std::string* room);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SEAL_SNAPSHOT_SEALER_H_
