#include "service/scheduling/overload_manager.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

#include "service/ops/metrics.h"
#include "service/ops/process.h"

namespace arbiter {
namespace {

constexpr std::chrono::milliseconds kInterval(10);
constexpr int kChecksPerSecond = 100;

constexpr size_t kHeapForCalls = size_t{160} << 20;
// Includes TLS and the state of HTTP/2.
constexpr size_t kHeapPerConnection = size_t{64} << 10;

// How long the heap must be above its limit before connections are broken off.
constexpr std::chrono::seconds kBreakOffDelay(1);

// The memory that a client must hold for its calls to be refused.
constexpr size_t kMinHeldByClient = size_t{8} << 20;
// The approximate memory that the door and this server use for an open call.
constexpr size_t kBytesPerCall = size_t{24} << 10;

// The names of the steps in the log and in metrics.
constexpr std::array<const char*, kOverloadSteps> kStepNames = {
    "none", "refuse_connections", "refuse_calls", "shed_work", "break_off"};

// Returns the step for a heap of this size.
OverloadStep StepFor(size_t heap, size_t limit) {
  if (heap > limit) return OverloadStep::kBreakOff;
  if (heap > limit / 8 * 7) return OverloadStep::kShedWork;
  if (heap > limit / 8 * 6) return OverloadStep::kRefuseCalls;
  if (heap > limit / 8 * 5) return OverloadStep::kRefuseConnections;
  return OverloadStep::kNone;
}

}  // namespace

OverloadManager::OverloadManager(const Inputs& inputs, prometheus::Registry* registry, Logger* log)
    : inputs_(inputs), log_(*log) {
  auto& steps = AddCounters("arbiter_overload_steps_total",
                            "Measures taken against a shortage of memory, by step.", registry);
  for (int i = 0; i < kOverloadSteps; ++i) steps_[i] = &steps.Add({{"step", kStepNames[i]}});
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
  Connections& connections = *inputs_.connections;
  // Once per second, connections that have been closed are forgotten.
  const size_t count = is_new_second ? connections.Count() : connections.CountUpperBound();
  const size_t limit = inputs_.limit(count) + inputs_.accounted();
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
  // To avoid oscillation, a step is kept until the heap is clearly smaller.
  const OverloadStep step =
      std::max(StepFor(heap, limit), std::min(step_.load(), StepFor(heap + limit / 16, limit)));
  Enter(step, heap);
  BreakOffConnections(heap > limit, heap);
}

void OverloadManager::Enter(OverloadStep step, size_t heap) {
  const OverloadStep before = step_.exchange(step, std::memory_order_relaxed);
  ClientSharePtr largest;
  if (step >= OverloadStep::kRefuseCalls) largest = FindLargestClient();
  inputs_.connections->set_short_of_memory(step >= OverloadStep::kRefuseConnections);
  if (step != before) Report(step, largest.get(), heap);
  if (step >= OverloadStep::kShedWork && step > before && largest != nullptr) {
    inputs_.work->ShedFrom(largest->key, inputs_.work->waiting() / 2 + 1);
  }
  SetRefused(std::move(largest));
}

void OverloadManager::BreakOffConnections(bool above_limit, size_t heap) {
  if (!above_limit) {
    above_limit_since_.reset();
    has_broken_off_ = false;
    return;
  }
  const Clock::time_point now = Clock::now();
  if (!above_limit_since_.has_value()) above_limit_since_ = now;
  if (now - *above_limit_since_ < kBreakOffDelay) return;
  above_limit_since_ = now;
  const double share = std::exchange(has_broken_off_, true) ? 1 : 0.5;
  const size_t count = inputs_.connections->BreakOffNewest(share);
  if (count == 0) return;
  log_.Write(LogLine(LogLevel::kError, "broke off connections because memory is short")
                 .Add("count", static_cast<int64_t>(count))
                 .Add("heap_bytes", static_cast<int64_t>(heap)));
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

void OverloadManager::Report(OverloadStep step, const ClientShare* client, size_t heap) {
  const auto index = static_cast<size_t>(step);
  steps_.at(index)->Increment();
  LogLine line(step == OverloadStep::kNone ? LogLevel::kInfo : LogLevel::kError,
               "overload step changed");
  line.Add("step", kStepNames.at(index));
  if (client != nullptr) line.Add("client", client->key);
  log_.Write(line.Add("heap_bytes", static_cast<int64_t>(heap)));
}

size_t HeapLimit(size_t connections) {
  static const size_t memory = ProcessMemoryLimit();
  return std::min(kHeapForCalls + connections * kHeapPerConnection, memory / 2);
}

}  // namespace arbiter
