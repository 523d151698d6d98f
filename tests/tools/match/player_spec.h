#ifndef ARBITER_TESTS_TOOLS_MATCH_PLAYER_SPEC_H_
#define ARBITER_TESTS_TOOLS_MATCH_PLAYER_SPEC_H_

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
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
  // Options of UCI engines, in addition to Threads and Hash.
  std::vector<std::pair<std::string, std::string>> uci_options = {};
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
// LIMIT is movetime=MS, nodes=N or depth=N. INVALID_ARGUMENT for any other text, and for any player
// but a UCI engine if the players have clocks, because no other one budgets its time.
absl::StatusOr<PlayerKind> ParsePlayer(std::string_view text, const PlayerDefaults& defaults);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_TOOLS_MATCH_PLAYER_SPEC_H_
