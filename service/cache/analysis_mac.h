#ifndef ARBITER_SERVICE_CACHE_ANALYSIS_MAC_H_
#define ARBITER_SERVICE_CACHE_ANALYSIS_MAC_H_

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "service/seal/snapshot_keys.h"

namespace arbiter {

// Authenticates the values of a store that others may write to. The tag of a value is its
// HMAC-SHA-256, together with the key that it is stored under, so it is valid neither for another
// value nor under another key. The keys of the HMAC are derived from those that seal snapshots.
// Thread-safe.
class AnalysisMac {
 public:
  static constexpr size_t kTagBytes = kHmacBytes;

  // The first key makes tags, and the tags of every key are valid. There must be at least one key.
  explicit AnalysisMac(const std::vector<SnapshotKey>& keys);

  // Replaces the keys. There must be at least one.
  void SetKeys(const std::vector<SnapshotKey>& keys);

  // Returns the tag of a value that is stored under `key`.
  std::string Tag(std::string_view key, std::string_view value) const;

  // Whether one of the keys has made this tag for this value under `key`.
  bool Verify(std::string_view key, std::string_view value, std::string_view tag) const;

 private:
  using Keys = std::vector<HmacKey>;

  std::shared_ptr<const Keys> keys() const;

  mutable std::mutex mutex_;
  std::shared_ptr<const Keys> keys_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_ANALYSIS_MAC_H_
