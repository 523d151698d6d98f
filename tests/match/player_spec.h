#ifndef ARBITER_TESTS_MATCH_PLAYER_SPEC_H_
#define ARBITER_TESTS_MATCH_PLAYER_SPEC_H_

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "core/search/limits.h"
#include "tests/match/play_match.h"

namespace arbiter::match {

// What both players of a match go by where their texts do not say otherwise.
struct PlayerDefaults {
  std::string variant = {};
  SearchLimits limits = {};
  size_t table_mib = 16;
  // For UCI engines, beside Threads and Hash.
  std::vector<std::pair<std::string, std::string>> uci_options = {};
};

// A kind of player.
struct PlayerKind {
  PlayerFactory make = nullptr;
  // That it is to keep to; 0: none.
  std::chrono::milliseconds movetime{0};
};

// Reads a text:
//   engine[:LIMIT]  our own analysis
//   greedy, random
//   uci:COMMAND     a UCI engine that this command of the shell starts
// LIMIT is movetime=MS, nodes=N or depth=N. INVALID_ARGUMENT for another text.
absl::StatusOr<PlayerKind> ReadPlayer(std::string_view text, const PlayerDefaults& defaults);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_MATCH_PLAYER_SPEC_H_
