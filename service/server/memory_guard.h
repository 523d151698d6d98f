#ifndef ARBITER_SERVICE_SERVER_MEMORY_GUARD_H_
#define ARBITER_SERVICE_SERVER_MEMORY_GUARD_H_

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <thread>

#include "service/server/connection_table.h"

namespace arbiter {

// Keeps clients from filling the memory in ways that gRPC 1.51 does not bound: header blocks
// without end, floods of calls that are reset at once. Looks ten times a second at the heap, and
// while there is too much of it, and much more each time, breaks off the connection that brings
// most.
class MemoryGuard {
 public:
  // The bytes of the heap that are in order with so many connections.
  using Limit = std::function<size_t(size_t connections)>;

  // From the first on, the process keeps blocks above 8 MiB apart from its heap. `connections`
  // outlives it; `broke_off` is told of each one broken off, with the bytes of the
  // heap.
  MemoryGuard(ConnectionTable* connections, Limit limit,
              std::function<void(size_t heap_bytes)> broke_off);
  ~MemoryGuard();
  MemoryGuard(const MemoryGuard&) = delete;
  MemoryGuard& operator=(const MemoryGuard&) = delete;

 private:
  void Run();
  void Look();

  ConnectionTable* const connections_;
  const Limit limit_;
  const std::function<void(size_t heap_bytes)> broke_off_;
  // When it last broke one off; 0 once there is clearly less again.
  size_t last_heap_ = 0;
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

#endif  // ARBITER_SERVICE_SERVER_MEMORY_GUARD_H_
