#ifndef ARBITER_SERVICE_CALLS_WORK_REVIEW_H_
#define ARBITER_SERVICE_CALLS_WORK_REVIEW_H_

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
#include "service/calls/fair_scheduler.h"

namespace arbiter {

class WorkReview;

// A piece of scheduled work while it runs. It is reviewed several times a second and ends when its
// time is over, its client has no tokens left, or the client may not call any more.
class RunningWork {
 public:
  using Time = std::chrono::steady_clock::time_point;

  struct Terms {
    // Whose turn it runs in.
    FairScheduler::Turn* turn;
    // Pays for the work; settled when the work ends.
    Charge* charge;
    CallAuthorization* authorization;
    // The methods that the caller has to be allowed beside the call's own.
    MethodSet needed = MethodSet();
    // When it has to be over; std::nullopt if it has a limit of its own.
    std::optional<Time> deadline;
    // Stopped when the work has to end; null if the work asks Continue() instead.
    StopToken* stop = nullptr;
  };

  // What the terms name outlives the work.
  RunningWork(WorkReview* review, const Terms& terms);
  ~RunningWork();
  RunningWork(const RunningWork&) = delete;
  RunningWork& operator=(const RunningWork&) = delete;

  // Asked by the work once in a while: lets others have their turn, and returns OK or why the work
  // has to end: DEADLINE_EXCEEDED / LIMIT_EXCEEDED, QUOTA_EXCEEDED, UNAUTHENTICATED or
  // PERMISSION_DENIED.
  absl::Status Continue() const;
  // The latter without the former. Thread-safe.
  absl::Status verdict() const;

 private:
  friend class WorkReview;

  void Review(Time now);
  // What it is charged for so far, of each of its threads: the time of the processor, or, for an
  // analysis, the time for which nobody else could search.
  std::chrono::nanoseconds used() const {
    return terms_.stop == nullptr ? terms_.turn->used() : terms_.turn->held();
  }

  WorkReview* const review_;
  const Terms terms_;
  std::atomic<bool> ended_ = false;
  mutable std::mutex mutex_;
  absl::Status verdict_;
};

// The work has taken as long as any may: DEADLINE_EXCEEDED / LIMIT_EXCEEDED.
absl::Status TookTooLongError();

// Reviews all running work, from a thread of its own. Thread-safe.
class WorkReview {
 public:
  static constexpr std::chrono::milliseconds kInterval{50};

  WorkReview();
  // No work runs any more.
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

#endif  // ARBITER_SERVICE_CALLS_WORK_REVIEW_H_
