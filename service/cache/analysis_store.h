#ifndef ARBITER_SERVICE_CACHE_ANALYSIS_STORE_H_
#define ARBITER_SERVICE_CACHE_ANALYSIS_STORE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

namespace arbiter {

// Longer values are neither stored nor read.
inline constexpr size_t kMaxStoredBytes = 64 * 1024;

// The storage of an AnalysisCache. Values are opaque bytes to it, and may disappear at any time.
// Thread-safe.
class AnalysisStore {
 public:
  virtual ~AnalysisStore() = default;

  // Returns the value under `key`; NOT_FOUND if there is none; DATA_LOSS if there is one that Put()
  // has not stored. Any other error means that the store failed. Returns within a time limit set
  // when the store is created.
  virtual absl::StatusOr<std::string> Get(const std::string& key) = 0;
  // Stores `value`, the result of a search of this depth, unless the result of a deeper search is
  // stored. Never waits; an overloaded store drops the value.
  virtual void Put(const std::string& key, int depth, std::string value) = 0;
  // Removes the value under `key`, if there is one. Never waits; an overloaded store may keep the
  // value.
  virtual void Remove(const std::string& key) = 0;
};

// The result of a lookup.
enum class CacheResult : uint8_t {
  // The stored analysis is deep enough.
  kHit,
  // No analysis is stored, or the stored one is not deep enough.
  kMiss,
  // The store failed, or the stored value is corrupt.
  kError,
};
inline constexpr int kCacheResultCount = 3;

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_ANALYSIS_STORE_H_
