#ifndef ARBITER_CLIENTS_CPP_SRC_RETRIES_H_
#define ARBITER_CLIENTS_CPP_SRC_RETRIES_H_

#include <atomic>
#include <functional>
#include <optional>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "clients/cpp/src/connection.h"

namespace arbiter::client {

// Makes the attempts of one call. An attempt is repeated if it ends with UNAVAILABLE, or if the
// service says when to try again, until the call's deadline and within the client's retry budget.
// A call without a deadline is given up when it has failed for Connection::timeout() without making
// progress.
class Retries {
 public:
  // The connection must outlive this object.
  Retries(const Connection* connection, const CallSettings& settings);

  // Calls `attempt` until it succeeds or fails for good, and returns the status of the last
  // attempt. Returns CANCELLED if `cancelled` becomes true during a wait.
  absl::Status Run(const std::function<absl::Status()>& attempt,
                   const std::atomic<bool>* cancelled = nullptr);

  // Records that the call has received something. Only called during an attempt.
  void RecordProgress();

 private:
  // Returns how long to wait after `error`, or std::nullopt if there is no further attempt.
  std::optional<absl::Duration> WaitAfter(const absl::Status& error);

  const Connection* const connection_;
  const absl::Time deadline_;
  // The time of the first failure since the last progress.
  std::optional<absl::Time> failing_since_;
  // The wait after the next attempt, unless the service says when to try again.
  absl::Duration backoff_;
};

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_RETRIES_H_
