#ifndef ARBITER_CLIENTS_CPP_SRC_RETRIES_H_
#define ARBITER_CLIENTS_CPP_SRC_RETRIES_H_

#include <atomic>
#include <functional>
#include <optional>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "clients/cpp/src/connection.h"

namespace arbiter::client {

// Returns the time to wait before a call is repeated that the service or the client delays by
// `delay`: it is up to a quarter longer, which keeps clients that failed together from returning
// together.
absl::Duration WithJitter(absl::Duration delay);

// Makes the attempts of one call. An attempt is repeated if it ends with UNAVAILABLE, or if the
// service says when to try again, until the call's deadline and within the client's retry budget.
// A call without a deadline is given up when it has failed for Connection::timeout() without making
// progress.
class Retries {
 public:
  // The connection must outlive this object. If `can_resume` is true, the call is a stream that
  // goes on where it was interrupted, so an attempt is also repeated if a proxy or the transport
  // ended its response.
  Retries(const Connection* connection, const CallSettings& settings, bool can_resume = false);

  // Calls `attempt` until it succeeds, which the retry budget records, or fails for good, and
  // returns the status of the last attempt.
  absl::Status Run(const std::function<absl::Status()>& attempt);

  // Does the same for a part of a call, whose success is not recorded. After `cancelled` has become
  // true, there is no further attempt. Returns CANCELLED if that happens during a wait.
  absl::Status RunPart(const std::function<absl::Status()>& attempt,
                       const std::atomic<bool>* cancelled);

  // Records that the call has received something. Only called during an attempt.
  void RecordProgress();
  // Records that an attempt that failed had been accepted by a server. The wait after it is as long
  // as after any other failure. Only called during an attempt.
  void RecordAcceptance();

 private:
  // Returns how long to wait after `error`, or std::nullopt if there is no further attempt.
  std::optional<absl::Duration> WaitAfter(const absl::Status& error);

  const Connection* const connection_;
  const bool can_resume_;
  const absl::Time deadline_;
  // The time of the first failure since the last progress.
  std::optional<absl::Time> failing_since_;
  // The wait after the next attempt, unless the service says when to try again.
  absl::Duration backoff_;
};

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_RETRIES_H_
