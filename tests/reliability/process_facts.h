#ifndef ARBITER_TESTS_RELIABILITY_PROCESS_FACTS_H_
#define ARBITER_TESTS_RELIABILITY_PROCESS_FACTS_H_

#include <sys/types.h>

#include <cstdint>

namespace arbiter::testing {

// What a process holds at the moment, as Linux counts it.
struct ProcessFacts {
  int64_t resident_kib = 0;
  int64_t descriptors = 0;
  int64_t threads = 0;
};

// All 0 where there is no such process.
ProcessFacts FactsOf(pid_t pid);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_RELIABILITY_PROCESS_FACTS_H_
