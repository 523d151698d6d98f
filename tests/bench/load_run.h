#ifndef ARBITER_TESTS_BENCH_LOAD_RUN_H_
#define ARBITER_TESTS_BENCH_LOAD_RUN_H_

#include <optional>
#include <string>

#include "google/protobuf/struct.pb.h"
#include "tests/bench/programs.h"
#include "tests/bench/rows.h"

namespace arbiter::bench {

// arbiterd, and the empty server of a workload. Without a processor they run on any.
Server StartArbiter(const Plan& plan, std::optional<int> processor,
                    const std::string& log_level = "error");
Server StartEmpty(const Plan& plan, std::optional<int> processor, const std::string& workload);

// How arbiter_load is started.
struct LoadRun {
  std::string workload;
  int in_flight = 64;
  int connections = 1;
  double seconds = 2;
};
Command LoadCommand(const Plan& plan, const LoadRun& run, const Server& server);

// What arbiter_load says of one run.
struct Load {
  double rps = 0;
  double p99_us = 0;
  // Of the server for each answer.
  double server_cpu_us = 0;

  // How much of a processor the server had, 0 to 1.
  double server_share() const { return rps * server_cpu_us / 1e6; }
};
// On the client's processor.
Load MeasureLoad(const Plan& plan, const LoadRun& run, const Server& server);

// The object that a program has printed. Ends the program where it is none.
google::protobuf::Struct ParseJson(const std::string& json);
double Number(const google::protobuf::Struct& object, const std::string& name);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_BENCH_LOAD_RUN_H_
