#include <algorithm>
#include <chrono>
#include <numeric>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/base/strings.h"
#include "tests/support/server/raw_connection.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/load_run.h"
#include "tests/tools/bench/rows.h"

namespace arbiter::bench {
namespace {

constexpr double kMaxRatioToEmpty = 2;
constexpr std::chrono::milliseconds kSampleInterval(50);
constexpr size_t kMinSamples = 10;

// Samples the memory of a server while it is under load, in KiB.
std::vector<double> MemoryUnder(const Plan& plan, const LoadRun& run, const Server& server) {
  Process load(LoadCommand(plan, run, server), {.processor = plan.processors.client});
  std::vector<double> samples;
  while (load.Runs()) {
    samples.push_back(server.ResidentKib());
    std::this_thread::sleep_for(kSampleInterval);
  }
  if (load.Wait() != 0) Die(StrCat("arbiter_load failed: ", load.errors()));
  if (samples.size() < kMinSamples) Die("arbiter_load ended too soon");
  return samples;
}

Row PeakRow(const Plan& plan, const std::string& what, const LoadRun& run) {
  const Server arbiter = StartArbiter(plan, {});
  const Server empty = StartEmpty(plan, {}, run.workload);
  const auto peak = [&](const Server& server) {
    const std::vector<double> samples = MemoryUnder(plan, run, server);
    return *std::max_element(samples.begin(), samples.end());
  };
  Pairs memory;
  memory.Add(peak(arbiter), peak(empty));
  return CompareRow(what, memory, Unit::kKib, {.max = kMaxRatioToEmpty});
}

Row IdleRow(const Plan& plan) {
  const Server arbiter = StartArbiter(plan, {});
  const Server empty = StartEmpty(plan, {}, "legal");
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  Pairs memory;
  memory.Add(arbiter.ResidentKib(), empty.ResidentKib());
  return CompareRow("memory, idle", memory, Unit::kKib, {.max = kMaxRatioToEmpty});
}

// Compares the least memory in the last tenth of the time with that in the second tenth. Memory
// that is freed, but not yet returned to the operating system, comes and goes; memory that is never
// freed adds to the least.
Row GrowthRow(const Plan& plan) {
  constexpr double kMaxGrowth = 1.02;
  const double seconds = plan.soak ? 600 : plan.quick ? 5 : 20;
  const Server arbiter = StartArbiter(plan, {});
  const std::vector<double> samples =
      MemoryUnder(plan, {.workload = "apply", .seconds = seconds}, arbiter);
  const auto tenth = static_cast<std::ptrdiff_t>(samples.size() / 10);
  Pairs memory;
  memory.Add(*std::min_element(samples.end() - tenth, samples.end()),
             *std::min_element(samples.begin() + tenth, samples.begin() + 2 * tenth));
  return CompareRow(
      absl::StrFormat("memory, 64 in flight, after %g s against after %g s", seconds, seconds / 10),
      memory, Unit::kKib, {.max = kMaxGrowth});
}

// Opens connections on which HTTP/2 has been negotiated and no call is made.
std::vector<testing::RawConnection> OpenIdleConnections(const std::string& address, int count) {
  constexpr std::chrono::seconds kTimeout(5);
  std::vector<testing::RawConnection> connections;
  for (int i = 0; i < count; ++i) {
    if (!connections.emplace_back(address).SendPreface(kTimeout)) {
      Die(StrCat("the server did not accept connection ", i));
    }
  }
  return connections;
}

// The memory that idle connections cost, and the latency of calls beside them.
std::vector<Row> IdleConnectionRows(const Plan& plan) {
  constexpr double kMaxKib = 40;
  constexpr double kMaxLatencyRatio = 2;
  const int count = plan.quick ? 1'000 : 10'000;
  const Command flags = {"--max-connections", "20000", "--max-connections-per-address", "0"};
  const Server busy = StartArbiter(plan, plan.processors.server, flags);
  const Server quiet = StartArbiter(plan, plan.processors.server, flags);
  const double before = busy.ResidentKib();
  const auto connections = OpenIdleConnections(busy.address(), count);
  const double each = (busy.ResidentKib() - before) / count;
  const LoadRun run{.workload = "legal", .in_flight = 1, .seconds = plan.seconds()};
  Pairs p99;
  for (int round = 0; round < plan.rounds(); ++round) {
    const Load beside = MeasureLoad(plan, run, busy);
    p99.Add(beside.p99_us, MeasureLoad(plan, run, quiet).p99_us);
  }
  return {ValueRow(absl::StrFormat("memory, each of %d idle connections", count), {each},
                   Unit::kKib, {.max = kMaxKib}),
          CompareRow(absl::StrFormat("LegalMoves, one call at a time, beside %d idle connections, "
                                     "against beside none: p99",
                                     count),
                     p99, Unit::kMicroseconds, {.max = kMaxLatencyRatio})};
}

}  // namespace

std::vector<Row> MemoryRows(const Plan& plan) {
  const double seconds = plan.seconds();
  std::vector<Row> rows = {
      IdleRow(plan),
      PeakRow(plan, "memory, 200 connections with one call each",
              {.workload = "legal", .in_flight = 200, .connections = 200, .seconds = seconds}),
      PeakRow(plan, "memory, 64 in flight", {.workload = "legal", .seconds = seconds}),
      GrowthRow(plan)};
  for (Row& row : IdleConnectionRows(plan)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace arbiter::bench
