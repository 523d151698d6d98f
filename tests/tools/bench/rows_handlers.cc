#include <map>
#include <string>

#include "core/base/strings.h"
#include "tests/tools/bench/games.h"
#include "tests/tools/bench/load_run.h"
#include "tests/tools/bench/rows.h"

namespace arbiter::bench {
namespace {

// The time of each repetition in microseconds, by the name of the benchmark.
using Times = std::map<std::string, std::vector<double>>;

Times RunBenchmarks(const Plan& plan) {
  const std::string output =
      RunToEnd({plan.Program("arbiter_bench"), "--benchmark_format=json",
                "--benchmark_filter=^(LegalFen|Apply|Validate)",
                StrCat("--benchmark_repetitions=", plan.rounds()),
                "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=0.05"},
               plan.processors.server);
  const google::protobuf::Struct report = ParseJson(output);
  Times times;
  for (const auto& value : report.fields().at("benchmarks").list_value().values()) {
    const google::protobuf::Struct& run = value.struct_value();
    if (run.fields().at("run_type").string_value() != "iteration") continue;
    times[run.fields().at("run_name").string_value()].push_back(Number(run, "cpu_time") / 1000);
  }
  return times;
}

// Returns the cost per ply, in microseconds, from the times of two records of different length.
std::vector<double> Slope(const Times& times, std::string_view variant, int shorter, int longer) {
  const std::vector<double>& short_times = times.at(StrCat("ApplyRecord/", variant, "/", shorter));
  const std::vector<double>& long_times = times.at(StrCat("ApplyRecord/", variant, "/", longer));
  std::vector<double> slopes;
  for (size_t i = 0; i < short_times.size(); ++i) {
    slopes.push_back((long_times[i] - short_times[i]) / (longer - shorter));
  }
  return slopes;
}

}  // namespace

std::vector<Row> HandlerRows(const Plan& plan) {
  constexpr double kMaxValidateUs = 150;
  const Times times = RunBenchmarks(plan);
  std::vector<Row> rows;
  for (const std::string_view variant : kVariants) {
    rows.push_back(ValueRow(StrCat("handler of LegalMoves, FEN to texts, ", variant),
                            times.at(StrCat("LegalFen/", variant)), Unit::kMicroseconds, {}));
  }
  for (const std::string_view variant : kVariants) {
    rows.push_back(ValueRow(StrCat("handler of ApplyMoves from a snapshot, ", variant),
                            times.at(StrCat("ApplySnapshot/", variant)), Unit::kMicroseconds, {}));
  }
  rows.push_back(ValueRow("handler of ApplyMoves with a seed, chakart", times.at("ApplySeed"),
                          Unit::kMicroseconds, {}));
  for (const std::string_view variant : kVariants) {
    rows.push_back(ValueRow(StrCat("handler of ValidateGame, 200 plies, ", variant),
                            times.at(StrCat("ValidateRecord/", variant, "/200")),
                            Unit::kMicroseconds, {.max = kMaxValidateUs}));
  }
  for (const std::string_view variant : kVariants) {
    rows.push_back(HistoryRow(StrCat("handler of ApplyMoves, per ply of history, ", variant),
                              Slope(times, variant, 50, 200), Slope(times, variant, 200, 800)));
  }
  return rows;
}

}  // namespace arbiter::bench
