#ifndef ARBITER_SERVICE_CACHE_CACHE_ANSWER_H_
#define ARBITER_SERVICE_CACHE_CACHE_ANSWER_H_

#include <cstdint>

namespace arbiter {

// How an attempt to find a kept analysis ended: deep enough, none or less deep, or the store could
// not say.
enum class CacheAnswer : uint8_t { kHit, kMiss, kError };
inline constexpr int kCacheAnswerCount = 3;

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_CACHE_ANSWER_H_
