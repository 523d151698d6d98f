#ifndef ARBITER_SERVICE_OPS_HEAP_H_
#define ARBITER_SERVICE_OPS_HEAP_H_

#include <cstddef>

namespace arbiter {

struct HeapSize {
  // The bytes of allocated blocks, and of some free ones that threads keep for themselves.
  size_t used = 0;
  // An upper bound on the resident bytes, which include memory that was freed but not yet returned
  // to the system.
  size_t resident = 0;
};

// Measures the heap. In programs with sanitizers, which have an allocator of their own, it always
// appears empty. Thread-safe.
HeapSize MeasureHeap();

// Returns memory of the heap that has been unused for 2 s to the system, and a part of what has
// been unused for less. The allocator does so itself, but only in threads that allocate.
// Thread-safe.
void ReturnUnusedMemory();

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_HEAP_H_
