#ifndef ARBITER_TESTS_TOOLS_BENCH_LOAD_RUN_H_
#define ARBITER_TESTS_TOOLS_BENCH_LOAD_RUN_H_

#include <optional>
#include <string>

#include "google/protobuf/struct.pb.h"
#include "tests/tools/bench/programs.h"
#include "tests/tools/bench/rows.h"

namespace arbiter::bench {

// Start arbiterd with these flags, or the empty server for a workload, on this processor;
// std::nullopt allows all processors.
Server StartArbiter(const Plan& plan, std::optional<int> processor, const Command& flags = {});
Server StartEmpty(const Plan& plan, std::optional<int> processor, const std::string& workload);

// The arguments of arbiter_load.
struct LoadRun {
  std::string workload;
  int in_flight = 64;
  int connections = 1;
  double seconds = 2;
  std::string api_key = {};
};
// Returns the command that loads `server` with arbiter_load.
Command LoadCommand(const Plan& plan, const LoadRun& run, const Server& server);

// The result of one run of arbiter_load.
struct Load {
  double rps = 0;
  double p99_us = 0;
  // The server's processor time per response, in microseconds.
  double server_cpu_us = 0;

  // The share of a processor that the server used, 0 to 1.
  double server_share() const { return rps * server_cpu_us / 1e6; }
};
// Runs arbiter_load on the client's processor.
Load MeasureLoad(const Plan& plan, const LoadRun& run, const Server& server);

// Parse a JSON object that a program has printed, and return the number with this name in it. Both
// functions end this program if they fail.
google::protobuf::Struct ParseJson(const std::string& json);
double Number(const google::protobuf::Struct& object, const std::string& name);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_TOOLS_BENCH_LOAD_RUN_H_
