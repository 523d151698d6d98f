#ifndef ARBITER_TESTS_TOOLS_MATCH_SIMPLE_PLAYERS_H_
#define ARBITER_TESTS_TOOLS_MATCH_SIMPLE_PLAYERS_H_

#include <cstdint>

#include "tests/support/random_play.h"
#include "tests/tools/match/player.h"

namespace arbiter::match {

// Plays a random legal action; all are equally likely.
class RandomPlayer : public Player {
 public:
  absl::Status NewGame(uint64_t seed) override;
  absl::StatusOr<Choice> Choose(const Situation& situation) override;

 private:
  testing::Random random_{0};
};

// Plays the action that leads to the best StaticValue(), or to the best mean of it if the action
// involves a random draw. All of the best actions are equally likely. Does not consider replies.
class GreedyPlayer : public Player {
 public:
  absl::Status NewGame(uint64_t seed) override;
  absl::StatusOr<Choice> Choose(const Situation& situation) override;

 private:
  testing::Random random_{0};
};

// Returns the value of a state for `color` without any search, in hundredths of a pawn. A won or
// lost game outweighs everything else. Otherwise the value is the difference of the material and of
// the points, each of which is worth a pawn.
double StaticValue(const Game& game, Color color);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_TOOLS_MATCH_SIMPLE_PLAYERS_H_
