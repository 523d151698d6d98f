#ifndef ARBITER_CORE_SEARCH_STOP_TOKEN_H_
#define ARBITER_CORE_SEARCH_STOP_TOKEN_H_

#include <atomic>
#include <functional>
#include <utility>

namespace arbiter {

// Tells a running search to end, and lets its caller hold it up for a while.
// Any thread may call the members, except that set_pause() comes before the search.
class StopToken {
 public:
  // The search ends within milliseconds and answers what it has found.
  void Stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

  // Each thread of the search calls `pause` every millisecond or so, and goes on when it returns.
  // While it blocks, limits of time keep running; nothing else depends on it. It may call Stop().
  void set_pause(std::function<void()> pause) { pause_ = std::move(pause); }
  // Called by searches.
  void Pause() const {
    if (pause_) pause_();
  }

 private:
  std::atomic<bool> stopped_ = false;
  std::function<void()> pause_;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_STOP_TOKEN_H_
