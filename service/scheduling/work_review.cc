#include "service/scheduling/work_review.h"

#include "core/base/error.h"

namespace arbiter {

RunningWork::RunningWork(WorkReview* review, const Options& options)
    : review_(review), options_(options) {
  // The deadline may have passed while the work was waiting.
  Review(std::chrono::steady_clock::now());
  const std::lock_guard lock(review_->mutex_);
  review_->running_.insert(this);
  // The reviewing thread sleeps while no work is running.
  if (review_->running_.size() == 1) review_->changed_.notify_one();
}

RunningWork::~RunningWork() {
  {
    const std::lock_guard lock(review_->mutex_);
    review_->running_.erase(this);
  }
  options_.charge->Settle(used());
}

absl::Status RunningWork::Continue() const {
  options_.turn->Yield();
  return verdict();
}

absl::Status RunningWork::verdict() const {
  if (!ended_.load(std::memory_order_acquire)) return absl::OkStatus();
  const std::lock_guard lock(mutex_);
  return verdict_;
}

void RunningWork::Review(Time now) {
  if (ended_.load(std::memory_order_relaxed)) return;
  const std::chrono::nanoseconds used_so_far = used();
  absl::Status verdict =
      options_.authorization->CheckRunning(options_.charge, used_so_far, options_.needed);
  const bool is_late = options_.deadline.has_value() && now >= *options_.deadline;
  if (verdict.ok() && (is_late || used_so_far >= options_.max_used)) verdict = TookTooLongError();
  if (verdict.ok()) return;
  {
    const std::lock_guard lock(mutex_);
    verdict_ = verdict;
  }
  ended_.store(true, std::memory_order_release);
  if (options_.stop != nullptr) options_.stop->Stop();
}

absl::Status TookTooLongError() {
  return MakeError(ErrorReason::kLimitExceeded, absl::StatusCode::kDeadlineExceeded,
                   "the work took longer than the server allows for one call; request less");
}

WorkReview::WorkReview() : thread_([this] { Run(); }) {}

WorkReview::~WorkReview() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

void WorkReview::Run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (running_.empty()) {
      changed_.wait(lock);
      continue;
    }
    changed_.wait_for(lock, kInterval, [this] { return stopping_; });
    const RunningWork::Time now = std::chrono::steady_clock::now();
    for (RunningWork* work : running_) work->Review(now);
  }
}

}  // namespace arbiter
