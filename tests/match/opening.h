#ifndef ARBITER_TESTS_MATCH_OPENING_H_
#define ARBITER_TESTS_MATCH_OPENING_H_

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/game/game.h"
#include "core/game/variant.h"

namespace arbiter::match {

// The options under which matches are played: rightful claims end a game by themselves; Chpok
// begins at the board and lasts 100 moves at most, so that points decide.
OptionMap MatchOptions(std::string_view variant);

// How a game begins.
struct Opening {
  std::string start_fen = {};
  // Since start_fen, with their outcomes.
  std::vector<std::string> actions = {};
  // Decides all that the game draws, the set-up too.
  std::string draw_seed = {};
  // After the actions, with its history.
  std::unique_ptr<Game> game = nullptr;
};

// Random legal plies from the start position; the game is not over and no choice is pending
// after them. Equal seeds have equal openings.
absl::StatusOr<Opening> RandomOpening(const Variant& variant, int plies, uint64_t seed);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_MATCH_OPENING_H_
