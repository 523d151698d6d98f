#include "service/jobs/job_monitor.h"

#include <algorithm>

namespace arbiter {
namespace {

// The database works on the questions of one server for at most this fraction of the time.
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
      database_.Submit("", 0, [this](const absl::StatusOr<JobStore*>& store) { OnAnswer(store); });
      lock.lock();
    }
  }
}

void JobMonitor::OnAnswer(const absl::StatusOr<JobStore*>& store) {
  const Clock::time_point begin = Clock::now();
  absl::StatusOr<std::vector<JobStore::Backlog>> backlogs =
      store.ok() ? (*store)->Backlogs() : store.status();
  if (backlogs.ok()) metrics_.SetBacklogs(*backlogs);
  const Clock::time_point end = Clock::now();
  // The monitor may be destroyed as soon as the lock is released.
  const std::lock_guard lock(mutex_);
  is_asking_ = false;
  next_ =
      end + (backlogs.ok() ? std::max<Clock::duration>(options_.interval, kMaxShare * (end - begin))
                           : options_.retry);
  changed_.notify_all();
}

}  // namespace arbiter
