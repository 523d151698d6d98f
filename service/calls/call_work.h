#ifndef ARBITER_SERVICE_CALLS_CALL_WORK_H_
#define ARBITER_SERVICE_CALLS_CALL_WORK_H_

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/calls/call_admission.h"
#include "service/calls/call_environment.h"
#include "service/calls/rpc.h"
#include "service/convert/call_context.h"

namespace arbiter {

// How one call does its work: when it may begin, in whose turn it runs, and what it may send.
class CallWork {
 public:
  using Clock = std::chrono::steady_clock;

  // All arguments must outlive the object.
  CallWork(const WorkResources* resources, CallAdmission* admission, const Rpc* rpc)
      : resources_(*resources), admission_(*admission), rpc_(*rpc) {}
  CallWork(const CallWork&) = delete;
  CallWork& operator=(const CallWork&) = delete;

  // Returns the time by which work that begins now must be done, according to Limits::max_call_ms.
  // The deadline of the call itself is checked by CheckStart().
  Clock::time_point WorkDeadline() const;

  // Returns the error with which a call without a request ends: that of CheckStart(), or else
  // BAD_FIELD.
  absl::Status MissingRequestError() const;

  // Returns OK, or why work must not begin: DEADLINE_EXCEEDED / CANCELLED, CANCELLED / CANCELLED,
  // or UNAVAILABLE / OVERLOADED if the server is shutting down.
  absl::Status CheckStart() const;
  // Returns the error of a call whose client cannot be reached any more: that of CheckStart(), or
  // else CANCELLED / CANCELLED.
  absl::Status DisconnectedError() const;
  // Returns LIMIT_EXCEEDED if an answer of this many bytes is too large for one message.
  absl::Status CheckSize(size_t bytes) const;
  // Counts an answer until the client has received it. RESOURCE_EXHAUSTED / OVERLOADED if too many
  // answers are unread.
  absl::StatusOr<BufferedBytes::Answer> Buffer(size_t bytes) const;

  // Calls `work`. An exception, such as std::bad_alloc, becomes RESOURCE_EXHAUSTED.
  absl::Status Run(absl::FunctionRef<absl::Status()> work) const;

  struct AnswerOptions {
    // The charge for the answer, which is settled when the answer is made.
    Charge* charge;
    // The methods that the caller must be allowed to call, in addition to that of the call.
    MethodSet needed = MethodSet();
    // The turn in which the answer is made; nullptr for short work, outside of the scheduler.
    FairScheduler::Turn* turn = nullptr;
    // The time by which an answer in a turn must be made.
    std::optional<Clock::time_point> deadline = std::nullopt;
  };
  // Unless CheckStart() fails, calls `make`, which returns the size of its answer in bytes, and
  // checks that size. The stop test of an answer in a turn fails once RunningWork::verdict() does.
  absl::Status Answer(const AnswerOptions& options,
                      absl::FunctionRef<absl::StatusOr<size_t>(const CallContext&)> make);

  // Calls `run` in a turn of the client, for a request of this many bytes, which count as buffered
  // until the answer is delivered. Calls `shed` instead, at once or later, if the scheduler has no
  // place for it. Returns a ticket for FairScheduler::Withdraw(), or 0 after calling `shed`.
  FairScheduler::Ticket Schedule(size_t bytes,
                                 std::function<FairScheduler::Completion(FairScheduler::Turn&)> run,
                                 const std::function<void(FairScheduler::Refusal)>& shed) const;

 private:
  const WorkResources& resources_;
  CallAdmission& admission_;
  const Rpc& rpc_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_CALL_WORK_H_
