#ifndef ARBITER_SERVICE_JOBS_JOB_METRICS_H_
#define ARBITER_SERVICE_JOBS_JOB_METRICS_H_

#include <array>
#include <vector>

#include "absl/types/span.h"
#include "arbiter/v1/job_service.pb.h"
#include "prometheus/counter.h"
#include "prometheus/gauge.h"
#include "prometheus/histogram.h"
#include "prometheus/registry.h"
#include "service/jobs/job_store.h"

namespace arbiter {

// The metrics of jobs. All series exist from the start, also if the server keeps no jobs.
// Thread-safe.
class JobMetrics {
 public:
  // `registry` must outlive the object.
  explicit JobMetrics(prometheus::Registry* registry);

  // Sets the metrics of the items that have no result, in all jobs of the database.
  void SetBacklogs(absl::Span<const JobStore::Backlog> backlogs);

  // 1 if the database can be reached, otherwise 0.
  prometheus::Gauge& database_up() { return database_up_; }
  // The operations that were refused because too many waited.
  prometheus::Counter& operations_refused() { return operations_refused_; }
  // The time from the submission of an operation to its end.
  prometheus::Histogram& operation_seconds() { return operation_seconds_; }

  // The results that this server has recorded.
  prometheus::Counter& items(bool has_failed) { return *items_.at(has_failed ? 1 : 0); }
  // The seconds for which search threads have evaluated items, summed over threads.
  prometheus::Counter& item_seconds() { return item_seconds_; }
  // The chunks that this server has got after another lease of them had run out, and the leases
  // that it has lost to others.
  prometheus::Counter& redelivered_chunks() { return redelivered_chunks_; }
  prometheus::Counter& lost_leases() { return lost_leases_; }

 private:
  struct ClassMetrics {
    v1::JobPriority priority = v1::JOB_PRIORITY_UNSPECIFIED;
    prometheus::Gauge* waiting = nullptr;
    prometheus::Gauge* oldest_wait = nullptr;
    prometheus::Gauge* running = nullptr;
    prometheus::Gauge* without_worker = nullptr;
    prometheus::Gauge* paused = nullptr;
  };

  std::vector<ClassMetrics> classes_;
  prometheus::Gauge& database_up_;
  prometheus::Counter& operations_refused_;
  prometheus::Histogram& operation_seconds_;
  // Those that are no errors, and those that are.
  std::array<prometheus::Counter*, 2> items_;
  prometheus::Counter& item_seconds_;
  prometheus::Counter& redelivered_chunks_;
  prometheus::Counter& lost_leases_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_JOB_METRICS_H_
