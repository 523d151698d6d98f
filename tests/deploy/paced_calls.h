#ifndef ARBITER_TESTS_DEPLOY_PACED_CALLS_H_
#define ARBITER_TESTS_DEPLOY_PACED_CALLS_H_

#include <chrono>
#include <cstdint>
#include <limits>
#include <stop_token>
#include <string>
#include <vector>

#include "tests/bench/workload.h"

namespace arbiter::testing {

struct PacedOptions {
  std::string target;
  // As JSON, for the only channel.
  std::string service_config;
  int calls_per_second = 500;
  // After so many it ends.
  int64_t max_calls = std::numeric_limits<int64_t>::max();
  // Of one call, its retries included.
  std::chrono::milliseconds deadline{10'000};
};

struct PacedResult {
  int64_t calls = 0;
  // Calls without OK, and what the first few of them said.
  int64_t failed = 0;
  std::vector<std::string> complaints;
  // Answers that are not the expected bytes.
  int64_t wrong = 0;
  std::chrono::microseconds slowest{0};
};

// Begins calls at this rate until it is to stop, whatever becomes of those before, with the
// exchanges of the unary workloads in turn; returns when all have ended.
PacedResult RunPacedCalls(const std::vector<bench::Workload>& workloads,
                          const PacedOptions& options, const std::stop_token& stop);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_DEPLOY_PACED_CALLS_H_
