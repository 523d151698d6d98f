#ifndef ARBITER_TESTS_TOOLS_MATCH_ENGINE_PLAYER_H_
#define ARBITER_TESTS_TOOLS_MATCH_ENGINE_PLAYER_H_

#include <cstddef>
#include <string>

#include "core/search/limits.h"
#include "core/search/transposition_table.h"
#include "tests/tools/match/player.h"

namespace arbiter::match {

// Plays with Arbiter's own analysis in this process, on one thread. All searches of a game share
// the transposition table, which is cleared before each game.
class EnginePlayer : public Player {
 public:
  // `strength` is a level (core/game/strength.h); 0 for full strength.
  EnginePlayer(const SearchLimits& limits, int strength, size_t table_bytes)
      : limits_(limits), strength_(strength), table_(table_bytes) {}

  absl::Status NewGame(uint64_t seed) override;
  absl::StatusOr<Choice> Choose(const Situation& situation) override;

 private:
  SearchLimits limits_;
  int strength_;
  // The seed of the game, which decides what a level chooses.
  std::string seed_;
  TranspositionTable table_;
};

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_TOOLS_MATCH_ENGINE_PLAYER_H_
