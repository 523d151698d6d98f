// Loads a server with the calls of one workload and prints the result as one line of JSON. Fails if
// any response is not OK.
#include <cstdio>
#include <iostream>
#include <string>

#include "CLI/CLI.hpp"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "tests/tools/bench/load.h"
#include "tests/tools/bench/workload.h"

namespace arbiter::bench {
namespace {

std::string ToJson(const std::string& workload, const LoadResult& result) {
  const auto responses = static_cast<double>(result.responses());
  const std::string statuses =
      absl::StrJoin(result.statuses, ",", [](std::string* out, const auto& entry) {
        absl::StrAppendFormat(out, "\"%d\":%d", entry.first, entry.second);
      });
  return absl::StrFormat(
      "{\"workload\":\"%s\",\"answers\":%d,\"seconds\":%.3f,\"rps\":%.1f,\"p50_us\":%.1f,"
      "\"p99_us\":%.1f,\"statuses\":{%s},\"request_bytes\":%.1f,\"response_bytes\":%.1f,"
      "\"client_cpu_us\":%.3f,\"server_cpu_us\":%.3f}",
      workload, result.responses(), result.time.count(), responses / result.time.count(),
      result.LatencyUs(0.5), result.LatencyUs(0.99), statuses,
      static_cast<double>(result.request_bytes) / responses,
      static_cast<double>(result.response_bytes) / responses,
      result.client_cpu.count() * 1e6 / responses, result.server_cpu.count() * 1e6 / responses);
}

int Main(int argc, char** argv) {
  CLI::App app("arbiter_load: loads a server with calls", "arbiter_load");
  std::string name;
  LoadOptions options;
  double seconds = options.time.count();
  double warm_up = options.warm_up.count();
  app.add_option("--target", options.target, "The address of the server, host:port")->required();
  app.add_option("--workload", name, "The workload to send")
      ->required()
      ->check(CLI::IsMember(WorkloadNames()));
  app.add_option("--in-flight", options.in_flight, "The number of calls or items kept in flight")
      ->check(CLI::Range(1, 100'000))
      ->capture_default_str();
  app.add_option("--connections", options.connections,
                 "The number of connections; raises --in-flight to at least this number")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  app.add_option("--seconds", seconds, "The duration of the measurement")
      ->check(CLI::Range(0.01, 1e6))
      ->capture_default_str();
  app.add_option("--warm-up", warm_up,
                 "The duration of the load before the measurement, in seconds")
      ->check(CLI::Range(0.0, 1e6))
      ->capture_default_str();
  app.add_option("--server-pid", options.server_pid,
                 "The process whose processor time is measured");
  app.add_option("--api-key", options.api_key, "The API key that the calls present");
  CLI11_PARSE(app, argc, argv);
  options.time = std::chrono::duration<double>(seconds);
  options.warm_up = std::chrono::duration<double>(warm_up);
  if (options.in_flight < options.connections) options.in_flight = options.connections;

  const LoadResult result = RunLoad(MakeWorkload(name), options);
  std::cout << ToJson(name, result) << std::endl;
  return result.all_ok() ? 0 : 1;
}

}  // namespace
}  // namespace arbiter::bench

int main(int argc, char** argv) { return arbiter::bench::Main(argc, argv); }
