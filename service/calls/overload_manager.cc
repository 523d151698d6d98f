#include "service/calls/overload_manager.h"

#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "service/ops/process.h"

namespace arbiter {
namespace {

constexpr std::chrono::milliseconds kInterval(10);
constexpr int kLooksInASecond = 100;
constexpr int kLooksBetweenNotes = 1000;

constexpr size_t kForCalls = size_t{160} << 20;
// With TLS, and what HTTP/2 keeps.
constexpr size_t kForAConnection = size_t{64} << 10;
// What is larger is no part of the heap: tables of searches are, no buffer of a connection is.
constexpr int kLargeBlock = 8 << 20;

// What each part of the heap may keep unused at its end: malloc_trim() reaches the ends of none but
// the first part, and there may be eight of them for each core.
constexpr int kMaxUnusedEnd = 1 << 20;

// How much the heap must have grown since one was broken off, before it is the turn of another:
// what a connection leaves behind takes time to go, and meanwhile only much more is the fault of
// another one.
constexpr size_t kGrowth = size_t{32} << 20;

// What a connection must hold to be worth breaking off.
constexpr uint64_t kMinHeld = 8 << 20;

// What a client must hold to get no further call.
constexpr size_t kMinHeldByClient = size_t{8} << 20;

// A thread that serves is suspected to be kept from its work after this delay. Who has sent since
// then what would be several of the largest requests, and was none, is to blame.
constexpr std::chrono::milliseconds kSuspiciousDelay(20);
constexpr uint64_t kRequestsInHog = 4;

// A heap that has shrunk this much leaves pages that the system can have back.
constexpr size_t kMinTrim = size_t{8} << 20;

}  // namespace

OverloadManager::OverloadManager(const Inputs& inputs, Hooks hooks)
    : inputs_(inputs), hooks_(std::move(hooks)) {
  // By itself the limit between heap and large blocks moves.
  mallopt(M_MMAP_THRESHOLD, kLargeBlock);
  mallopt(M_TRIM_THRESHOLD, kMaxUnusedEnd);
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
  while (!stopped_.wait_for(lock, kInterval, [this] { return stopping_; })) Look();
}

void OverloadManager::Look() {
  ++looks_;
  LookForHogs();
  const size_t heap = HeapInUse();
  const size_t limit = inputs_.limit(inputs_.connections->CountAtMost()) + inputs_.accounted();
  const auto step_of = [limit](size_t bytes) {
    // Eighths of the limit.
    if (bytes > limit) return OverloadStep::kBreakOff;
    if (bytes > limit / 8 * 7) return OverloadStep::kShedWork;
    if (bytes > limit / 8 * 6) return OverloadStep::kRefuseCalls;
    if (bytes > limit / 8 * 5) return OverloadStep::kRefuseConnections;
    return OverloadStep::kNone;
  };
  // A step is left only when there is clearly less.
  const OverloadStep step =
      std::max(step_of(heap), std::min(step_.load(), step_of(heap + limit / 16)));
  Enter(step, heap);
  peak_ = std::max(peak_, heap);
  if (step == OverloadStep::kNone && peak_ - heap > kMinTrim && looks_ % kLooksInASecond == 0) {
    malloc_trim(0);
    peak_ = heap;
  }
}

void OverloadManager::LookForHogs() {
  if (inputs_.queue_delay() < kSuspiciousDelay) {
    is_delayed_ = false;
  } else if (!std::exchange(is_delayed_, true)) {
    inputs_.connections->NoteTraffic();
  } else {
    inputs_.connections->BreakOffHogs(kRequestsInHog * inputs_.max_message_bytes);
  }
}

void OverloadManager::Enter(OverloadStep step, size_t heap) {
  const OverloadStep before = step_.exchange(step, std::memory_order_relaxed);
  // Who is broken off is judged by what it has sent since the heap began to fill, or lately.
  const bool filling = step > OverloadStep::kNone && step < OverloadStep::kBreakOff;
  if (filling && (before == OverloadStep::kNone || looks_ % kLooksBetweenNotes == 0)) {
    inputs_.connections->NoteTraffic();
  }
  ClientSharePtr greatest;
  if (step >= OverloadStep::kRefuseCalls) greatest = Greatest();
  if ((step >= OverloadStep::kRefuseConnections) != (before >= OverloadStep::kRefuseConnections)) {
    hooks_.refuse_connections(step >= OverloadStep::kRefuseConnections);
  }
  const std::string client = greatest == nullptr ? "" : greatest->key;
  if (step != before) hooks_.changed(step, client, heap);
  if (step >= OverloadStep::kShedWork && step > before && greatest != nullptr) {
    inputs_.work->ShedFrom(greatest->key, inputs_.work->waiting() / 2 + 1);
  }
  const size_t next = last_broken_off_heap_ == 0 ? 0 : last_broken_off_heap_ + kGrowth;
  if (step == OverloadStep::kBreakOff && heap > next &&
      inputs_.connections->BreakOffGreatest(kMinHeld)) {
    last_broken_off_heap_ = heap;
  }
  if (step < OverloadStep::kRefuseCalls) last_broken_off_heap_ = 0;
  SetRefused(std::move(greatest));
}

ClientSharePtr OverloadManager::Greatest() const {
  return inputs_.shares->Greatest([](const ClientShare& share) -> size_t {
    const auto calls = static_cast<size_t>(std::max<int64_t>(0, share.open_calls.load()));
    const size_t held = calls * kBytesOfCall + share.unsent_bytes.load();
    // Otherwise what fills the memory is none of the calls.
    return held < kMinHeldByClient ? 0 : held;
  });
}

void OverloadManager::SetRefused(ClientSharePtr share) {
  refused_.store(share.get(), std::memory_order_relaxed);
  refused_share_ = std::move(share);
}

size_t HeapInUse() { return mallinfo2().uordblks; }

size_t HeapLimit(size_t connections) {
  static const size_t memory = MemoryOfProcess();
  return std::min(kForCalls + connections * kForAConnection, memory / 2);
}

}  // namespace arbiter
