#ifndef ARBITER_TESTS_TOOLS_BENCH_GAMES_H_
#define ARBITER_TESTS_TOOLS_BENCH_GAMES_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/game.h"
#include "core/rules/variant_info.h"

namespace arbiter::bench {

// The measured variants. Measurements alternate between them in this order.
inline constexpr std::string_view kVariants[] = {"makruk", "chak", "chpok", "chakart"};

// The seed of Chakart's random draws.
inline constexpr std::string_view kSeed = "0123456789abcdef";

// Returns the options with which games start: Chpok skips the bidding, and the other variants have
// their defaults.
OptionMap StartOptions(std::string_view variant);

// An unfinished game and the actions that were played in it.
struct PlayedGame {
  std::unique_ptr<Game> game;
  // Action texts with the outcomes of random draws.
  std::vector<std::string> actions;
};

// Plays a random game of `plies` moves that is not over afterwards, and that is the same on every
// machine. Moves are captures only if there is no other move, so that boards stay full. Games with
// different numbers differ. Ends the program if no such game is found.
PlayedGame PlayGame(std::string_view variant, int plies, int number = 0);

// Plays a game as people do: both sides choose at this level of strength (core/game/strength.h),
// until the game is over or has this many plies. It is the same on every machine; games with
// different numbers differ.
PlayedGame PlayAtLevel(std::string_view variant, int level, int max_plies, int number);

// Lists the legal moves that have a random draw, or those that have none if `random` is false, and
// returns the move in the middle of the list. Ends the program if the list is empty.
std::string PickMove(const Game& game, bool random);

// Returns the FENs of a variant's test data (testdata/legal.jsonl). Ends the program if the file
// cannot be read.
std::vector<std::string> TestFens(std::string_view variant);

}  // namespace arbiter::bench

#endif  // ARBITER_TESTS_TOOLS_BENCH_GAMES_H_
