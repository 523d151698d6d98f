#ifndef ARBITER_SERVICE_ACCESS_TOKEN_BUCKET_H_
#define ARBITER_SERVICE_ACCESS_TOKEN_BUCKET_H_

#include <chrono>
#include <mutex>
#include <optional>
#include <string_view>

#include "absl/status/status.h"

namespace arbiter {

// A token bucket: tokens are added at a steady rate and spent on calls. The bucket is full at the
// start. The rate and the maximum are passed to each function, so that they can change without
// refilling the bucket. Thread-safe.
class TokenBucket {
 public:
  using Time = std::chrono::steady_clock::time_point;

  struct Size {
    // Tokens per second, and the maximum number of tokens; both are positive.
    double rate;
    double burst;
  };

  // Takes `cost` tokens and returns 0, or takes none and returns how long to wait until they can be
  // taken. A cost above `burst` is taken once the bucket is full, and leaves the bucket in debt.
  // `paid` of the tokens have been taken before, and count as if they were taken now; the time to
  // wait is the one after which all of them can be taken.
  std::chrono::nanoseconds Take(const Size& size, double cost, Time now, double paid = 0);

  // Takes `cost` tokens for work that has run since the last call to any of these functions, even
  // if that leaves the bucket in debt. The cost is first deducted from the tokens added in the
  // meantime, including those above `burst`, so work that costs no more than `rate` per second
  // never empties the bucket, however seldom it is billed. Returns 0 if the bucket is not in debt,
  // otherwise the time after which Take() could take `next` tokens.
  std::chrono::nanoseconds Bill(const Size& size, double cost, double next, Time now);

  // Takes tokens even if that leaves the bucket in debt; gives them back if `cost` is negative.
  void Settle(const Size& size, double cost, Time now);

  // Returns the time after which Take() could take `cost` tokens.
  std::chrono::nanoseconds TimeUntil(const Size& size, double cost, Time now);

  // Whether the bucket is full.
  bool IsFull(const Size& size, Time now);

 private:
  // Adds the tokens for the time since the last refill. Requires the lock.
  void Refill(const Size& size, Time now);
  // Returns the time until this many tokens can be taken; 0 if they can be taken already. Requires
  // the lock.
  std::chrono::nanoseconds WaitFor(const Size& size, double tokens) const;

  std::mutex mutex_;
  // The number of tokens missing from a full bucket.
  double spent_ = 0;
  Time last_;
};

// Makes a QUOTA_EXCEEDED error (RESOURCE_EXHAUSTED) that carries the time after which to retry.
absl::Status QuotaExceededError(std::string_view message, std::chrono::nanoseconds retry_after);

// Returns the time that QuotaExceededError() stored in `status`; std::nullopt for other statuses.
std::optional<std::chrono::nanoseconds> RetryAfterOf(const absl::Status& status);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_TOKEN_BUCKET_H_
