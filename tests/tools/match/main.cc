// Plays a match between two players and reports the result.
#include <signal.h>

#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "CLI/CLI.hpp"
#include "clients/cli/arguments/display_arguments.h"
#include "clients/cli/text/progress.h"
#include "core/base/strings.h"
#include "core/game/registry.h"
#include "tests/tools/match/player_spec.h"
#include "tests/tools/match/report.h"

namespace arbiter::match {
namespace {

// Ctrl-C ends the match after the pairs in progress.
StopToken stop;

struct Arguments {
  std::string variant;
  std::string a = "engine";
  std::string b;
  int games = 100;
  int movetime = 100;
  uint64_t nodes = 0;
  std::string clock;
  int opening_plies = 8;
  uint64_t seed = 1;
  int concurrency = 1;
  size_t table_mib = 16;
  std::vector<std::string> uci_options;
  std::vector<std::string> uci_options_a;
  std::vector<std::string> uci_options_b;
  std::string log;
  std::vector<double> sprt;
  bool json = false;
  cli::DisplayArguments display;

  void AddTo(CLI::App* app) {
    app->add_option("--variant", variant, "The variant to play")->required();
    app->add_option("--a", a,
                    "Player A: engine[:LIMIT], tuned[:NAME=VALUE,...], greedy, random or "
                    "uci:COMMAND")
        ->capture_default_str();
    app->add_option("--b", b, "Player B, like --a")->required();
    app->add_option("--games", games,
                    "The number of games; even because each opening is played twice")
        ->check(CLI::Range(2, 1'000'000))
        ->capture_default_str();
    auto* time = app->add_option("--movetime", movetime, "Milliseconds per move")
                     ->check(CLI::Range(1, 3'600'000))
                     ->capture_default_str();
    auto* node_limit =
        app->add_option("--nodes", nodes, "Nodes per move, instead of a time")->excludes(time);
    app->add_option("--clock", clock,
                    "A clock for each player, instead of a time per move: seconds per game, and an "
                    "increment per turn, such as 10+0.1; for UCI engines only")
        ->excludes(time)
        ->excludes(node_limit);
    app->add_option("--opening-plies", opening_plies,
                    "The number of random plies that a game begins with")
        ->check(CLI::Range(0, 100))
        ->capture_default_str();
    app->add_option("--seed", seed, "The seed of openings, random draws and players")
        ->capture_default_str();
    app->add_option("--concurrency", concurrency, "The number of pairs of games played at once")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    app->add_option("--hash", table_mib, "The size of each player's transposition table in MiB")
        ->check(CLI::Range(1, 65'536))
        ->capture_default_str();
    app->add_option("--uci-option", uci_options, "An option NAME=VALUE for UCI engines");
    app->add_option("--uci-option-a", uci_options_a, "The same for player A only");
    app->add_option("--uci-option-b", uci_options_b, "The same for player B only");
    app->add_option("--log", log, "A file to append a line with all actions of each game to");
    app->add_option("--sprt", sprt,
                    "Two Elo differences LOW HIGH: play, at most --games games, until a sequential "
                    "test (5 % errors) shows that A is not better by HIGH, or better by LOW")
        ->expected(2);
    app->add_flag("--json", json, "Also print the result as one line of JSON");
    display.AddProgress(cli::CommandParser(app));
  }
};

absl::Status CheckArguments(const Arguments& arguments) {
  if (arguments.games % 2 != 0) {
    return absl::InvalidArgumentError("--games must be even because each opening is played twice");
  }
  if (!arguments.sprt.empty() && arguments.sprt[0] >= arguments.sprt[1]) {
    return absl::InvalidArgumentError("the first number of --sprt must be below the second");
  }
  return absl::OkStatus();
}

PlayerDefaults MakeDefaults(const Arguments& arguments) {
  PlayerDefaults defaults{.variant = arguments.variant,
                          .table_mib = arguments.table_mib,
                          .uci_options = arguments.uci_options};
  if (!arguments.clock.empty()) {
    defaults.has_clocks = true;
  } else if (arguments.nodes > 0) {
    defaults.limits.nodes = arguments.nodes;
  } else {
    defaults.limits.movetime = std::chrono::milliseconds(arguments.movetime);
  }
  return defaults;
}

std::string LimitsTitle(const Arguments& arguments) {
  if (!arguments.clock.empty()) return StrCat(arguments.clock, " s per game");
  if (arguments.nodes > 0) return StrCat(arguments.nodes, " nodes per move");
  return StrCat(arguments.movetime, " ms per move");
}

absl::Status Run(const Arguments& arguments) {
  if (absl::Status status = CheckArguments(arguments); !status.ok()) return status;
  const auto variant = FindVariant(arguments.variant);
  if (!variant.ok()) return variant.status();
  const PlayerDefaults defaults = MakeDefaults(arguments);
  const auto a = ParsePlayer(arguments.a, defaults, arguments.uci_options_a);
  if (!a.ok()) return a.status();
  const auto b = ParsePlayer(arguments.b, defaults, arguments.uci_options_b);
  if (!b.ok()) return b.status();

  std::ofstream log;
  if (!arguments.log.empty()) log.open(arguments.log, std::ios::app);
  std::optional<SequentialTest> test;
  if (!arguments.sprt.empty()) test.emplace(arguments.sprt[0], arguments.sprt[1]);
  MatchSetUp set_up{.variant = *variant,
                    .a = a->make,
                    .b = b->make,
                    .pairs = arguments.games / 2,
                    .opening_plies = arguments.opening_plies,
                    .seed = arguments.seed,
                    .concurrency = arguments.concurrency,
                    .decided = nullptr,
                    .stop = &stop};
  if (!arguments.clock.empty()) {
    const auto control = ParseMatchTimeControl(arguments.clock);
    if (!control.ok()) return control.status();
    set_up.timing.control = *control;
  }
  if (test) {
    set_up.decided = [&test](const PairedScores& scores) {
      return test->Decide(scores) != SequentialTest::Result::kUndecided;
    };
  }
  signal(SIGINT, [](int) { stop.Stop(); });
  cli::Progress progress(arguments.display.Resolve().progress, "games",
                         static_cast<uint64_t>(arguments.games));
  uint64_t games = 0;
  const auto summary = PlayMatch(set_up, [&](int pair, bool a_is_white, const GameRecord& record) {
    const std::string line = GameLine(pair, a_is_white, record);
    if (log.is_open()) log << line << std::endl;
    progress.Erase();
    std::cout << line.substr(0, line.find(" | ")) << std::endl;
    progress.Set(++games);
  });
  progress.Erase();
  if (!summary.ok()) return summary.status();
  const MatchTitles titles{.variant = arguments.variant,
                           .limits = LimitsTitle(arguments),
                           .a = {arguments.a, a->movetime},
                           .b = {arguments.b, b->movetime},
                           .test = test};
  std::cout << ReportText(titles, *summary);
  if (arguments.json) std::cout << ReportJson(titles, *summary) << std::endl;
  return absl::OkStatus();
}

int Main(int argc, char** argv) {
  CLI::App app("arbiter_match: plays a match between two players", "arbiter_match");
  Arguments arguments;
  arguments.AddTo(&app);
  CLI11_PARSE(app, argc, argv);
  const absl::Status status = Run(arguments);
  if (status.ok()) return 0;
  std::cerr << "arbiter_match: " << std::string(status.message()) << std::endl;
  return 1;
}

}  // namespace
}  // namespace arbiter::match

int main(int argc, char** argv) { return arbiter::match::Main(argc, argv); }
