#ifndef ARBITER_CORE_PGN_READ_H_
#define ARBITER_CORE_PGN_READ_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "core/pgn/game_texts.h"
#include "core/pgn/pgn_game.h"
#include "core/pgn/tokens.h"

namespace arbiter::pgn {

// A game that was read, up to its fault if there is one.
struct ReadResult {
  PgnGame game;
  // The value of the tag `Variant`; empty if there is none.
  std::string variant_text;
  std::optional<Fault> fault;
  // The beginning of the game.
  Place place;
};

struct ReadOptions {
  // The variant of games without the tag `Variant`. If this is null, games without it have a fault.
  const Variant* variant = nullptr;
  // The maximum number of actions of a game; a longer game has a fault.
  size_t max_actions = 10'000;
};

// Reads every game of a text in UTF-8. Replays each game by the rules and converts its moves, which
// can be in SAN, LAN, Thai SAN or action texts, to canonical action texts with their outcomes. A
// game that is ongoing by the rules can have any result; otherwise a different result is a fault.
//
// A tag `TimeControl` such as `300+3` becomes the option `clock` (ruling C17), but a game whose
// moves contradict the clocks that only this tag gives it is read without clocks. The time that an
// action took comes from `[%emt …]` or else from the difference of `[%clk …]`, which never takes
// more than the time left. Times in a game without clocks are dropped.
//
// Calls `spend` before every action and every game, and regularly in a long text without actions
// and games. Calls `visit` with each game, in order. Stops at the first error of `spend` or `visit`
// and returns it.
absl::Status ReadGames(std::string_view text, const ReadOptions& options,
                       absl::FunctionRef<absl::Status()> spend,
                       absl::FunctionRef<absl::Status(ReadResult)> visit);

}  // namespace arbiter::pgn

#endif  // ARBITER_CORE_PGN_READ_H_
