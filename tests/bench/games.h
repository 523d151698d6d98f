#ifndef ARBITER_TESTS_BENCH_GAMES_H_
#define ARBITER_TESTS_BENCH_GAMES_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/game.h"
#include "core/rules/variant_info.h"

namespace arbiter::bench {

// The variants that are measured, in the order in which they take turns.
inline constexpr std::string_view kVariants[] = {"makruk", "chak", "chpok", "chakart"};

// The seed of Chakart's random draws.
inline constexpr std::string_view kSeed = "0123456789abcdef";

// Returns the options of the games: Chpok starts at the board, all other variants with their
// defaults.
OptionMap StartOptions(std::string_view variant);

// An unfinished game and the actions that were played in it.
struct PlayedGame {
  std::unique_ptr<Game> game;
  // Action texts with the outcomes of random draws.
  std::vector<std::string> actions;
};

// Plays a random game that is the same on every machine: `plies` moves that do not end it, with
// captures only if there is no other move, so that boards stay full. Ends the program if no such
// game is found.
PlayedGame PlayGame(std::string_view variant, int plies);

// Returns the legal move in the middle of the list of those with a random draw if `random` is true,
// or else of those without one. Ends the program if there is none.
std::string PickMove(const Game& game, bool random);

// Returns the FENs of a variant's test data (testdata/legal.jsonl).
std::vector<std::string> TestFens(std::string_view variant);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_BENCH_GAMES_H_
