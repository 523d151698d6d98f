#ifndef ARBITER_CLIENTS_CPP_SRC_RETRY_H_
#define ARBITER_CLIENTS_CPP_SRC_RETRY_H_

#include <optional>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace arbiter::client {

// Counts the retries of a call beside those that gRPC makes by its service config.
class RetryPolicy {
 public:
  explicit RetryPolicy(absl::Time deadline) : deadline_(deadline) {}

  // How long to wait before the call is made again; none: `error` is its end. A little more than
  // the server asks for, so that clients refused together do not come again together.
  std::optional<absl::Duration> WaitAfter(const absl::Status& error);

  // The same for a stream that may have been lost after it had begun, which gRPC does not repeat.
  std::optional<absl::Duration> WaitAfterLoss(const absl::Status& error);

 private:
  std::optional<absl::Duration> WaitFor(std::optional<absl::Duration> delay);

  const absl::Time deadline_;
  int retries_left_ = 3;
};

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_RETRY_H_
