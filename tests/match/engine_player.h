#ifndef ARBITER_TESTS_MATCH_ENGINE_PLAYER_H_
#define ARBITER_TESTS_MATCH_ENGINE_PLAYER_H_

#include <cstddef>

#include "core/search/limits.h"
#include "core/search/transposition_table.h"
#include "tests/match/player.h"

namespace arbiter::match {

// Plays with Arbiter's own analysis in this process, on one thread. All searches of a game share
// the transposition table, which is cleared before each game.
class EnginePlayer : public Player {
 public:
  EnginePlayer(const SearchLimits& limits, size_t table_bytes)
      : limits_(limits), table_(table_bytes) {}

  absl::Status NewGame(uint64_t seed) override;
  absl::StatusOr<Choice> Choose(const Situation& situation) override;

 private:
  SearchLimits limits_;
  TranspositionTable table_;
};

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_MATCH_ENGINE_PLAYER_H_
