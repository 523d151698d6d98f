#ifndef ARBITER_SERVICE_JOBS_JOB_MONITOR_H_
#define ARBITER_SERVICE_JOBS_JOB_MONITOR_H_

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "service/jobs/job_database.h"
#include "service/jobs/job_metrics.h"
#include "service/jobs/job_store.h"

namespace arbiter {

// Asks the database from time to time whether it answers, so that a server that has nothing to do
// notices when it goes away or comes back, and for the backlogs of the metrics. Neither a health
// check nor a scrape waits for it.
class JobMonitor {
 public:
  struct Options {
    // The time between two questions.
    std::chrono::milliseconds interval{1'000};
    // The time between two questions for the backlogs. It is longer if the answers take long, so
    // that all servers together keep the database busy for only a small part of the time.
    std::chrono::milliseconds backlog_interval{10'000};
  };

  // Begins at once. The pointers must outlive the monitor.
  JobMonitor(Options options, JobDatabase* database, JobMetrics* metrics);
  // Ends the monitor, which waits for an answer to the last question.
  ~JobMonitor();
  JobMonitor(const JobMonitor&) = delete;
  JobMonitor& operator=(const JobMonitor&) = delete;

 private:
  using Clock = std::chrono::steady_clock;

  void Run();
  void Ask(const absl::StatusOr<JobStore*>& store);

  const Options options_;
  JobDatabase& database_;
  JobMetrics& metrics_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  bool is_asking_ = false;
  Clock::time_point next_;
  // Used by one question at a time.
  Clock::time_point next_backlog_;
  std::thread thread_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_JOB_MONITOR_H_
