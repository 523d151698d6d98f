#include "service/server/memory_guard.h"

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "service/server/memory_of_process.h"

namespace arbiter {
namespace {

constexpr std::chrono::milliseconds kInterval(100);
constexpr size_t kForCalls = size_t{512} << 20;
// With TLS, and what HTTP/2 keeps.
constexpr size_t kForAConnection = size_t{128} << 10;

// What is larger is no part of the heap: tables of searches are, no buffer of a connection is.
constexpr int kLargeBlock = 8 << 20;

// What the heap must have grown by since one was broken off, before it is the turn of another.
constexpr size_t kGrowth = size_t{64} << 20;

// What a connection brings between two looks before it is worth breaking off: what one that is gone
// has left to work off makes the heap grow for a while, whoever is there then.
constexpr uint64_t kLeastBytes = 64 << 10;

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
  // What it leaves behind takes time to go, and may not have been its own; meanwhile only much more
  // of it is another one's fault.
  const size_t next = last_heap_ == 0 ? most : std::max(most, last_heap_ + kGrowth);
  if (heap > next && connections_->BreakBusiest(kLeastBytes)) {
    last_heap_ = heap;
    broke_off_(heap);
  }
  if (heap < most - most / 4) last_heap_ = 0;
  // Long before it is needed, and not at all in quiet times.
  if (heap > most / 4) connections_->NoteTraffic();
}

size_t HeapInUse() { return mallinfo2().uordblks; }

size_t HeapLimit(size_t connections) {
  static const size_t memory = MemoryOfProcess();
  return std::min(kForCalls + connections * kForAConnection, memory / 2);
}

}  // namespace arbiter
