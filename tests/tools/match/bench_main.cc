// Measures the speed of the search: nodes per second from each start position, compared with
// another engine on Makruk.
#include <iostream>

#include "CLI/CLI.hpp"
#include "core/base/strings.h"
#include "core/game/registry.h"
#include "tests/tools/match/search_bench.h"

namespace arbiter::match {
namespace {

struct Arguments {
  std::string peer;
  std::vector<std::string> variants = {"makruk", "chak", "chpok", "chakart"};
  int rounds = 5;
  int milliseconds = 4000;
  size_t table_mib = 16;

  void AddTo(CLI::App* app) {
    app->add_option("--peer", peer, "The command of a UCI engine to compare with on Makruk");
    app->add_option("--variant", variants, "The variants to measure")->capture_default_str();
    app->add_option("--rounds", rounds, "The number of measurements; the median is reported")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    app->add_option("--ms", milliseconds,
                    "Measure at the depth that a search completes in this many milliseconds")
        ->check(CLI::Range(10, 600'000))
        ->capture_default_str();
    app->add_option("--hash", table_mib, "The size of each transposition table in MiB")
        ->check(CLI::Range(1, 65'536))
        ->capture_default_str();
  }
};

absl::Status Run(const Arguments& arguments) {
  std::vector<BenchRow> rows;
  if (!arguments.peer.empty()) {
    const UciSetUp set_up{.command = arguments.peer,
                          .variant = "makruk",
                          .options = {{"Threads", "1"}, {"Hash", StrCat(arguments.table_mib)}}};
    rows.push_back({.name = StrCat("makruk, ", arguments.peer),
                    .searcher = std::make_unique<UciSearcher>(set_up)});
  }
  for (const std::string& id : arguments.variants) {
    const auto variant = FindVariant(id);
    if (!variant.ok()) return variant.status();
    rows.push_back(
        {.name = id,
         .searcher = std::make_unique<OwnSearcher>(**variant, arguments.table_mib << 20)});
  }
  const absl::Status status =
      MeasureRates(std::chrono::milliseconds(arguments.milliseconds), arguments.rounds, &rows);
  if (status.ok()) std::cout << BenchTable(rows);
  return status;
}

int Main(int argc, char** argv) {
  CLI::App app("arbiter_search_bench: measures the search", "arbiter_search_bench");
  Arguments arguments;
  arguments.AddTo(&app);
  CLI11_PARSE(app, argc, argv);
  const absl::Status status = Run(arguments);
  if (status.ok()) return 0;
  std::cerr << "arbiter_search_bench: " << std::string(status.message()) << std::endl;
  return 1;
}

}  // namespace
}  // namespace arbiter::match

int main(int argc, char** argv) { return arbiter::match::Main(argc, argv); }
