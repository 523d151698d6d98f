#ifndef ARBITER_TESTS_TOOLS_BENCH_LOAD_H_
#define ARBITER_TESTS_TOOLS_BENCH_LOAD_H_

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/tools/bench/workload.h"

namespace arbiter::bench {

// The settings of RunLoad().
struct LoadOptions {
  // The address of the server, host:port.
  std::string target;
  // The number of calls kept in flight, or of items on all streams together; at least one per
  // connection.
  int in_flight = 64;
  int connections = 1;
  // The duration of the load before the measurement, whose responses are not counted.
  std::chrono::duration<double> warm_up{0.5};
  // The duration of the measurement.
  std::chrono::duration<double> time{2};
  // The maximum number of responses in the measurement, which ends with the next one; 0 for no
  // maximum.
  int64_t max_responses = 0;
  // The API key that the calls present; none if it is empty.
  std::string api_key = {};
  // The process whose processor time is measured in addition to the client's; 0 for none.
  pid_t server_pid = 0;
};

// The result of a measurement, without its warm-up.
struct LoadResult {
  std::chrono::duration<double> time{0};
  // The number of responses by grpc-status. Items of a stream count as OK if their response is
  // right.
  std::map<int, int64_t> statuses;
  int64_t request_bytes = 0;
  int64_t response_bytes = 0;
  // The latency of each call, in microseconds; empty for streams.
  std::vector<float> latencies_us;
  // The processor time that this process and the server used.
  std::chrono::duration<double> client_cpu{0};
  std::chrono::duration<double> server_cpu{0};

  int64_t responses() const;
  // Whether there are responses and all of them are OK.
  bool all_ok() const;
  // Returns the latency that a `share` of the calls, from 0 to 1, does not exceed; 0 if
  // `latencies_us` is empty.
  double LatencyUs(double share) const;
};

// Sends the requests of the workload in turn, on one thread. No message is parsed, so that the
// client costs the same with every server. Ends the program if the first response of an exchange
// differs from the expected one, if a later one differs in length, or if the server stops
// responding.
LoadResult RunLoad(const Workload& workload, const LoadOptions& options);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_TOOLS_BENCH_LOAD_H_
