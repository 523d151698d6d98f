// Plays a match between two players and says what came out.
#include <signal.h>

#include <fstream>
#include <iostream>
#include <string>

#include "CLI/CLI.hpp"
#include "clients/cli/text/progress.h"
#include "clients/cli/text/terminal.h"
#include "core/game/registry.h"
#include "core/rules/strings.h"
#include "tests/match/player_spec.h"
#include "tests/match/report.h"

namespace arbiter::match {
namespace {

// Ctrl-C ends the match after the pairs that are being played.
StopToken stop;

struct Arguments {
  std::string variant;
  std::string a = "engine";
  std::string b;
  int games = 100;
  int movetime = 100;
  uint64_t nodes = 0;
  int opening_plies = 8;
  uint64_t seed = 1;
  int concurrency = 1;
  size_t table_mib = 16;
  std::vector<std::string> uci_options;
  std::string log;
  bool json = false;
  cli::DisplayArguments display;

  void AddTo(CLI::App* app) {
    app->add_option("--variant", variant, "Which game")->required();
    app->add_option("--a", a, "engine[:LIMIT], greedy, random or uci:COMMAND")
        ->capture_default_str();
    app->add_option("--b", b, "The same")->required();
    app->add_option("--games", games, "How many; even, for each opening is played twice")
        ->check(CLI::Range(2, 1'000'000))
        ->capture_default_str();
    auto* time = app->add_option("--movetime", movetime, "Milliseconds a move")
                     ->check(CLI::Range(1, 3'600'000))
                     ->capture_default_str();
    app->add_option("--nodes", nodes, "Positions a move, in place of a time")->excludes(time);
    app->add_option("--opening-plies", opening_plies, "Random plies that a game begins with")
        ->check(CLI::Range(0, 100))
        ->capture_default_str();
    app->add_option("--seed", seed, "Decides openings and draws")->capture_default_str();
    app->add_option("--concurrency", concurrency, "Games at once")
        ->check(CLI::Range(1, 64))
        ->capture_default_str();
    app->add_option("--hash", table_mib, "Each player's table in MiB")
        ->check(CLI::Range(1, 65'536))
        ->capture_default_str();
    app->add_option("--uci-option", uci_options, "NAME=VALUE for UCI engines");
    app->add_option("--log", log, "File that gets a line with all actions of each game");
    app->add_flag("--json", json, "Print the result as one line of JSON too");
    display.AddProgress(app);
  }
};

absl::Status CheckGames(const Arguments& arguments) {
  if (arguments.games % 2 == 0) return absl::OkStatus();
  return absl::InvalidArgumentError("--games must be even: each opening is played twice");
}

absl::StatusOr<PlayerDefaults> DefaultsOf(const Arguments& arguments) {
  PlayerDefaults defaults{.variant = arguments.variant, .table_mib = arguments.table_mib};
  if (arguments.nodes > 0) {
    defaults.limits.nodes = arguments.nodes;
  } else {
    defaults.limits.movetime = std::chrono::milliseconds(arguments.movetime);
  }
  for (const std::string& option : arguments.uci_options) {
    const size_t equals = option.find('=');
    if (equals == std::string::npos) {
      return absl::InvalidArgumentError("--uci-option wants NAME=VALUE");
    }
    defaults.uci_options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
  }
  return defaults;
}

absl::Status Run(const Arguments& arguments) {
  if (absl::Status status = CheckGames(arguments); !status.ok()) return status;
  const auto variant = FindVariant(arguments.variant);
  if (!variant.ok()) return variant.status();
  const auto defaults = DefaultsOf(arguments);
  if (!defaults.ok()) return defaults.status();
  const auto a = ReadPlayer(arguments.a, *defaults);
  if (!a.ok()) return a.status();
  const auto b = ReadPlayer(arguments.b, *defaults);
  if (!b.ok()) return b.status();

  std::ofstream log;
  if (!arguments.log.empty()) log.open(arguments.log, std::ios::app);
  const MatchSetUp set_up{.variant = *variant,
                          .a = a->make,
                          .b = b->make,
                          .pairs = arguments.games / 2,
                          .opening_plies = arguments.opening_plies,
                          .seed = arguments.seed,
                          .concurrency = arguments.concurrency,
                          .stop = &stop};
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
                           .limits = arguments.nodes > 0 ? StrCat(arguments.nodes, " nodes a move")
                                                         : StrCat(arguments.movetime, " ms a move"),
                           .a = {arguments.a, a->movetime},
                           .b = {arguments.b, b->movetime}};
  std::cout << ReportText(titles, *summary);
  if (arguments.json) std::cout << ReportJson(titles, *summary) << std::endl;
  return absl::OkStatus();
}

int Main(int argc, char** argv) {
  CLI::App app("arbiter_match: lets two players play a match", "arbiter_match");
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
