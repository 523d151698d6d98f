#include "service/jobs/job_monitor.h"

#include <algorithm>

namespace arbiter {
namespace {

// The database reads backlogs for one server for at most one part in this many of the time.
constexpr int kMaxShare = 50;

}  // namespace

JobMonitor::JobMonitor(Options options, JobDatabase* database, JobMetrics* metrics)
    : options_(options), database_(*database), metrics_(*metrics), thread_([this] { Run(); }) {}

JobMonitor::~JobMonitor() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void JobMonitor::Run() {
  std::unique_lock lock(mutex_);
  while (!stopping_ || is_asking_) {
    if (is_asking_) {
      changed_.wait(lock);
    } else if (Clock::now() < next_) {
      changed_.wait_until(lock, next_);
    } else {
      is_asking_ = true;
      lock.unlock();
      database_.Submit("", 0, [this](const absl::StatusOr<JobStore*>& store) { Ask(store); });
      lock.lock();
    }
  }
}

void JobMonitor::Ask(const absl::StatusOr<JobStore*>& store) {
  const Clock::time_point begin = Clock::now();
  if (store.ok() && begin < next_backlog_) {
    // A connection that is lost is replaced by the next question.
    (*store)->Ping().IgnoreError();
  } else if (store.ok()) {
    const absl::StatusOr<std::vector<JobStore::Backlog>> backlogs = (*store)->Backlogs();
    const Clock::time_point end = Clock::now();
    if (backlogs.ok()) metrics_.SetBacklogs(*backlogs);
    next_backlog_ =
        end + std::max<Clock::duration>(options_.backlog_interval, kMaxShare * (end - begin));
  }
  // The monitor may be destroyed as soon as the lock is released.
  const std::lock_guard lock(mutex_);
  is_asking_ = false;
  next_ = Clock::now() + options_.interval;
  changed_.notify_all();
}

}  // namespace arbiter
