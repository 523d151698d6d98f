#ifndef ARBITER_SERVICE_SCHEDULING_OVERLOAD_MANAGER_H_
#define ARBITER_SERVICE_SCHEDULING_OVERLOAD_MANAGER_H_

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "prometheus/counter.h"
#include "prometheus/registry.h"
#include "service/net/connections.h"
#include "service/ops/heap.h"
#include "service/ops/log.h"
#include "service/scheduling/client_share.h"
#include "service/scheduling/fair_scheduler.h"

namespace arbiter {

// The measures against a shortage of memory, the mildest first. Each step includes those before it.
enum class OverloadStep {
  kNone,
  // New connections from addresses that have many are refused.
  kRefuseConnections,
  // New calls of the client that holds the most memory are refused.
  kRefuseCalls,
  // Much of that client's waiting work is dropped.
  kShedWork,
  // The heap is above its limit. If it stays there, connections are broken off.
  kBreakOff,
};
inline constexpr int kOverloadSteps = 5;

// Prevents clients from exhausting the memory. About 100 times per second, it checks whether the
// heap may be near its limit, and returns unused memory to the system.
//
// As the heap grows, the manager first acts against the client whose calls hold the most memory. If
// the heap stays above its limit all the same, it is filled by something that belongs to no call,
// such as header fields that gRPC 1.51 buffers without a limit, and nothing tells which connection
// sent it. After a second, the newest half of all connections is therefore broken off, and after
// another second, all of them. Thread-safe.
class OverloadManager {
 public:
  struct Inputs {
    Connections* connections;
    ClientShares* shares;
    FairScheduler* work;
    // Returns the bytes of the heap that are bounded by other limits, such as the cache of
    // analyses, what searches have learned for sessions, and the answers that are unsent.
    std::function<size_t()> accounted;
    // Returns the limit on the heap for this many connections; HeapLimit() except in tests.
    std::function<size_t(size_t connections)> limit;
  };
  // Counts the steps in `registry`, and reports them to `log`. Everything that the arguments refer
  // to must outlive the manager.
  OverloadManager(const Inputs& inputs, prometheus::Registry* registry, Logger* log);
  ~OverloadManager();
  OverloadManager(const OverloadManager&) = delete;
  OverloadManager& operator=(const OverloadManager&) = delete;

  // Whether new calls of this client are refused for now.
  bool IsRefused(const ClientShare& share) const {
    return refused_.load(std::memory_order_relaxed) == &share;
  }

  OverloadStep step() const { return step_.load(std::memory_order_relaxed); }

 private:
  using Clock = std::chrono::steady_clock;

  void Run();
  void Check();
  void Enter(OverloadStep step, size_t heap);
  // Breaks connections off if the heap has been above its limit for long enough.
  void BreakOffConnections(bool above_limit, size_t heap);
  // Returns the client whose calls hold the most memory; nullptr if none holds much.
  ClientSharePtr FindLargestClient() const;
  void SetRefused(ClientSharePtr share);
  void Report(OverloadStep step, const ClientShare* client, size_t heap);

  const Inputs inputs_;
  std::array<prometheus::Counter*, kOverloadSteps> steps_;
  Logger& log_;
  std::atomic<OverloadStep> step_ = OverloadStep::kNone;
  // The client whose calls are refused, which refused_share_ keeps alive.
  std::atomic<const ClientShare*> refused_ = nullptr;
  ClientSharePtr refused_share_;
  // Since when the heap has been above its limit without any connection being broken off;
  // std::nullopt if it is not above its limit.
  std::optional<Clock::time_point> above_limit_since_;
  // Whether connections were broken off since the heap exceeded its limit.
  bool has_broken_off_ = false;
  // The heap when it was last measured, and the minimum of the resident memory since then.
  HeapSize measured_heap_;
  size_t min_resident_ = 0;
  int checks_ = 0;
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stopping_ = false;
  std::thread thread_;
};

// Returns the limit on the heap for this many connections, which is at most half of the memory that
// the process may use.
size_t HeapLimit(size_t connections);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SCHEDULING_OVERLOAD_MANAGER_H_
