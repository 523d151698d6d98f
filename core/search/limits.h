#ifndef ARBITER_CORE_SEARCH_LIMITS_H_
#define ARBITER_CORE_SEARCH_LIMITS_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace arbiter {

// Plies; no search goes deeper by iteration.
inline constexpr int kMaxSearchDepth = 120;
inline constexpr int kMaxSearchLines = 64;

// When a search stops by itself: at the first limit that is met; without any, at kMaxSearchDepth.
struct SearchLimits {
  // Plies; 0: no such limit.
  int depth = 0;
  // Positions visited, by all threads together; 0: no such limit.
  uint64_t nodes = 0;
  // From the beginning of the search; 0: no such limit.
  std::chrono::milliseconds movetime{0};
};

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

// Watches over the limits of one search, whose threads all ask it.
class SearchClock {
 public:
  using Clock = std::chrono::steady_clock;

  // `stop` outlives it.
  SearchClock(const SearchLimits& limits, const StopToken& stop, int threads)
      : limits_(limits), stop_(stop), threads_(threads), start_(Clock::now()) {}

  // Called by a thread at each of its nodes with how many it has visited, this one included;
  // whether it has to stop. One thread alone keeps a limit of nodes exactly. Now and then blocks
  // for as long as the stop token pauses the search.
  bool Tick(uint64_t thread_nodes) {
    if (threads_ == 1 && limits_.nodes > 0 && thread_nodes > limits_.nodes) return true;
    if (thread_nodes % kInterval != 0) return false;
    if (threads_ > 1) {
      const uint64_t all = nodes_.fetch_add(kInterval, std::memory_order_relaxed) + kInterval;
      if (limits_.nodes > 0 && all >= limits_.nodes) End();
    }
    stop_.Pause();
    return IsOver();
  }
  // Whether a limit of time is met or somebody said stop.
  bool IsOver() {
    if (over_.load(std::memory_order_relaxed)) return true;
    const bool late = limits_.movetime.count() > 0 && elapsed() >= limits_.movetime;
    if (late || stop_.stopped()) End();
    return over_.load(std::memory_order_relaxed);
  }
  // Ends the search of all threads.
  void End() { over_.store(true, std::memory_order_relaxed); }

  // Of all threads, where there are several.
  uint64_t shared_nodes() const { return nodes_.load(std::memory_order_relaxed); }
  Clock::duration elapsed() const { return Clock::now() - start_; }

 private:
  static constexpr uint64_t kInterval = 512;

  const SearchLimits limits_;
  const StopToken& stop_;
  const int threads_;
  const Clock::time_point start_;
  std::atomic<bool> over_ = false;
  std::atomic<uint64_t> nodes_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_LIMITS_H_
