#ifndef ARBITER_TESTS_BENCH_CPU_TIME_H_
#define ARBITER_TESTS_BENCH_CPU_TIME_H_

#include <sys/types.h>
#include <time.h>

#include <chrono>

namespace arbiter::bench {

// Time of the processors that a process has taken, all threads together; 0 where there is none.
inline std::chrono::nanoseconds CpuTimeOf(pid_t pid) {
  clockid_t clock = 0;
  timespec time{};
  if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &time) != 0) return {};
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_BENCH_CPU_TIME_H_
