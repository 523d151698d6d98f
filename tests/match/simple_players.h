#ifndef ARBITER_TESTS_MATCH_SIMPLE_PLAYERS_H_
#define ARBITER_TESTS_MATCH_SIMPLE_PLAYERS_H_

#include <cstdint>

#include "tests/match/player.h"
#include "tests/support/random_play.h"

namespace arbiter::match {

// Any legal action, each as likely.
class RandomPlayer : public Player {
 public:
  absl::Status NewGame(uint64_t seed) override;
  absl::StatusOr<Choice> Choose(const Situation& situation) override;

 private:
  testing::Random random_{0};
};

// The action with the best immediate gain, the expected one where it draws: an end in its favour,
// else points scored (each worth a pawn) and pieces won and promoted. Any of the best, each as
// likely. Sees one action far, and no replies.
class GreedyPlayer : public Player {
 public:
  absl::Status NewGame(uint64_t seed) override;
  absl::StatusOr<Choice> Choose(const Situation& situation) override;

 private:
  testing::Random random_{0};
};

// What the state is worth to `color` for who looks no further: hundredths of a pawn.
double ImmediateWorth(const Game& game, Color color);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_MATCH_SIMPLE_PLAYERS_H_
