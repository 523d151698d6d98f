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
#include "service/ops/metrics.h"

namespace arbiter {

// Keeps clients from filling the memory. Compares the heap with its limit many times a second and
// takes steps against who holds most. What is freed goes back to the system. It also sees to it
// that nobody keeps the threads that serve from everybody else: gRPC goes on reading a connection
// as long as there is anything to read. Thread-safe.
class OverloadManager {
 public:
  struct Inputs {
    Connections* connections;
    ClientShares* shares;
    FairScheduler* work;
    // Bytes of the heap that are bounded elsewhere, such as the cache of analyses and answers that
    // wait for their clients.
    std::function<size_t()> accounted;
    // The heap that this many connections may need; HeapLimit() but in tests.
    std::function<size_t(size_t connections)> limit;
    // For how long a thread that serves has found no time for anything but what it reads.
    std::function<std::chrono::nanoseconds()> queue_delay;
    // Bytes that a request may have.
    uint64_t max_message_bytes;
  };
  struct Hooks {
    // Told of each change of the step, with the client that it is aimed at, if there is one, and
    // the bytes of the heap.
    std::function<void(OverloadStep step, const std::string& client, size_t heap_bytes)> changed;
    // Told whether connections are to be refused.
    std::function<void(bool refuse)> refuse_connections;
  };

  // From the first on, the process keeps blocks above 8 MiB apart from its heap. What the inputs
  // name outlives the manager.
  OverloadManager(const Inputs& inputs, Hooks hooks);
  ~OverloadManager();
  OverloadManager(const OverloadManager&) = delete;
  OverloadManager& operator=(const OverloadManager&) = delete;

  // Whether this client gets no further call for now.
  bool refuses(const ClientShare& share) const {
    return refused_.load(std::memory_order_relaxed) == &share;
  }

  OverloadStep step() const { return step_.load(std::memory_order_relaxed); }

 private:
  void Run();
  void Look();
  void LookForHogs();
  void Enter(OverloadStep step, size_t heap);
  // The client whose calls hold most; null if none holds much.
  ClientSharePtr Greatest() const;
  void SetRefused(ClientSharePtr share);

  const Inputs inputs_;
  const Hooks hooks_;
  std::atomic<OverloadStep> step_ = OverloadStep::kNone;
  // Kept by refused_share_.
  std::atomic<const ClientShare*> refused_ = nullptr;
  ClientSharePtr refused_share_;
  // Whether the threads that serve are delayed, and it was noted what connections have sent.
  bool is_delayed_ = false;
  // When a connection was last broken off; 0 once there is clearly less again.
  size_t last_broken_off_heap_ = 0;
  // The largest heap since memory last went back to the system.
  size_t peak_ = 0;
  int looks_ = 0;
  std::mutex mutex_;
  std::condition_variable stopped_;
  bool stopping_ = false;
  std::thread thread_;
};

// Bytes of the heap in use; without large blocks, such as the tables of searches.
size_t HeapInUse();

// The heap that so many connections may need, at most half of the memory that this process may
// have.
size_t HeapLimit(size_t connections);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_OVERLOAD_MANAGER_H_
