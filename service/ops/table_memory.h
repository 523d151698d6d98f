#ifndef ARBITER_SERVICE_OPS_TABLE_MEMORY_H_
#define ARBITER_SERVICE_OPS_TABLE_MEMORY_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace arbiter {

// Returns the memory that the transposition tables of all analyses may take together, in bytes: of
// the half that the heap leaves (HeapLimit()), what remains after unsent answers, waiting requests,
// stored analyses and the program, by default 288 MB. It is at least an eighth of what the process
// may use, and at most three eighths.
constexpr size_t TableMemory(size_t process_memory) {
  constexpr size_t kOthers = size_t{288} << 20;
  const size_t half = process_memory / 2;
  return std::clamp(half - std::min(half, kOthers), process_memory / 8, process_memory / 8 * 3);
}

// Returns the size of the largest table, in megabytes, at least 1. Analyses that are never cut
// short take at most half of the tables' memory together, and those of one client half of that, so
// no table is larger than a quarter.
constexpr uint32_t LargestTableMb(size_t process_memory) {
  const size_t megabytes = TableMemory(process_memory) / 4 >> 20;
  return static_cast<uint32_t>(std::clamp<size_t>(megabytes, 1, UINT32_MAX));
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_TABLE_MEMORY_H_
