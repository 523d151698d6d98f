#ifndef ARBITER_CORE_BASE_BUDGET_H_
#define ARBITER_CORE_BASE_BUDGET_H_

#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "core/base/error.h"

namespace arbiter {

// The work that a request is still allowed to do. Long loops call Spend() and stop at the first
// error.
class Budget {
 public:
  // Returns OK, or the reason why the work should stop (a deadline, a cancelled call).
  using StopTest = std::function<absl::Status()>;

  // Makes a budget without limits.
  Budget() = default;
  // Makes a budget of `units`, whose meaning is up to the caller. `stop_test` may be null.
  Budget(uint64_t units, StopTest stop_test) : units_(units), stop_test_(std::move(stop_test)) {}

  // Takes `units` from the budget. Returns LIMIT_EXCEEDED if fewer are left. Calls the stop test
  // only once every kTestInterval units and returns its error.
  absl::Status Spend(uint64_t units = 1) {
    if (units > units_) {
      return MakeError(ErrorReason::kLimitExceeded,
                       "the request needs more work than the server allows in one call");
    }
    units_ -= units;
    units_since_test_ += units;
    if (units_since_test_ < kTestInterval || stop_test_ == nullptr) return absl::OkStatus();
    units_since_test_ = 0;
    return stop_test_();
  }

 private:
  static constexpr uint64_t kTestInterval = 4096;

  uint64_t units_ = UINT64_MAX;
  uint64_t units_since_test_ = 0;
  StopTest stop_test_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_BASE_BUDGET_H_
