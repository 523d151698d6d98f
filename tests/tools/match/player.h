#ifndef ARBITER_TESTS_TOOLS_MATCH_PLAYER_H_
#define ARBITER_TESTS_TOOLS_MATCH_PLAYER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/game/game.h"
#include "tests/tools/match/match_clocks.h"

namespace arbiter::match {

// A state of a running game and the actions that led to it.
struct Situation {
  const Game& game;
  const std::string& start_fen;
  // The action texts since `start_fen`, with the outcomes of random draws.
  const std::vector<std::string>& actions;
  // The clocks when the turn began; std::nullopt if the game is played without clocks.
  std::optional<MatchClocks> clocks = {};
};

// A player's chosen action, and the depth and nodes of its search; 0 if unknown.
struct Choice {
  // Action text without outcomes.
  std::string action = {};
  int depth = 0;
  uint64_t nodes = 0;
};

// Plays one side. The error UNAVAILABLE means that the player has failed and loses the game; any
// other error ends the match.
class Player {
 public:
  virtual ~Player() = default;

  // Begins a game. `seed` determines the player's random choices.
  virtual absl::Status NewGame(uint64_t seed) = 0;
  // Chooses an action in a game that is not over.
  virtual absl::StatusOr<Choice> Choose(const Situation& situation) = 0;
};

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_TOOLS_MATCH_PLAYER_H_
