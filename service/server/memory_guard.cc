#include "service/server/memory_guard.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <utility>

namespace arbiter {
namespace {

constexpr std::chrono::milliseconds kInterval(100);
constexpr size_t kForCalls = size_t{512} << 20;
// With TLS, and what HTTP/2 keeps.
constexpr size_t kForAConnection = size_t{128} << 10;

// What is larger is no part of the heap: tables of searches are, no buffer of a connection is.
constexpr int kLargeBlock = 8 << 20;

// Of the control group, or of the machine.
size_t MemoryOfProcess() {
  const auto machine =
      static_cast<size_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<size_t>(sysconf(_SC_PAGESIZE));
  size_t group = 0;
  // Holds `max` where there is no limit.
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> group) return std::min(group, machine);
  return machine;
}

}  // namespace

MemoryGuard::MemoryGuard(ConnectionTable* connections, Limit limit,
                         std::function<void(size_t heap_bytes)> broke_off)
    : connections_(connections), limit_(std::move(limit)), broke_off_(std::move(broke_off)) {
  // By itself the limit between heap and large blocks moves.
  mallopt(M_MMAP_THRESHOLD, kLargeBlock);
  mallopt(M_TRIM_THRESHOLD, 2 * kLargeBlock);
  thread_ = std::thread([this] { Run(); });
}

MemoryGuard::~MemoryGuard() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stopped_.notify_all();
  thread_.join();
}

void MemoryGuard::Run() {
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, kInterval, [this] { return stopping_; })) Look();
}

void MemoryGuard::Look() {
  const size_t heap = HeapInUse();
  const size_t most = limit_(connections_->CountAtMost());
  // What it leaves behind takes time to go; meanwhile only more of it is another one's fault.
  if (heap > std::max(most, last_heap_) && connections_->BreakBusiest()) {
    last_heap_ = heap;
    broke_off_(heap);
  }
  if (heap < most) last_heap_ = 0;
  // Long before it is needed, and not at all in quiet times.
  if (heap > most / 4) connections_->NoteTraffic();
}

size_t HeapInUse() { return mallinfo2().uordblks; }

size_t HeapLimit(size_t connections) {
  static const size_t memory = MemoryOfProcess();
  return std::min(kForCalls + connections * kForAConnection, memory / 2);
}

}  // namespace arbiter
