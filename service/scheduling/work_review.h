#ifndef ARBITER_SERVICE_SCHEDULING_WORK_REVIEW_H_
#define ARBITER_SERVICE_SCHEDULING_WORK_REVIEW_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_set>

#include "absl/status/status.h"
#include "core/search/limits.h"
#include "service/access/call_authorization.h"
#include "service/access/charge.h"
#include "service/scheduling/fair_scheduler.h"

namespace arbiter {

class WorkReview;

// Scheduled work while it runs. It is reviewed several times a second, and has to end when its
// deadline passes or its client runs out of tokens or loses its permission.
class RunningWork {
 public:
  using Time = std::chrono::steady_clock::time_point;

  struct Options {
    // The turn in which the work runs.
    FairScheduler::Turn* turn;
    // The charge for the work, which is settled when the work ends.
    Charge* charge;
    CallAuthorization* authorization;
    // The methods that the caller must be allowed to call, in addition to that of the call.
    MethodSet needed = MethodSet();
    // The time by which the work must be done; std::nullopt if the work has a time limit of its
    // own.
    std::optional<Time> deadline;
    // What the work may use on each thread, whatever else runs.
    std::chrono::nanoseconds max_used = std::chrono::nanoseconds::max();
    // Stopped when the work has to end; nullptr if the work calls Continue() instead.
    StopToken* stop = nullptr;
  };

  // `review` and the objects that `options` refers to must outlive this object.
  RunningWork(WorkReview* review, const Options& options);
  ~RunningWork();
  RunningWork(const RunningWork&) = delete;
  RunningWork& operator=(const RunningWork&) = delete;

  // Must be called by the work at short intervals. Yields to other tasks, and returns verdict().
  absl::Status Continue() const;
  // Returns OK, or why the work has to end: DEADLINE_EXCEEDED / LIMIT_EXCEEDED, QUOTA_EXCEEDED,
  // UNAUTHENTICATED or PERMISSION_DENIED. Thread-safe.
  absl::Status verdict() const;

 private:
  friend class WorkReview;

  void Review(Time now);
  // Returns the time that has been charged for each thread of the work so far: the processor time
  // or, for an analysis, the time for which it has held the slots.
  std::chrono::nanoseconds used() const {
    return options_.stop == nullptr ? options_.turn->used() : options_.turn->held();
  }

  WorkReview* const review_;
  const Options options_;
  std::atomic<bool> ended_ = false;
  mutable std::mutex mutex_;
  absl::Status verdict_;
};

// The work took longer than the server allows: DEADLINE_EXCEEDED / LIMIT_EXCEEDED.
absl::Status TookTooLongError();

// Reviews all running work in a thread of its own. Thread-safe.
class WorkReview {
 public:
  static constexpr std::chrono::milliseconds kInterval{50};

  WorkReview();
  // All work must have ended.
  ~WorkReview();
  WorkReview(const WorkReview&) = delete;
  WorkReview& operator=(const WorkReview&) = delete;

 private:
  friend class RunningWork;

  void Run();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::unordered_set<RunningWork*> running_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SCHEDULING_WORK_REVIEW_H_
