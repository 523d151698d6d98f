#ifndef ARBITER_TESTS_MATCH_PLAYER_H_
#define ARBITER_TESTS_MATCH_PLAYER_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/game/game.h"

namespace arbiter::match {

// A state of a running game and how it came about.
struct Situation {
  const Game& game;
  const std::string& start_fen;
  // Since start_fen, with their outcomes.
  const std::vector<std::string>& actions;
};

// What a player wants to do, and how it came to that; zeros where it does not say.
struct Choice {
  // Action text without outcomes.
  std::string action = {};
  int depth = 0;
  uint64_t nodes = 0;
};

// Plays one side. Status UNAVAILABLE, here and below: it has failed and loses the game; any other
// error ends the match.
class Player {
 public:
  virtual ~Player() = default;

  // Begins a game. What the player leaves to chance is decided by `seed`.
  virtual absl::Status NewGame(uint64_t seed) = 0;
  // The game is not over.
  virtual absl::StatusOr<Choice> Choose(const Situation& situation) = 0;
};

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_MATCH_PLAYER_H_
