#include "service/ops/heap.h"

#include <cstdint>

#ifdef ARBITER_SANITIZED

namespace arbiter {

HeapSize MeasureHeap() { return {}; }
void ReturnUnusedMemory() {}

}  // namespace arbiter

#else

#include <jemalloc/jemalloc.h>

#include <cstdlib>
#include <string>

// jemalloc reads this when the process starts. With one arena for each processor instead of four,
// the heap takes a quarter of the time to measure. The threshold is kMinLargeBlock.
const char* malloc_conf =
    "narenas_ratio:1,oversize_threshold:8388608,dirty_decay_ms:2000,muzzy_decay_ms:0";

namespace arbiter {
namespace {

template <typename T>
T Read(const char* name) {
  T value = {};
  size_t size = sizeof(value);
  mallctl(name, &value, &size, nullptr, 0);
  return value;
}

// jemalloc keeps large blocks in an arena of their own. Returns the name of their total size.
std::string NameOfLargeBlocks() {
  void* block = std::malloc(kMinLargeBlock);
  unsigned arena = 0;
  size_t size = sizeof(arena);
  mallctl("arenas.lookup", &arena, &size, &block, sizeof(block));
  std::free(block);
  return "stats.arenas." + std::to_string(arena) + ".large.allocated";
}

}  // namespace

HeapSize MeasureHeap() {
  static const std::string name_of_large_blocks = NameOfLargeBlocks();
  // The statistics are those of the time at which the epoch was last advanced.
  uint64_t epoch = 1;
  mallctl("epoch", nullptr, nullptr, &epoch, sizeof(epoch));
  const auto large_blocks = Read<size_t>(name_of_large_blocks.c_str());
  return {.used = Read<size_t>("stats.allocated") - large_blocks,
          .resident = Read<size_t>("stats.resident") - large_blocks};
}

void ReturnUnusedMemory() {
  static const std::string decay = "arena." + std::to_string(MALLCTL_ARENAS_ALL) + ".decay";
  mallctl(decay.c_str(), nullptr, nullptr, nullptr, 0);
}

}  // namespace arbiter

#endif
