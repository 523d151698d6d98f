#ifndef ARBITER_CORE_RULES_BUDGET_H_
#define ARBITER_CORE_RULES_BUDGET_H_

#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "core/rules/error.h"

namespace arbiter {

// How much work a request may still do. Long loops call Spend() and stop at the
// first error; the stop test is asked only once in a while.
class Budget {
 public:
  // Answers OK, or why the work should stop (deadline, cancelled call).
  using StopTest = std::function<absl::Status()>;

  // Without limits.
  Budget() = default;
  // `units` of work at most; what a unit is, is the caller's business.
  Budget(uint64_t units, StopTest stop_test) : units_(units), stop_test_(std::move(stop_test)) {}

  absl::Status Spend(uint64_t units = 1) {
    if (units > units_) {
      return MakeError(ErrorReason::kLimitExceeded,
                       "the request asks for more work than the server allows in one call");
    }
    units_ -= units;
    since_test_ += units;
    if (since_test_ < kTestInterval || stop_test_ == nullptr) return absl::OkStatus();
    since_test_ = 0;
    return stop_test_();
  }

 private:
  static constexpr uint64_t kTestInterval = 4096;

  uint64_t units_ = UINT64_MAX;
  uint64_t since_test_ = 0;
  StopTest stop_test_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_BUDGET_H_
