#ifndef ARBITER_TESTS_BENCH_GAMES_H_
#define ARBITER_TESTS_BENCH_GAMES_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/game.h"
#include "core/rules/variant_info.h"

namespace arbiter::bench {

// The games that are measured, in the order in which they take turns.
inline constexpr std::string_view kVariants[] = {"makruk", "chak", "chpok", "chakart"};

// Decides what Chakart draws.
inline constexpr std::string_view kSeed = "0123456789abcdef";

// What a game starts with here: Chpok's at the board, all others as they are.
OptionMap OptionsOf(std::string_view variant);

// A game that is under way, and how it got there.
struct Played {
  std::unique_ptr<Game> game;
  // With the outcomes of what was drawn.
  std::vector<std::string> actions;
};

// The same random game on every machine: `plies` moves that do not end it, and captures only where
// there is nothing else, so that boards stay full. Ends the program where the game can't be made.
Played PlayGame(std::string_view variant, int plies);

// A legal move of a game that PlayGame() made, in the middle of the list of those that draw
// something at random, or that draw nothing.
std::string MoveOf(const Game& game, bool random);

// The FENs of a variant's test data (testdata/legal.jsonl), of all sorts.
std::vector<std::string> TestFens(std::string_view variant);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_BENCH_GAMES_H_
