#ifndef ARBITER_TESTS_SUPPORT_PROCESS_FACTS_H_
#define ARBITER_TESTS_SUPPORT_PROCESS_FACTS_H_

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>

namespace arbiter::testing {

// The resources that a process holds at the moment, as Linux counts them.
struct ProcessFacts {
  int64_t resident_kib = 0;
  int64_t descriptors = 0;
  int64_t threads = 0;
  // As in /proc/PID/status, such as `T` if the process has been stopped.
  char state = 0;
};

// Returns the resources and the state of a process; all 0 if there is no such process.
ProcessFacts FactsOf(pid_t pid);

// Returns the exact CPU time that a process has used; 0 if there is no such process.
std::chrono::nanoseconds CpuTimeOf(pid_t pid);

// Returns the CPU time that a process, its children and those of its children that have ended have
// used.
std::chrono::nanoseconds CpuTimeWithChildren(pid_t pid);

// Returns the exact CPU time that the calling thread has used.
std::chrono::nanoseconds CpuTimeOfThread();

// Returns how often each thread of a process has begun to wait, by thread id.
std::map<pid_t, int64_t> WaitsOfThreads(pid_t pid);

// Measures the peak resident memory of a process from the construction of this object on. Only one
// object at a time may measure a process.
class PeakMemory {
 public:
  explicit PeakMemory(pid_t pid);

  int64_t start_mib() const { return start_kib_ / 1024; }
  // Returns the peak so far.
  int64_t peak_mib() const;
  // Returns by how much the peak so far exceeds the memory at the start.
  int64_t growth_mib() const { return peak_mib() - start_mib(); }

 private:
  const pid_t pid_;
  const int64_t start_kib_;
};

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_PROCESS_FACTS_H_
