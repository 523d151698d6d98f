#ifndef ARBITER_SERVICE_CACHE_ANALYSIS_STORE_H_
#define ARBITER_SERVICE_CACHE_ANALYSIS_STORE_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"

namespace arbiter {

// Longer values are not kept, nor read.
inline constexpr size_t kMostStoredBytes = 64 * 1024;

// Where an AnalysisCache keeps its values, which are opaque bytes here. What is kept may be gone at
// any time. Thread-safe.
class AnalysisStore {
 public:
  virtual ~AnalysisStore() = default;

  // The value; NOT_FOUND where there is none. Any other error means that the store can't say, and
  // comes within a time that the store was made with.
  virtual absl::StatusOr<std::string> Get(const std::string& key) = 0;
  // Keeps `value`, of a search of this depth, unless that of a deeper search is there. Does not
  // wait; where that is too much, nothing is kept.
  virtual void Put(const std::string& key, int depth, std::string value) = 0;
  // What is there is of no use. Does not wait either.
  virtual void Remove(const std::string& key) = 0;
};

// How an attempt to find a kept analysis ended: deep enough, none or less deep, or the store could
// not say.
enum class CacheAnswer : uint8_t { kHit, kMiss, kError };
inline constexpr int kCacheAnswerCount = 3;

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_ANALYSIS_STORE_H_
