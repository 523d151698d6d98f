#include "service/ops/heap.h"

#include <cstdint>

#ifdef ARBITER_SANITIZED

namespace arbiter {

HeapSize MeasureHeap() { return {}; }
void ReturnUnusedMemory() {}

}  // namespace arbiter

#else

#include <jemalloc/jemalloc.h>
#include <sys/mman.h>

#include <string>

#include "core/base/strings.h"

// jemalloc reads this when the process starts. With one arena for each processor instead of four,
// the heap takes a quarter of the time to measure.
const char* malloc_conf = "narenas_ratio:1,dirty_decay_ms:2000,muzzy_decay_ms:0";

namespace arbiter {
namespace {

// Gives the first 2 MiB of the heap a huge page, which saves most page faults of the heap while the
// process starts. Runs before the other constructors of the program, which allocate memory. Has no
// effect before Linux 6.1, or if no huge page is free.
[[gnu::constructor(101)]] void BeginHeapWithHugePage() {
#ifdef MADV_COLLAPSE
  constexpr int kCollapse = MADV_COLLAPSE;
#else
  constexpr int kCollapse = 25;  // Unknown to glibc before 2.37.
#endif
  constexpr uintptr_t kHugePage = uintptr_t{2} << 20;
  void* const block = malloc(1);
  char* const begin = static_cast<char*>(block) - reinterpret_cast<uintptr_t>(block) % kHugePage;
  madvise(begin, kHugePage, kCollapse);
  free(block);
}

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
