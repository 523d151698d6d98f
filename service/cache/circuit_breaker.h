#ifndef ARBITER_SERVICE_CACHE_CIRCUIT_BREAKER_H_
#define ARBITER_SERVICE_CACHE_CIRCUIT_BREAKER_H_

#include <algorithm>
#include <chrono>

namespace arbiter {

// Keeps attempts away from something that has failed: for a second, then for twice as long after
// each failure in a row, up to half a minute.
class CircuitBreaker {
 public:
  using Clock = std::chrono::steady_clock;

  bool IsOpen(Clock::time_point now) const { return now < retry_at_; }

  // An attempt failed. False where that is known: it began before the last failure.
  bool Fail(Clock::time_point now) {
    if (IsOpen(now)) return false;
    retry_at_ = now + pause_;
    pause_ = std::min<Clock::duration>(2 * pause_, kLongest);
    return true;
  }

  void Succeed() {
    retry_at_ = {};
    pause_ = kFirst;
  }

 private:
  static constexpr std::chrono::seconds kFirst{1};
  static constexpr std::chrono::seconds kLongest{30};

  Clock::time_point retry_at_;
  Clock::duration pause_ = kFirst;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_CIRCUIT_BREAKER_H_
