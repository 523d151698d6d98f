#ifndef ARBITER_SERVICE_SERVER_DRAIN_H_
#define ARBITER_SERVICE_SERVER_DRAIN_H_

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace arbiter {

// A stream that could go on for ever and has to be told that the server ends.
class DrainListener {
 public:
  virtual ~DrainListener() = default;
  // Finish what has begun, take on nothing more. Any thread, perhaps more than once.
  virtual void OnDrain() = 0;
};

// How the end of the server reaches its calls. Thread-safe.
class Drain {
 public:
  // From now on `listener` is told; at once where draining has begun.
  void Add(const std::shared_ptr<DrainListener>& listener);
  void Remove(const DrainListener* listener);

  // A unary call begins; all of its answer is sent, or can't be any more.
  void Enter() { unary_calls_.fetch_add(1, std::memory_order_relaxed); }
  void Leave() { unary_calls_.fetch_sub(1, std::memory_order_relaxed); }
  // Whether there are such calls, or streams.
  bool has_calls();

  // Asks the streams to end; calls that come in from now on are to be refused.
  void Begin();
  bool begun() const { return begun_.load(std::memory_order_relaxed); }
  // Asks running work to end too: its stop tests fail from now on.
  void StopWork() { work_stopped_.store(true, std::memory_order_relaxed); }
  bool work_stopped() const { return work_stopped_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> work_stopped_ = false;
  std::mutex mutex_;
  std::atomic<bool> begun_ = false;
  std::map<const DrainListener*, std::weak_ptr<DrainListener>> listeners_;
  std::atomic<int64_t> unary_calls_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_DRAIN_H_
