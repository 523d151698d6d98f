#include <string>

#include "absl/strings/str_format.h"
#include "core/base/strings.h"
#include "tests/support/temporary_file.h"
#include "tests/tools/bench/load_run.h"
#include "tests/tools/bench/rows.h"
#include "tests/tools/match/search_bench.h"

namespace arbiter::bench {
namespace {

using match::Spread;
using match::SpreadOf;

struct Call {
  std::string what;
  std::string workload;
  double min;
  bool uses_key = false;
};

}  // namespace

std::vector<Row> CallRows(const Plan& plan) {
  const Call calls[] = {
      {"LegalMoves, texts, four start positions", "legal", 0.95},
      {"the same with API keys", "legal", 0.92, /*uses_key=*/true},
      {"ApplyMoves from a snapshot, one move", "apply", 0.85},
      {"ApplyMoves of Chakart with a seed", "chakart", 0.8},
      {"ValidateGame, 200 plies", "validate", 0.35},
  };
  const testing::TemporaryFile keys(ApiKeyFile());
  std::vector<Row> rows;
  for (const Call& call : calls) {
    const Server arbiter =
        StartArbiter(plan, plan.processors.server,
                     call.uses_key ? Command{"--api-keys", keys.path()} : Command{});
    const Server empty = StartEmpty(plan, plan.processors.server, call.workload);
    const LoadRun run{.workload = call.workload,
                      .seconds = plan.seconds(),
                      .api_key = call.uses_key ? kApiKey : ""};
    Pairs rates;
    Pairs costs;
    Pairs shares;
    for (int round = 0; round < plan.rounds(); ++round) {
      const Load ours = MeasureLoad(plan, run, arbiter);
      const Load reference = MeasureLoad(plan, run, empty);
      rates.Add(ours.rps, reference.rps);
      costs.Add(ours.server_cpu_us, reference.server_cpu_us);
      shares.Add(ours.server_share(), reference.server_share());
    }
    rows.push_back(
        CompareRow(StrCat(call.what, ": calls"), rates, Unit::kPerSecond, {.min = call.min}));
    rows.push_back(
        CompareRow("– processor time of the server per call", costs, Unit::kMicroseconds, {}));
    rows.push_back(CompareRow("– utilisation of the server's processor", shares, Unit::kShare, {}));
  }
  return rows;
}

std::vector<Row> HistoryRows(const Plan& plan) {
  const Server arbiter = StartArbiter(plan, plan.processors.server);
  const auto cost_us = [&](const std::string& workload) {
    return MeasureLoad(plan, {.workload = workload, .seconds = plan.seconds()}, arbiter)
        .server_cpu_us;
  };
  std::vector<double> early;
  std::vector<double> late;
  for (int round = 0; round < plan.rounds(); ++round) {
    const double after_50 = cost_us("record50");
    const double after_200 = cost_us("record200");
    early.push_back((after_200 - after_50) / (200 - 50));
    late.push_back((cost_us("record800") - after_200) / (800 - 200));
  }
  return {HistoryRow("ApplyMoves over the wire, per ply of history, four games", early, late)};
}

std::vector<Row> LatencyRows(const Plan& plan) {
  constexpr double kMaxExtra = 30;
  const int rounds = plan.quick ? 3 : 10;
  const Server arbiter = StartArbiter(plan, plan.processors.server);
  const Server empty = StartEmpty(plan, plan.processors.server, "legal");
  const LoadRun run{.workload = "legal", .in_flight = 1, .seconds = plan.seconds()};
  Pairs p99;
  for (int round = 0; round < rounds; ++round) {
    const Load ours = MeasureLoad(plan, run, arbiter);
    p99.Add(ours.p99_us, MeasureLoad(plan, run, empty).p99_us);
  }
  Row row = CompareRow("LegalMoves, texts, one call at a time: p99", p99, Unit::kMicroseconds, {});
  const Spread extra = SpreadOf(p99.Differences());
  row.ratio = absl::StrFormat("%+.1f µs", extra.median);
  row.spread = absl::StrFormat("%+.1f – %+.1f µs", extra.min, extra.max);
  row.target = absl::StrFormat("≤ %+g µs", kMaxExtra);
  row.met = extra.median <= kMaxExtra;
  return {row};
}

}  // namespace arbiter::bench
