#ifndef ARBITER_TESTS_BENCH_LOAD_H_
#define ARBITER_TESTS_BENCH_LOAD_H_

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/bench/workload.h"

namespace arbiter::bench {

// How a server is loaded.
struct LoadOptions {
  // host:port.
  std::string target;
  // Calls kept under way, or items on all streams; at least one a connection.
  int in_flight = 64;
  int connections = 1;
  // Not counted: before the measurement.
  std::chrono::duration<double> warm_up{0.5};
  std::chrono::duration<double> time{2};
  // Whose time of the processors is measured too; 0: nobody's.
  pid_t server_pid = 0;
};

// What came of it, while the measurement lasted.
struct LoadResult {
  std::chrono::duration<double> time{0};
  // Answers by their grpc-status. A stream's items count as OK once their answers are right.
  std::map<int, int64_t> statuses;
  int64_t request_bytes = 0;
  int64_t response_bytes = 0;
  // Of each call; items of streams have none.
  std::vector<float> latencies_us;
  // Time of the processors.
  std::chrono::duration<double> client_cpu{0};
  std::chrono::duration<double> server_cpu{0};

  int64_t answers() const;
  bool all_ok() const;
  // The latency that this share of the calls, 0 to 1, does not exceed.
  double LatencyUs(double share) const;
};

// Asks the exchanges in turn on one thread. Messages are bytes here: nothing is parsed, so the
// client costs the same whoever answers. Ends the program where the first answer of an exchange is
// not the one expected, or a later one not as long, and where the server is silent.
LoadResult RunLoad(const Workload& workload, const LoadOptions& options);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_BENCH_LOAD_H_
