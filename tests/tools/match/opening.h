#ifndef ARBITER_TESTS_TOOLS_MATCH_OPENING_H_
#define ARBITER_TESTS_TOOLS_MATCH_OPENING_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/game/game.h"
#include "core/game/variant.h"

namespace arbiter::match {

// Returns the options of match games: valid claims end a game automatically; Chpok begins at the
// board and lasts at most 100 moves, so that points decide.
OptionMap MatchOptions(std::string_view variant);

// The beginning of a game.
struct Opening {
  std::string start_fen = {};
  // The action texts since `start_fen`, with the outcomes of random draws.
  std::vector<std::string> actions = {};
  // The seed of all random draws of the game, including its set-up.
  std::string draw_seed = {};
  // The state after the actions, with its history.
  std::unique_ptr<Game> game = nullptr;
};

// Plays random legal plies from the start position. Afterwards the game is not over and no choice
// is pending. Equal seeds give equal openings. INVALID_ARGUMENT if the game keeps ending earlier.
absl::StatusOr<Opening> RandomOpening(const Variant& variant, int plies, uint64_t seed);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_TOOLS_MATCH_OPENING_H_
