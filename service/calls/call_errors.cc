#include "service/calls/call_errors.h"

#include "core/base/error.h"

namespace arbiter {

absl::Status OverloadedError(FairScheduler::Refusal why) {
  const char* message = nullptr;
  switch (why) {
    case FairScheduler::Refusal::kLargestShare:
      message =
          "the queue is full, and this client has the most work in it; send requests more slowly";
      break;
    case FairScheduler::Refusal::kQueueFull:
      message = "the queue is full of the work of many clients; try again later";
      break;
    case FairScheduler::Refusal::kNoRoom:
      message =
          "there is no memory for another table of this size, because other clients' analyses hold "
          "it; try again later";
      break;
    case FairScheduler::Refusal::kShed:
      message =
          "the server is short of memory, and this client uses the most; wait for some answers "
          "first";
      break;
  }
  return MakeError(ErrorReason::kOverloaded, message);
}

absl::Status ShuttingDownError() {
  return MakeError(ErrorReason::kOverloaded, absl::StatusCode::kUnavailable,
                   "the server is shutting down");
}

absl::Status RequestTimeoutError() {
  return MakeError(ErrorReason::kCancelled, absl::StatusCode::kDeadlineExceeded,
                   "the request did not arrive in time");
}

absl::Status IdleError() {
  return MakeError(ErrorReason::kCancelled, absl::StatusCode::kDeadlineExceeded,
                   "the stream was idle for too long; open another one when it is needed");
}

absl::Status TooManyCallsError() {
  return MakeError(ErrorReason::kOverloaded,
                   "this client has too many open calls; finish some of them first");
}

absl::Status TooManyUnreadError() {
  return MakeError(ErrorReason::kOverloaded,
                   "too many answers are unread; read them before sending further requests");
}

}  // namespace arbiter
