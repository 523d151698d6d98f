#ifndef ARBITER_SERVICE_OPS_LOG_SAMPLE_H_
#define ARBITER_SERVICE_OPS_LOG_SAMPLE_H_

#include <atomic>
#include <cstdint>
#include <string_view>

namespace arbiter {

// Chooses the calls whose lines are logged where not all are. The same name is chosen by every
// replica that has the same share, or a larger one. Thread-safe.
class LogSample {
 public:
  // 0 to 1.
  explicit LogSample(double share) { set_share(share); }

  void set_share(double share) {
    threshold_.store(static_cast<uint64_t>(share * kAll), std::memory_order_relaxed);
  }

  // Whether a call of this name, its trace's or its own, is logged.
  bool Takes(std::string_view name) const;

 private:
  static constexpr uint64_t kAll = uint64_t{1} << 32;

  std::atomic<uint64_t> threshold_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_LOG_SAMPLE_H_
