#include "service/ops/heap.h"

#include <cstdint>

#ifdef ARBITER_SANITIZED

namespace arbiter {

HeapSize MeasureHeap() { return {}; }
void ReturnUnusedMemory() {}

}  // namespace arbiter

#else

#include <jemalloc/jemalloc.h>

#include <string>

#include "core/base/strings.h"

// jemalloc reads this when the process starts. With one arena for each processor instead of four,
// the heap takes a quarter of the time to measure.
const char* malloc_conf = "narenas_ratio:1,dirty_decay_ms:2000,muzzy_decay_ms:0";

namespace arbiter {
namespace {

size_t Read(const char* name) {
  size_t value = 0;
  size_t size = sizeof(value);
  mallctl(name, &value, &size, nullptr, 0);
  return value;
}

}  // namespace

HeapSize MeasureHeap() {
  // The statistics are those of the time at which the epoch was last advanced.
  uint64_t epoch = 1;
  mallctl("epoch", nullptr, nullptr, &epoch, sizeof(epoch));
  return {.used = Read("stats.allocated"), .resident = Read("stats.resident")};
}

void ReturnUnusedMemory() {
  const std::string decay = StrCat("arena.", MALLCTL_ARENAS_ALL, ".decay");
  mallctl(decay.c_str(), nullptr, nullptr, nullptr, 0);
}

}  // namespace arbiter

#endif
