#ifndef ARBITER_SERVICE_CALLS_OVERLOAD_MANAGER_H_
#define ARBITER_SERVICE_CALLS_OVERLOAD_MANAGER_H_

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "service/calls/client_share.h"
#include "service/calls/fair_scheduler.h"
#include "service/net/connections.h"
#include "service/ops/heap.h"
#include "service/ops/metrics.h"

namespace arbiter {

// Prevents clients from exhausting the memory. About 100 times per second, it checks whether the
// heap may be near its limit; it acts against the clients that hold most of the heap, and returns
// unused memory to the system. It also prevents connections from monopolising the threads that
// serve gRPC, because gRPC keeps reading from a connection as long as there is anything to read.
// Thread-safe.
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
    // Returns for how long a thread that serves gRPC has been too busy reading to do anything else.
    std::function<std::chrono::nanoseconds()> queue_delay;
    // The maximum size of a request, in bytes.
    uint64_t max_message_bytes;
  };
  struct Hooks {
    // Called when the step changes, with the client at which the step is aimed, or an empty string
    // if there is none, and with the bytes of the heap.
    std::function<void(OverloadStep step, const std::string& client, size_t heap_bytes)> changed;
    // Called with true when connections have to be refused from now on, and with false when they no
    // longer have to be.
    std::function<void(bool refuse)> refuse_connections;
  };

  // The objects that the inputs refer to must outlive the manager.
  OverloadManager(const Inputs& inputs, Hooks hooks);
  ~OverloadManager();
  OverloadManager(const OverloadManager&) = delete;
  OverloadManager& operator=(const OverloadManager&) = delete;

  // Whether new calls of this client are refused for now.
  bool IsRefused(const ClientShare& share) const {
    return refused_.load(std::memory_order_relaxed) == &share;
  }

  OverloadStep step() const { return step_.load(std::memory_order_relaxed); }

 private:
  void Run();
  void Check();
  void CheckForHogs();
  void Enter(OverloadStep step, size_t heap);
  // Returns the client whose calls hold the most memory; nullptr if none holds much.
  ClientSharePtr FindLargestClient() const;
  void SetRefused(ClientSharePtr share);

  const Inputs inputs_;
  const Hooks hooks_;
  std::atomic<OverloadStep> step_ = OverloadStep::kNone;
  // The client whose calls are refused, which refused_share_ keeps alive.
  std::atomic<const ClientShare*> refused_ = nullptr;
  ClientSharePtr refused_share_;
  // Whether the threads that serve gRPC are delayed, and the traffic so far has been noted.
  bool is_delayed_ = false;
  // The heap when a connection was last broken off; 0 once the heap is clearly smaller again.
  size_t last_broken_off_heap_ = 0;
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

#endif  // ARBITER_SERVICE_CALLS_OVERLOAD_MANAGER_H_
