#include <chrono>
#include <filesystem>
#include <string>
#include <utility>

#include "core/rules/strings.h"
#include "tests/bench/die.h"
#include "tests/bench/load.h"
#include "tests/bench/load_run.h"
#include "tests/bench/rows.h"
#include "tests/bench/workload.h"

namespace arbiter::bench {
namespace {

constexpr char kWorkload[] = "legal";

// Starts a server with `start`, calls it, and returns the time from its start to its answer, in
// microseconds. This includes the time that the client takes to connect and to end its load.
template <typename Start>
double FirstAnswerUs(const Workload& workload, const Start& start) {
  const auto begin = std::chrono::steady_clock::now();
  const Server server = start();
  const LoadResult result = RunLoad(workload, {.target = server.address(),
                                               .in_flight = 1,
                                               .warm_up = std::chrono::seconds(0),
                                               .max_responses = 1});
  if (!result.all_ok()) Die("the first call failed");
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
      .count();
}

// Returns the size of a program without symbols, in KiB.
double StrippedKib(const Plan& plan, const std::string& program) {
  const std::string stripped = plan.Program(StrCat(program, ".stripped"));
  RunToEnd({"strip", "-o", stripped, plan.Program(program)}, {});
  const auto bytes = static_cast<double>(std::filesystem::file_size(stripped));
  std::filesystem::remove(stripped);
  return bytes / 1024;
}

}  // namespace

std::vector<Row> StartRows(const Plan& plan) {
  constexpr double kMaxStartUs = 30'000;
  const Workload workload = MakeWorkload(kWorkload);
  std::vector<double> ours;
  std::vector<double> empty;
  for (int round = 0; round < 3 * plan.rounds(); ++round) {
    ours.push_back(
        FirstAnswerUs(workload, [&] { return StartArbiter(plan, plan.processors.server); }));
    empty.push_back(FirstAnswerUs(
        workload, [&] { return StartEmpty(plan, plan.processors.server, kWorkload); }));
  }
  return {
      ValueRow("start of arbiterd, to its first answer", ours, Unit::kMicroseconds,
               {.max = kMaxStartUs}),
      ValueRow("start of the empty server, to its first answer", empty, Unit::kMicroseconds, {}),
      ValueRow("size of arbiterd, stripped", {StrippedKib(plan, "arbiterd")}, Unit::kKib, {}),
      ValueRow("size of arbiter, stripped", {StrippedKib(plan, "arbiter")}, Unit::kKib, {})};
}

}  // namespace arbiter::bench
