#ifndef ARBITER_SERVICE_CONVERT_CALL_CONTEXT_H_
#define ARBITER_SERVICE_CONVERT_CALL_CONTEXT_H_

#include "core/base/budget.h"
#include "service/limits.h"

namespace arbiter {

class AnswerObserver;
class SnapshotSealer;

// What a handler needs in addition to its request. The objects that it refers to must outlive the
// call of the handler.
struct CallContext {
  const Limits* limits;
  // Called from time to time during long work. The work ends with the error that the test returns,
  // such as CANCELLED. nullptr if the work is too short to be stopped.
  Budget::StopTest stop_test;
  // Seals and opens snapshots; nullptr if snapshots are not sealed.
  const SnapshotSealer* sealer = nullptr;
  // Counts requests and answers; may be nullptr.
  AnswerObserver* observer = nullptr;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONVERT_CALL_CONTEXT_H_
