#include "tests/tools/match/player_spec.h"

#include <memory>

#include "absl/strings/numbers.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/rules/strength_level.h"
#include "tests/tools/match/engine_player.h"
#include "tests/tools/match/simple_players.h"
#include "tests/tools/match/tuned_player.h"
#include "tests/tools/match/uci_player.h"
#include "tests/tools/tune/search_settings.h"

namespace arbiter::match {
namespace {

absl::Status UnknownPlayer(std::string_view text) {
  return absl::InvalidArgumentError(
      StrCat("unknown player ", Quoted(text),
             " (known: engine, engine:movetime=MS, engine:nodes=N, engine:depth=N, "
             "engine:strength=LEVEL, tuned[:NAME=VALUE,...], greedy, random, "
             "uci:COMMAND)"));
}

bool ParseLimit(std::string_view text, SearchLimits* limits) {
  *limits = SearchLimits();
  const bool movetime = ConsumePrefix(&text, "movetime=");
  const bool nodes = !movetime && ConsumePrefix(&text, "nodes=");
  const bool depth = !movetime && !nodes && ConsumePrefix(&text, "depth=");
  int number = 0;
  if (!absl::SimpleAtoi(ForAbsl(text), &number) || number < 1) return false;
  if (movetime) limits->movetime = std::chrono::milliseconds(number);
  if (nodes) limits->nodes = static_cast<uint64_t>(number);
  if (depth) limits->depth = number;
  return movetime || nodes || depth;
}

// Adds options NAME=VALUE to those of a UCI engine.
absl::Status AddOptions(const std::vector<std::string>& options, UciSetUp* set_up) {
  for (const std::string& option : options) {
    const size_t equals = option.find('=');
    if (equals == std::string::npos) {
      return absl::InvalidArgumentError(
          StrCat("the UCI option '", option, "' has no '='; write NAME=VALUE"));
    }
    set_up->options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<PlayerKind> ParsePlayer(std::string_view text, const PlayerDefaults& defaults,
                                       const std::vector<std::string>& own_uci_options) {
  std::string_view rest = text;
  if (!own_uci_options.empty() && !text.starts_with("uci:")) {
    return absl::InvalidArgumentError(
        StrCat("player ", Quoted(text), " has no UCI options; only uci:COMMAND has"));
  }
  if (defaults.has_clocks && !text.starts_with("uci:")) {
    return absl::InvalidArgumentError(
        StrCat("player ", Quoted(text), " cannot play with a clock; only uci:COMMAND can, such as ",
               "'uci:build/release/bin/arbiter uci' for Arbiter's own engine"));
  }
  if (text == "greedy") return PlayerKind{[] { return std::make_unique<GreedyPlayer>(); }};
  if (text == "random") return PlayerKind{[] { return std::make_unique<RandomPlayer>(); }};
  if (text == "tuned" || ConsumePrefix(&rest, "tuned:")) {
    auto parameters = ParametersOf(defaults.variant);
    if (!parameters.ok()) return parameters.status();
    if (text != "tuned") {
      absl::Status status = tune::ApplySettings(rest, &*parameters);
      if (!status.ok()) return status;
    }
    auto make =
        TunedPlayers(defaults.variant, *parameters, defaults.limits, defaults.table_mib << 20);
    if (!make.ok()) return make.status();
    return PlayerKind{*std::move(make), defaults.limits.movetime};
  }
  if (ConsumePrefix(&rest, "uci:") && !rest.empty()) {
    UciSetUp set_up{.command = std::string(rest),
                    .variant = defaults.variant,
                    .options = {{"Threads", "1"}, {"Hash", StrCat(defaults.table_mib)}},
                    .limits = defaults.limits};
    ARBITER_RETURN_IF_ERROR(AddOptions(defaults.uci_options, &set_up));
    ARBITER_RETURN_IF_ERROR(AddOptions(own_uci_options, &set_up));
    return PlayerKind{[set_up] { return std::make_unique<UciPlayer>(set_up); },
                      defaults.limits.movetime};
  }
  if (ConsumePrefix(&rest, "engine")) {
    SearchLimits limits = defaults.limits;
    int strength = 0;
    const bool is_level = ConsumePrefix(&rest, ":strength=");
    if (is_level) {
      limits = SearchLimits();
      if (!absl::SimpleAtoi(ForAbsl(rest), &strength) || strength < 1 || strength > kMaxStrength) {
        return UnknownPlayer(text);
      }
    } else if (!rest.empty() && !(ConsumePrefix(&rest, ":") && ParseLimit(rest, &limits))) {
      return UnknownPlayer(text);
    }
    return PlayerKind{[limits, strength, bytes = defaults.table_mib << 20] {
                        return std::make_unique<EnginePlayer>(limits, strength, bytes);
                      },
                      limits.movetime};
  }
  return UnknownPlayer(text);
}

}  // namespace arbiter::match
