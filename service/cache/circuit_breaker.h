#ifndef ARBITER_SERVICE_CACHE_CIRCUIT_BREAKER_H_
#define ARBITER_SERVICE_CACHE_CIRCUIT_BREAKER_H_

#include <algorithm>
#include <chrono>

namespace arbiter {

// Blocks attempts to use a service that has failed: for one second, then for twice as long after
// each further failure in a row, up to half a minute. Not thread-safe.
class CircuitBreaker {
 public:
  using Clock = std::chrono::steady_clock;

  // Whether attempts are blocked.
  bool IsOpen(Clock::time_point now) const { return now < retry_at_; }

  // Records a failed attempt. Returns false if the breaker is open already, because the attempt
  // began before the last failure.
  bool Fail(Clock::time_point now) {
    if (IsOpen(now)) return false;
    retry_at_ = now + pause_;
    pause_ = std::min<Clock::duration>(2 * pause_, kMaxPause);
    return true;
  }

  // Records a successful attempt, which closes the breaker.
  void Succeed() {
    retry_at_ = {};
    pause_ = kMinPause;
  }

 private:
  static constexpr std::chrono::seconds kMinPause{1};
  static constexpr std::chrono::seconds kMaxPause{30};

  Clock::time_point retry_at_;
  Clock::duration pause_ = kMinPause;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CACHE_CIRCUIT_BREAKER_H_
