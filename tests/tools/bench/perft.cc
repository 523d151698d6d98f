#include "tests/tools/bench/perft.h"

#include "core/game/registry.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/games.h"

namespace arbiter::bench {

std::unique_ptr<Game> StartGame(const PerftStart& start) {
  OptionMap options = StartOptions(start.variant);
  if (!start.features.empty()) options["features"] = start.features;
  return OrDie(OrDie(FindVariant(start.variant))->Start(options));
}

uint64_t CountLeaves(const Game& game, int depth) {
  Budget budget;
  return OrDie(game.Perft(depth, budget, nullptr));
}

}  // namespace arbiter::bench
