#ifndef ARBITER_CORE_SEARCH_STOP_TOKEN_H_
#define ARBITER_CORE_SEARCH_STOP_TOKEN_H_

#include <atomic>

namespace arbiter {

// Tells a running search to end; it does so within milliseconds and answers what it has found.
// Any thread may call either member.
class StopToken {
 public:
  void Stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> stopped_ = false;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_STOP_TOKEN_H_
