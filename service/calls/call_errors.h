#ifndef ARBITER_SERVICE_CALLS_CALL_ERRORS_H_
#define ARBITER_SERVICE_CALLS_CALL_ERRORS_H_

#include "absl/status/status.h"
#include "service/scheduling/fair_scheduler.h"

namespace arbiter {

// Each of the following functions returns an error, whose status code and reason its comment gives.

// A scheduler has refused or shed work: RESOURCE_EXHAUSTED / OVERLOADED.
absl::Status OverloadedError(FairScheduler::Refusal why);
// The server is shutting down: UNAVAILABLE / OVERLOADED.
absl::Status ShuttingDownError();
// The request did not arrive in time: DEADLINE_EXCEEDED / CANCELLED.
absl::Status RequestTimeoutError();
// The stream was idle for too long: DEADLINE_EXCEEDED / CANCELLED.
absl::Status IdleError();
// The client has too many open calls: RESOURCE_EXHAUSTED / OVERLOADED.
absl::Status TooManyCallsError();
// Too many answers are unread: RESOURCE_EXHAUSTED / OVERLOADED.
absl::Status TooManyUnreadError();

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_CALL_ERRORS_H_
