#ifndef ARBITER_SERVICE_OPS_LOG_LIMIT_H_
#define ARBITER_SERVICE_OPS_LOG_LIMIT_H_

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

#include "core/rules/error.h"
#include "service/access/token_bucket.h"
#include "service/ops/log.h"

namespace arbiter {

// Bounds what refused calls write to the log, so that a flood of them cannot fill it. Each reason
// has its own bound, so that a flood of one does not hide the others: a burst of 100 lines, and 10
// lines a second. What is left out is reported once a second, by one line for each reason:
// `"msg":"calls not logged"` with `reason` and `count`. Thread-safe.
class LogLimit {
 public:
  using Time = TokenBucket::Time;

  // `log` outlives it. Reports go out `report_interval` after the first line that is left out.
  explicit LogLimit(Logger* log,
                    std::chrono::milliseconds report_interval = std::chrono::seconds(1));
  // Reports what has not been reported yet.
  ~LogLimit();
  LogLimit(const LogLimit&) = delete;
  LogLimit& operator=(const LogLimit&) = delete;

  // Returns whether a call that ended for this reason may be logged; if not, it is counted. Always
  // true for kUnspecified: such an error is the server's own fault.
  bool Takes(ErrorReason reason, Time now);

  // Reports now what has not been reported yet.
  void Report();

  // The lines left out so far.
  int64_t limited() const { return limited_.load(std::memory_order_relaxed); }

 private:
  static constexpr size_t kReasonCount = static_cast<size_t>(ErrorReason::kQuotaExceeded) + 1;

  struct Reason {
    TokenBucket bucket;
    // Left out and not reported yet.
    std::atomic<int64_t> unreported = 0;
  };

  void Run();

  Logger& log_;
  const std::chrono::milliseconds report_interval_;
  std::array<Reason, kReasonCount> reasons_;
  std::atomic<int64_t> limited_ = 0;
  std::atomic<bool> has_report_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_LOG_LIMIT_H_
