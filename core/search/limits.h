#ifndef ARBITER_CORE_SEARCH_LIMITS_H_
#define ARBITER_CORE_SEARCH_LIMITS_H_

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace arbiter {

// The depth of the last iteration of every search, in plies.
inline constexpr int kMaxSearchDepth = 120;
// The maximum number of lines that a search reports.
inline constexpr int kMaxSearchLines = 64;

// The limits of a search, which stops at the first one that it reaches, and always at
// kMaxSearchDepth.
struct SearchLimits {
  // The depth in plies; 0 for no limit.
  int depth = 0;
  // The number of nodes that all threads visit together; 0 for no limit.
  uint64_t nodes = 0;
  // The time from the beginning of the search; 0 for no limit.
  std::chrono::milliseconds movetime{0};
};

// Stops a running search, or lets its owner pause it. Thread-safe, except that set_pause() must be
// called before the search begins.
class StopToken {
 public:
  // Makes the search stop within milliseconds and return what it has found.
  void Stop() { stopped_.store(true, std::memory_order_relaxed); }
  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }

  // Sets a function that each search thread calls about once a millisecond and that may block or
  // call Stop(). A pause counts towards the time limit, but has no other effect on the search.
  void set_pause(std::function<void()> pause) { pause_ = std::move(pause); }
  // Must be called by searches only.
  void Pause() const {
    if (pause_) pause_();
  }

 private:
  std::atomic<bool> stopped_ = false;
  std::function<void()> pause_;
};

// Enforces the limits of one search. All threads of the search share it.
class SearchClock {
 public:
  using Clock = std::chrono::steady_clock;

  // `stop` must outlive the clock.
  SearchClock(const SearchLimits& limits, const StopToken& stop, int threads)
      : limits_(limits), stop_(stop), threads_(threads), start_(Clock::now()) {}

  // Returns whether the calling thread must stop. Must be called at each node, with the number of
  // nodes that the thread has visited, including this one. A node limit is exact if there is only
  // one thread. Every kInterval nodes the call blocks while the stop token pauses the search.
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
  // Returns whether the search is over, after checking the time limit and the stop token.
  bool IsOver() {
    if (over_.load(std::memory_order_relaxed)) return true;
    const bool late = limits_.movetime.count() > 0 && elapsed() >= limits_.movetime;
    if (late || stop_.stopped()) End();
    return over_.load(std::memory_order_relaxed);
  }
  // Ends the search of all threads.
  void End() { over_.store(true, std::memory_order_relaxed); }

  // The number of nodes that several threads have visited together, in steps of kInterval; 0 if
  // there is only one thread.
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

// One thread of a search: counts its nodes, and stops it. The searches derive their workers from
// it.
class SearchWorker {
 public:
  // Begins a new iteration.
  void BeginIteration() { selective_depth_ = 0; }
  // Begins an exact search, which searches every move to full depth without pruning, reductions or
  // extensions, and also stops after this many nodes.
  void BeginExact(uint64_t nodes) {
    exact_ = true;
    max_nodes_ = nodes_ + nodes;
  }

  // Whether the search has been stopped. Its values are meaningless then.
  bool stopped() const { return stopped_; }
  uint64_t nodes() const { return nodes_; }
  // The length of the longest line of the current iteration.
  int selective_depth() const { return selective_depth_; }

 protected:
  // `clock` must outlive the worker.
  SearchWorker(SearchClock* clock, bool exact) : clock_(*clock), exact_(exact) {}

  bool exact() const { return exact_; }
  SearchClock& clock() { return clock_; }
  // Whether the exact search has been stopped because it has used up its nodes.
  bool exact_limit_reached() const { return exact_limit_reached_; }

  // Counts a node and returns whether the search must stop.
  bool CountNode() {
    if (stopped_) return true;
    ++nodes_;
    if (clock_.Tick(nodes_)) {
      stopped_ = true;
    } else if (nodes_ > max_nodes_) {
      stopped_ = exact_limit_reached_ = true;
    }
    return stopped_;
  }
  // Records that a line has reached this ply.
  void ReachPly(int ply) { selective_depth_ = std::max(selective_depth_, ply); }
  // Returns to the selective search.
  void EndExact(bool stopped) {
    exact_ = false;
    max_nodes_ = UINT64_MAX;
    stopped_ = stopped;
    exact_limit_reached_ = false;
  }

 private:
  SearchClock& clock_;
  bool exact_;
  bool stopped_ = false;
  bool exact_limit_reached_ = false;
  uint64_t nodes_ = 0;
  uint64_t max_nodes_ = UINT64_MAX;
  int selective_depth_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_CORE_SEARCH_LIMITS_H_
