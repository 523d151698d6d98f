#ifndef ARBITER_SERVICE_JOBS_JOB_EVALUATION_H_
#define ARBITER_SERVICE_JOBS_JOB_EVALUATION_H_

#include <chrono>

#include "absl/status/statusor.h"
#include "core/search/limits.h"
#include "service/access/access.h"
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
  // Finds the clients, who are charged.
  const Access& access;
};

// Evaluates an item of a lease, a serialised v1::JobRequest, in a turn: calls the handler of its
// request with the limits of a direct call. An analysis never uses the cache, so that equal items
// have equal results. If `stop` is stopped, the result is of no use. An error of the request is a
// result, too. Thread-safe.
//
// Charges the client of the lease like a direct call, less what it paid when it added the item. An
// item that has begun is finished even if the client gets into debt, so that every item can be
// paid.
//
// Fails with QUOTA_EXCEEDED, and the time to wait, if the client has too few tokens to begin the
// item, and with OVERLOADED if there is too little memory for it.
absl::StatusOr<JobItemResult> EvaluateJobItem(const JobEvaluationResources& resources,
                                              const JobLease& lease, const JobLease::Item& item,
                                              StopToken* stop, FairScheduler::Turn* turn);

// Returns the time that an item may hold its slot before it ends by itself.
std::chrono::milliseconds MaxJobItemTime(const Limits& limits);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_JOB_EVALUATION_H_
