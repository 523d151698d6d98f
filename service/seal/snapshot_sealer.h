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

// Seals snapshots, so that clients can neither read nor change them. A sealed snapshot consists of
// `ARBX`, a version byte, the length of the key's id, the id, and a box (SealingKey) of the padded
// snapshot. The padding is a byte 0x80 and zeros up to a multiple of 64 bytes. All servers with the
// same keys seal equal snapshots to equal bytes. Thread-safe.
class SnapshotSealer {
 public:
  // The first key seals snapshots, and every key opens them. There must be at least one key.
  explicit SnapshotSealer(const std::vector<SnapshotKey>& keys);
  ~SnapshotSealer();

  // Replaces the keys. There must be at least one.
  void SetKeys(const std::vector<SnapshotKey>& keys);

  // Seals a snapshot. If `shown_size` is above the size of the snapshot, the result is as long as
  // that of a snapshot of `shown_size` bytes.
  std::string Seal(std::string_view snapshot, size_t shown_size = 0) const;

  // Returns the snapshot. BAD_SNAPSHOT if it is not sealed, was sealed with an unknown key, or was
  // changed.
  absl::StatusOr<std::string> Open(std::string_view sealed) const;

 private:
  class KeyRing;

  std::shared_ptr<const KeyRing> keys() const;

  mutable std::mutex mutex_;
  std::shared_ptr<const KeyRing> keys_;
};

// Returns the snapshot of a request. With a sealer, `snapshot` is opened into `storage`, to which
// the result then points, with the errors of SnapshotSealer::Open(). If `sealer` is nullptr,
// `snapshot` is returned as it is; BAD_SNAPSHOT if it is sealed.
absl::StatusOr<std::string_view> OpenSnapshot(const SnapshotSealer* sealer,
                                              std::string_view snapshot, std::string* storage);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SEAL_SNAPSHOT_SEALER_H_
