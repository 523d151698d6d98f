#ifndef ARBITER_CORE_SEARCH_LIMITS_H_
#define ARBITER_CORE_SEARCH_LIMITS_H_

#include <chrono>
#include <cstdint>

namespace arbiter {

// Plies; no search goes deeper by iteration.
inline constexpr int kMostDepth = 120;
inline constexpr int kMostLines = 64;

// When a search stops by itself: at the first limit that is met; without any, at kMostDepth.
struct SearchLimits {
  // Plies; 0: no such limit.
  int depth = 0;
  // Positions visited, by all threads together; 0: no such limit.
  uint64_t nodes = 0;
  // From the beginning of the search; 0: no such limit.
  std::chrono::milliseconds movetime{0};
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_LIMITS_H_
