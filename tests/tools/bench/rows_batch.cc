#include <string>

#include "absl/strings/str_format.h"
#include "core/base/strings.h"
#include "tests/tools/bench/load_run.h"
#include "tests/tools/bench/rows.h"
#include "tests/tools/bench/workload.h"

namespace arbiter::bench {
namespace {

// A server reads at most 64 items of a stream ahead, so further items would not be in flight.
constexpr int kStreams = 4;
constexpr int kInFlight = kStreams * 64;

// Returns the number of messages that the server handles per second of its processor time.
double RatePerProcessor(const Load& load) { return 1e6 / load.server_cpu_us; }

double FfishRate(const Plan& plan) {
  const std::string source = ARBITER_SOURCE_DIR;
  const Command command = {"node", source + "/tests/tools/bench/ffish_rate.mjs", plan.peers,
                           source + "/tests/tools/match/chak.ini", StrCat(2 * plan.seconds())};
  return Number(ParseJson(RunToEnd(command, plan.processors.server)), "rate");
}

}  // namespace

std::vector<Row> BatchRows(const Plan& plan) {
  const Server arbiter = StartArbiter(plan, plan.processors.server);
  const Server empty = StartEmpty(plan, plan.processors.server, "batch");
  const auto measure = [&](const std::string& workload, const Server& server) {
    return RatePerProcessor(MeasureLoad(plan,
                                        {.workload = workload,
                                         .in_flight = kInFlight,
                                         .connections = kStreams,
                                         .seconds = plan.seconds()},
                                        server));
  };
  Pairs same_fens;
  Pairs four_games;
  Pairs single;
  Pairs no_work;
  for (int round = 0; round < plan.rounds(); ++round) {
    const double ffish = FfishRate(plan);
    same_fens.Add(kBundleItems * measure("bundle-peer", arbiter), ffish);
    four_games.Add(kBundleItems * measure("bundle", arbiter), ffish);
    const double ours = measure("batch", arbiter);
    single.Add(ours, ffish);
    no_work.Add(ours, measure("batch", empty));
  }
  return {
      CompareRow(StrCat("Batch in bundles of ", kBundleItems,
                        ", FEN to legal texts, makruk and chak, against ffish: positions per "
                        "processor"),
                 same_fens, Unit::kPerSecond, {.min = 5}),
      CompareRow("the same, four games, against ffish's two", four_games, Unit::kPerSecond,
                 {.min = 4}),
      CompareRow("the same, four games, one position per message", single, Unit::kPerSecond, {}),
      CompareRow("the same, against a Batch without work", no_work, Unit::kPerSecond, {})};
}

}  // namespace arbiter::bench
