#ifndef ARBITER_CLIENTS_CPP_SRC_RETRY_H_
#define ARBITER_CLIENTS_CPP_SRC_RETRY_H_

#include <optional>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace arbiter::client {

// Decides whether and when a call is retried, in addition to the retries that gRPC makes according
// to the service config. One object serves one call.
class RetryPolicy {
 public:
  explicit RetryPolicy(absl::Time deadline) : deadline_(deadline) {}

  // Returns how long to wait before the next attempt, or std::nullopt if the call ends with
  // `error`. The wait is a little longer than the server's delay, by a random share, so that
  // clients that were refused together do not return together.
  std::optional<absl::Duration> WaitAfter(const absl::Status& error);

  // Like WaitAfter(), but also retries UNAVAILABLE, because gRPC does not retry a stream that is
  // lost after it has begun.
  std::optional<absl::Duration> WaitAfterLoss(const absl::Status& error);

 private:
  std::optional<absl::Duration> WaitFor(std::optional<absl::Duration> delay);

  const absl::Time deadline_;
  int retries_left_ = 3;
};

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_RETRY_H_
