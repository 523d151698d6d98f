#include "service/calls/overload_manager.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "service/ops/process.h"

namespace arbiter {
namespace {

constexpr std::chrono::milliseconds kInterval(10);
constexpr int kChecksPerSecond = 100;
constexpr int kChecksBetweenNotes = 1000;

constexpr size_t kHeapForCalls = size_t{160} << 20;
// Includes TLS and the state of HTTP/2.
constexpr size_t kHeapPerConnection = size_t{64} << 10;

// How much the heap must have grown since a connection was broken off before another one is broken
// off. The memory of the first connection is freed only after some time, and until then only a
// large growth can be blamed on another connection.
constexpr size_t kMinGrowth = size_t{32} << 20;

// The memory that a connection must hold to be broken off.
constexpr uint64_t kMinHeldByConnection = 8 << 20;

// The memory that a client must hold for its calls to be refused.
constexpr size_t kMinHeldByClient = size_t{8} << 20;

// Once a thread that serves gRPC has been delayed for this long, connections are suspected of
// monopolising it. A connection is broken off if it then sends more bytes that belong to no request
// than this number of requests of the maximum size would have.
constexpr std::chrono::milliseconds kSuspiciousDelay(20);
constexpr uint64_t kHogRequests = 4;

}  // namespace

OverloadManager::OverloadManager(const Inputs& inputs, Hooks hooks)
    : inputs_(inputs), hooks_(std::move(hooks)) {
  thread_ = std::thread([this] { Run(); });
}

OverloadManager::~OverloadManager() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stopped_.notify_all();
  thread_.join();
}

void OverloadManager::Run() {
  std::unique_lock lock(mutex_);
  while (!stopped_.wait_for(lock, kInterval, [this] { return stopping_; })) Check();
}

void OverloadManager::Check() {
  ++checks_;
  const bool is_new_second = checks_ % kChecksPerSecond == 0;
  if (is_new_second) ReturnUnusedMemory();
  CheckForHogs();
  const size_t limit = inputs_.limit(inputs_.connections->CountUpperBound()) + inputs_.accounted();
  const size_t resident = ResidentMemory();
  // Measuring the heap takes about 10 us for each processor, so it happens more than once per
  // second only if the heap may be full. Since the last time, the heap can have grown into its own
  // unused memory and into what the process has gained, but into nothing else.
  min_resident_ = std::min(min_resident_, resident);
  const size_t growth = resident - min_resident_;
  const bool may_be_full =
      step_.load() != OverloadStep::kNone || measured_heap_.resident + growth > limit / 8 * 5;
  if (!may_be_full && !is_new_second) return;
  min_resident_ = resident;
  measured_heap_ = MeasureHeap();
  const size_t heap = measured_heap_.used;
  const auto step_for = [limit](size_t bytes) {
    if (bytes > limit) return OverloadStep::kBreakOff;
    if (bytes > limit / 8 * 7) return OverloadStep::kShedWork;
    if (bytes > limit / 8 * 6) return OverloadStep::kRefuseCalls;
    if (bytes > limit / 8 * 5) return OverloadStep::kRefuseConnections;
    return OverloadStep::kNone;
  };
  // To avoid oscillation, a step is kept until the heap is clearly smaller.
  const OverloadStep step =
      std::max(step_for(heap), std::min(step_.load(), step_for(heap + limit / 16)));
  Enter(step, heap);
}

void OverloadManager::CheckForHogs() {
  if (inputs_.queue_delay() < kSuspiciousDelay) {
    is_delayed_ = false;
  } else if (!std::exchange(is_delayed_, true)) {
    inputs_.connections->NoteTraffic();
  } else {
    inputs_.connections->BreakOffHogs(kHogRequests * inputs_.max_message_bytes);
  }
}

void OverloadManager::Enter(OverloadStep step, size_t heap) {
  const OverloadStep before = step_.exchange(step, std::memory_order_relaxed);
  // Connections are judged by their traffic since the heap began to fill, but at most by that of
  // the last 10 s.
  const bool filling = step > OverloadStep::kNone && step < OverloadStep::kBreakOff;
  if (filling && (before == OverloadStep::kNone || checks_ % kChecksBetweenNotes == 0)) {
    inputs_.connections->NoteTraffic();
  }
  ClientSharePtr largest;
  if (step >= OverloadStep::kRefuseCalls) largest = FindLargestClient();
  if ((step >= OverloadStep::kRefuseConnections) != (before >= OverloadStep::kRefuseConnections)) {
    hooks_.refuse_connections(step >= OverloadStep::kRefuseConnections);
  }
  const std::string client = largest == nullptr ? "" : largest->key;
  if (step != before) hooks_.changed(step, client, heap);
  if (step >= OverloadStep::kShedWork && step > before && largest != nullptr) {
    inputs_.work->ShedFrom(largest->key, inputs_.work->waiting() / 2 + 1);
  }
  const size_t next = last_broken_off_heap_ == 0 ? 0 : last_broken_off_heap_ + kMinGrowth;
  if (step == OverloadStep::kBreakOff && heap > next &&
      inputs_.connections->BreakOffLargest(kMinHeldByConnection)) {
    last_broken_off_heap_ = heap;
  }
  if (step < OverloadStep::kRefuseCalls) last_broken_off_heap_ = 0;
  SetRefused(std::move(largest));
}

ClientSharePtr OverloadManager::FindLargestClient() const {
  return inputs_.shares->FindLargest([](const ClientShare& share) -> size_t {
    const auto calls = static_cast<size_t>(std::max<int64_t>(0, share.open_calls.load()));
    const size_t held = calls * kBytesPerCall + share.unsent_bytes.load();
    // If no client holds this much, something other than the calls fills the memory.
    return held < kMinHeldByClient ? 0 : held;
  });
}

void OverloadManager::SetRefused(ClientSharePtr share) {
  refused_.store(share.get(), std::memory_order_relaxed);
  refused_share_ = std::move(share);
}

size_t HeapLimit(size_t connections) {
  static const size_t memory = ProcessMemoryLimit();
  return std::min(kHeapForCalls + connections * kHeapPerConnection, memory / 2);
}

}  // namespace arbiter
