#ifndef ARBITER_SERVICE_ACCESS_TOKEN_BUCKET_H_
#define ARBITER_SERVICE_ACCESS_TOKEN_BUCKET_H_

#include <chrono>
#include <mutex>
#include <optional>
#include <string_view>

#include "absl/status/status.h"

namespace arbiter {

// Tokens that come at a steady rate and are spent on calls; full at the start. Rate and size come
// with each call, so that they may change while what is spent stays spent. Thread-safe.
class TokenBucket {
 public:
  using Time = std::chrono::steady_clock::time_point;

  struct Size {
    // Tokens a second, and most tokens; both > 0.
    double rate;
    double burst;
  };

  // Takes `cost` tokens and answers 0; or takes nothing and answers after what time it can. What
  // costs more than the bucket holds is taken from a full one, which is in debt then.
  std::chrono::nanoseconds Take(const Size& size, double cost, Time now);

  // Takes `cost` tokens, whether they are there or not, for work that has run since the last call
  // of any function here: what has come in meanwhile pays for it, even above `burst`, so work that
  // costs no more than `rate` never empties the bucket, however seldom it is billed. Returns 0
  // while the bucket is not in debt, otherwise after what time Take() could take `next` tokens.
  std::chrono::nanoseconds Bill(const Size& size, double cost, double next, Time now);

  // Takes tokens whether they are there or not; gives them back where `cost` is negative.
  void Settle(const Size& size, double cost, Time now);

  // Whether nothing is missing.
  bool IsFull(const Size& size, Time now);

 private:
  // With the lock held: adds what has come since the last time.
  void Refill(const Size& size, Time now);
  // With the lock held: after what time there are enough tokens for `cost`; 0 if there are
  // already.
  std::chrono::nanoseconds TimeUntil(const Size& size, double cost) const;

  std::mutex mutex_;
  // Tokens missing.
  double spent_ = 0;
  Time last_;
};

// RESOURCE_EXHAUSTED / QUOTA_EXCEEDED that knows when to ask again.
absl::Status QuotaExceededError(std::string_view message, std::chrono::nanoseconds retry_after);

// nullopt for other statuses.
std::optional<std::chrono::nanoseconds> RetryAfterOf(const absl::Status& status);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_TOKEN_BUCKET_H_
