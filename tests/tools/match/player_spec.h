#ifndef ARBITER_TESTS_TOOLS_MATCH_PLAYER_SPEC_H_
#define ARBITER_TESTS_TOOLS_MATCH_PLAYER_SPEC_H_

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/search/limits.h"
#include "tests/tools/match/play_match.h"

namespace arbiter::match {

// The settings of both players of a match, unless their descriptions contain others.
struct PlayerDefaults {
  std::string variant = {};
  SearchLimits limits = {};
  // Whether the players have clocks instead of limits.
  bool has_clocks = false;
  size_t table_mib = 16;
  // Options NAME=VALUE of UCI engines, in addition to Threads and Hash.
  std::vector<std::string> uci_options = {};
};

// A kind of player.
struct PlayerKind {
  PlayerFactory make = nullptr;
  // The time per move that the player should use; 0 if there is no limit.
  std::chrono::milliseconds movetime{0};
};

// Parses the description of a player:
//   engine[:LIMIT]  Arbiter's own analysis
//   engine:strength=LEVEL  the same at a level of strength (core/game/strength.h)
//   tuned[:NAME=VALUE,...]  the engine with other parameters of its search
//                           (core/search/parameters.def), with the limits of the match
//   greedy, random
//   uci:COMMAND     a UCI engine that this shell command starts
// LIMIT is movetime=MS, nodes=N or depth=N. `own_uci_options` follow those of both players.
// INVALID_ARGUMENT for any other text, for an option without '=', and for any player but a UCI
// engine that has its own options or a clock, because no other one budgets its time.
absl::StatusOr<PlayerKind> ParsePlayer(std::string_view text, const PlayerDefaults& defaults,
                                       const std::vector<std::string>& own_uci_options = {});

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_TOOLS_MATCH_PLAYER_SPEC_H_
