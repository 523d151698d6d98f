#ifndef ARBITER_SERVICE_JOBS_JOB_EVALUATION_H_
#define ARBITER_SERVICE_JOBS_JOB_EVALUATION_H_

#include <string_view>

#include "core/search/limits.h"
#include "service/jobs/job_store.h"
#include "service/limits.h"
#include "service/ops/metrics.h"
#include "service/scheduling/fair_scheduler.h"
#include "service/scheduling/table_cache.h"
#include "service/seal/snapshot_sealer.h"

namespace arbiter {

// What the evaluation of items needs. The objects must outlive it.
struct JobEvaluationResources {
  const Limits& limits;
  AnswerMetrics& answers;
  TableCache& tables;
  // nullptr if snapshots are not sealed.
  const SnapshotSealer* sealer;
};

// Evaluates an item, a serialised v1::JobRequest, in a turn: calls the handler of its request with
// the limits of a direct call. An analysis never uses the cache, so that equal items have equal
// results. If `stop` is stopped, the result is of no use. Never fails; an error of the request is
// the result. Thread-safe.
JobItemResult EvaluateJobItem(const JobEvaluationResources& resources, const JobLease::Item& item,
                              StopToken* stop, FairScheduler::Turn* turn);

// Returns the failed result of an item.
JobItemResult FailedJobItem(int64_t number, const absl::Status& status);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_JOB_EVALUATION_H_
