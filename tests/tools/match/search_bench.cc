#include "tests/tools/match/search_bench.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_format.h"
#include "tests/tools/match/opening.h"

namespace arbiter::match {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

absl::StatusOr<SearchCost> OwnSearcher::Search(const SearchLimits& limits) {
  const auto game = variant_.Start(MatchOptions(variant_.info().id));
  if (!game.ok()) return game.status();
  table_.Clear();
  AnalysisQuery query;
  query.limits = limits;
  const auto begin = Clock::now();
  const auto result = (*game)->Analyze(query, StopToken(), &table_, nullptr);
  const auto end = Clock::now();
  if (!result.ok()) return result.status();
  return SearchCost{result->progress.depth, result->progress.nodes, end - begin};
}

absl::StatusOr<SearchCost> UciSearcher::Search(const SearchLimits& limits) {
  if (process_ == nullptr) {
    auto process = StartUci(set_up_);
    if (!process.ok()) return process.status();
    process_ = *std::move(process);
  }
  if (absl::Status status = process_->Send("ucinewgame"); !status.ok()) return status;
  if (absl::Status status = WaitUntilReady(*process_); !status.ok()) return status;
  const auto begin = Clock::now();
  const auto found = SearchUci(*process_, "position startpos", limits);
  const auto end = Clock::now();
  if (!found.ok()) return found.status();
  return SearchCost{found->depth, found->nodes, end - begin};
}

absl::Status MeasureRates(std::chrono::milliseconds time, int rounds, std::vector<BenchRow>* rows) {
  for (BenchRow& row : *rows) {
    const auto cost = row.searcher->Search({.movetime = time});
    if (!cost.ok()) return cost.status();
    row.depth = std::max(1, cost->depth);
  }
  for (int round = 0; round < rounds; ++round) {
    for (BenchRow& row : *rows) {
      const auto cost = row.searcher->Search({.depth = row.depth});
      if (!cost.ok()) return cost.status();
      row.nodes_per_second.push_back(cost->nodes_per_second());
    }
  }
  return absl::OkStatus();
}

Spread SpreadOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  const double median =
      values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return {median, values.front(), values.back()};
}

std::string BenchTable(const std::vector<BenchRow>& rows) {
  size_t width = 0;
  for (const BenchRow& row : rows) width = std::max(width, row.name.size());
  const int name_width = static_cast<int>(width);
  std::string table = absl::StrFormat("%-*s  depth     nodes/s            min to max  ratio\n",
                                      name_width, "1 thread");
  for (const BenchRow& row : rows) {
    std::vector<double> ratios;
    for (size_t i = 0; i < row.nodes_per_second.size(); ++i) {
      ratios.push_back(row.nodes_per_second[i] / rows.front().nodes_per_second[i]);
    }
    const Spread rate = SpreadOf(row.nodes_per_second);
    const Spread ratio = SpreadOf(ratios);
    absl::StrAppendFormat(&table, "%-*s  %5d  %10.0f  %8.0f - %9.0f  %5.2f (%.2f - %.2f)\n",
                          name_width, row.name, row.depth, rate.median, rate.min, rate.max,
                          ratio.median, ratio.min, ratio.max);
  }
  return table;
}

}  // namespace arbiter::match
