#ifndef ARBITER_SERVICE_CALLS_DRAIN_H_
#define ARBITER_SERVICE_CALLS_DRAIN_H_

#include <atomic>
#include <cstdint>

namespace arbiter {

// How the shutdown of the server reaches its calls, which look at it at least once a tick
// (RpcQueue::kTick). Thread-safe.
class Drain {
 public:
  // A call begins; all of its answer is sent, or can't be any more.
  void Enter() { calls_.fetch_add(1, std::memory_order_relaxed); }
  void Leave() { calls_.fetch_sub(1, std::memory_order_relaxed); }
  bool has_calls() const { return calls_.load(std::memory_order_relaxed) > 0; }

  // From now on calls that come in are refused, and streams end when they have answered what they
  // have read.
  void Begin() { begun_.store(true, std::memory_order_relaxed); }
  bool begun() const { return begun_.load(std::memory_order_relaxed); }
  // Ends running work too: its stop tests fail from now on.
  void StopWork() { work_stopped_.store(true, std::memory_order_relaxed); }
  bool work_stopped() const { return work_stopped_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> begun_ = false;
  std::atomic<bool> work_stopped_ = false;
  std::atomic<int64_t> calls_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_DRAIN_H_
