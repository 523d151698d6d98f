// Tunes the parameters of a variant's alpha-beta search on paired games. `./dev tune VARIANT
// --search` runs it; docs/engine.md describes the method.
#include <signal.h>

#include <filesystem>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "CLI/CLI.hpp"
#include "clients/cli/arguments/display_arguments.h"
#include "clients/cli/text/progress.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/game/registry.h"
#include "core/search/query.h"
#include "tests/support/file.h"
#include "tests/tools/match/play_match.h"
#include "tests/tools/match/tuned_player.h"
#include "tests/tools/tune/search_settings.h"
#include "tests/tools/tune/spsa.h"

namespace arbiter::tune {
namespace {

// Ctrl-C ends the run after the pairs in progress.
StopToken stop;

struct Arguments {
  std::string variant;
  std::string state;
  std::string start;
  std::vector<std::string> names;
  Spsa::Options spsa;
  uint64_t nodes = 20'000;
  size_t table_mib = 16;
  int threads = 1;
  cli::DisplayArguments display;

  void AddTo(CLI::App* app) {
    app->add_option("--variant", variant, "chak or makruk")->required();
    app->add_option("--state", state, "The file that keeps the state; a run continues from it")
        ->required();
    app->add_option("--start", start, "Parameters that begin with other values: NAME=VALUE,...");
    app->add_option("--parameters", names, "The names of the parameters to tune")->delimiter(',');
    app->add_option("--pairs", spsa.pairs, "The number of pairs of games")
        ->check(CLI::Range(1, 10'000'000))
        ->capture_default_str();
    app->add_option("--rate", spsa.rate,
                    "How far a parameter moves in the last pairs if one side wins by a point, as a "
                    "share of its step")
        ->capture_default_str();
    app->add_option("--nodes", nodes, "The nodes per move")
        ->check(CLI::Range(1, 1'000'000'000))
        ->capture_default_str();
    app->add_option("--hash", table_mib, "The size of each player's transposition table in MiB")
        ->check(CLI::Range(1, 65'536))
        ->capture_default_str();
    app->add_option("--seed", spsa.seed, "The seed of the openings and of the changes")
        ->capture_default_str();
    // The last one counts, because tune_search.sh gives a number before the user's flags.
    app->add_option("--threads", threads, "The number of pairs to play at once")
        ->check(CLI::Range(1, 256))
        ->take_last()
        ->capture_default_str();
    display.AddProgress(cli::CommandParser(app));
  }
};

// Plays one pair of games between the two changes of a trial and returns by how many points `up`
// won.
absl::StatusOr<double> Play(const Arguments& arguments, const Variant& variant,
                            const Spsa::Trial& trial) {
  const SearchLimits limits{.nodes = arguments.nodes};
  const size_t bytes = arguments.table_mib << 20;
  ARBITER_ASSIGN_OR_RETURN(auto up,
                           match::TunedPlayers(arguments.variant, trial.up, limits, bytes));
  ARBITER_ASSIGN_OR_RETURN(auto down,
                           match::TunedPlayers(arguments.variant, trial.down, limits, bytes));
  const uint64_t seed = arguments.spsa.seed * 1'000'003 + static_cast<uint64_t>(trial.number);
  const match::MatchSetUp set_up{.variant = &variant, .a = up, .b = down, .seed = seed};
  ARBITER_ASSIGN_OR_RETURN(const auto summary, match::PlayMatch(set_up, nullptr));
  return summary.wins - summary.losses;
}

absl::Status Run(const Arguments& arguments) {
  ARBITER_ASSIGN_OR_RETURN(const Variant* const variant, FindVariant(arguments.variant));
  ARBITER_ASSIGN_OR_RETURN(const SearchParameters served, match::ParametersOf(arguments.variant));
  SearchParameters start = served;
  ARBITER_RETURN_IF_ERROR(ApplySettings(arguments.start, &start));
  for (const std::string& name : arguments.names) {
    ARBITER_RETURN_IF_ERROR(FindSearchParameter(name).status());
  }
  Spsa::Options options = arguments.spsa;
  options.conditions = StrCat("variant ", arguments.variant, " nodes ", arguments.nodes, " hash ",
                              arguments.table_mib, " engine ", EngineName(variant->info()),
                              " from ", AllSettings(start));
  Spsa spsa(start, arguments.names, options);
  if (std::filesystem::exists(arguments.state)) {
    ARBITER_RETURN_IF_ERROR(spsa.Load(testing::ReadFile(arguments.state)));
  }

  signal(SIGINT, [](int) { stop.Stop(); });
  cli::Progress progress(arguments.display.Resolve().progress, "pairs",
                         static_cast<uint64_t>(arguments.spsa.pairs));
  progress.Continue(static_cast<uint64_t>(spsa.done()));
  std::mutex mutex;
  absl::Status status;
  int begun = spsa.done();
  const auto work = [&] {
    std::unique_lock lock(mutex);
    while (status.ok() && !stop.stopped() && begun < arguments.spsa.pairs) {
      ++begun;
      const Spsa::Trial trial = spsa.Next();
      lock.unlock();
      const auto points = Play(arguments, *variant, trial);
      lock.lock();
      status.Update(points.status());
      if (!points.ok()) return;
      spsa.Learn(trial, *points);
      progress.Set(static_cast<uint64_t>(spsa.done()));
      if (spsa.done() % 50 == 0) status.Update(testing::ReplaceFile(arguments.state, spsa.Save()));
    }
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < arguments.threads; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  progress.Erase();
  // What was played before an error is kept, too.
  status.Update(testing::ReplaceFile(arguments.state, spsa.Save()));
  ARBITER_RETURN_IF_ERROR(status);
  std::cout << spsa.done() << " pairs: " << SettingsBetween(served, spsa.Result()) << std::endl;
  return absl::OkStatus();
}

int Main(int argc, char** argv) {
  CLI::App app("arbiter_tune_search: tunes the parameters of a search", "arbiter_tune_search");
  Arguments arguments;
  arguments.AddTo(&app);
  CLI11_PARSE(app, argc, argv);
  const absl::Status status = Run(arguments);
  if (status.ok()) return 0;
  std::cerr << "arbiter_tune_search: " << std::string(status.message()) << std::endl;
  return 1;
}

}  // namespace
}  // namespace arbiter::tune

int main(int argc, char** argv) { return arbiter::tune::Main(argc, argv); }
