// Measures the cost of the service against a minimal server and against other programs, prints a
// table, and writes it into a Markdown file.
#include <algorithm>
#include <fstream>
#include <functional>
#include <iostream>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "core/base/strings.h"
#include "tests/support/file.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/rows.h"

namespace arbiter::bench {
namespace {

struct Part {
  std::string name;
  std::vector<Row> (*measure)(const Plan& plan);
};

const Part kParts[] = {{"perft", PerftRows},      {"calls", CallRows},
                       {"latency", LatencyRows},  {"batch", BatchRows},
                       {"handlers", HandlerRows}, {"history", HistoryRows},
                       {"memory", MemoryRows},    {"start", StartRows},
                       {"jobs", JobRows},         {"job-search", JobSearchRows}};

int Main(int argc, char** argv) {
  CLI::App app("arbiter_bench_table: measures the service", "arbiter_bench_table");
  Plan plan;
  std::string docs;
  std::vector<std::string> only;
  std::vector<std::string> names;
  for (const Part& part : kParts) names.push_back(part.name);
  app.add_option("--programs", plan.programs,
                 "The folder of arbiterd and the programs of the benchmark")
      ->required();
  app.add_option("--fairy-stockfish", plan.fairy_stockfish, "The command of fairy-stockfish")
      ->required();
  app.add_option("--peers", plan.peers, "The folder whose node_modules holds ffish")->required();
  app.add_option("--docs", docs,
                 "A Markdown file whose table is replaced, unless --only or --quick is given");
  app.add_option("--only", only, "The parts of the table to measure; all by default")
      ->check(CLI::IsMember(names));
  app.add_flag("--quick", plan.quick, "Make few and short measurements");
  app.add_flag("--soak", plan.soak, "Observe the growth of memory for ten minutes");
  CLI11_PARSE(app, argc, argv);
  plan.processors = ChooseProcessors();
  const bool writes = !docs.empty() && only.empty() && !plan.quick;
  if (writes && !WithTable(testing::ReadFile(docs), {})) {
    Die(StrCat(docs,
               " needs the lines '<!-- The table begins. -->' and '<!-- The table ends. -->'"));
  }

  std::vector<Row> rows;
  for (const Part& part : kParts) {
    if (!only.empty() && std::find(only.begin(), only.end(), part.name) == only.end()) continue;
    std::cerr << "    " << part.name << " …" << std::endl;
    const std::vector<Row> measured = part.measure(plan);
    rows.insert(rows.end(), measured.begin(), measured.end());
  }
  std::cout << ToText(rows);
  if (writes) ReplaceTable(docs, rows);
  return 0;
}

}  // namespace
}  // namespace arbiter::bench

int main(int argc, char** argv) { return arbiter::bench::Main(argc, argv); }
