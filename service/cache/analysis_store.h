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

  // Returns the value under `key`; NOT_FOUND if there is none. Any other error means that the store
  // failed. Returns within a time limit set when the store is created.
  virtual absl::StatusOr<std::string> Get(const std::string& key) = 0;
  // Stores `value`, the result of a search of this depth, unless the result of a deeper search is
  // stored. Never waits; an overloaded store drops the value.
  virtual void Put(const std::string& key, int depth, std::string value) = 0;
  // Removes a value that is of no use. Never waits.
  virtual void Remove(const std::string& key) = 0;
};

// The result of a lookup: a stored analysis that is deep enough; none, or one that is less deep; or
// a failure of the store or a corrupt value.
enum class CacheResult : uint8_t { kHit, kMiss, kError };
inline constexpr int kCacheResultCount = 3;

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_ANALYSIS_STORE_H_
