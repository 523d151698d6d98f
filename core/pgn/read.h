#ifndef ARBITER_CORE_PGN_READ_H_
#define ARBITER_CORE_PGN_READ_H_

#include <cstddef>
#include <optional>
#include <string_view>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "core/pgn/pgn_game.h"
#include "core/pgn/tokens.h"

namespace arbiter::pgn {

// Why a game could not be read to its end.
struct Fault {
  Place place;
  // The word, or the name of the tag, that is wrong.
  std::string text;
  // With a reason.
  absl::Status status;
  // Of the move that it is about; 0 where it is about none.
  uint32_t move_number = 0;
};

// A game as it was read, up to the fault where there is one.
struct ReadResult {
  PgnGame game;
  // What the game says its variant is; empty where it says nothing.
  std::string variant_text;
  std::optional<Fault> fault;
  // Where it begins.
  Place place;
};

struct ReadOptions {
  // Of games without the tag `Variant`; null: those have a fault.
  const Variant* variant = nullptr;
  // A game with more has a fault.
  size_t max_actions = 10'000;
};

// Reads every game of a text in UTF-8: replays it by the rules, and turns its moves, in SAN, LAN,
// Thai SAN or as action texts, into canonical action texts with their outcomes. A game that the
// rules have not ended may have any result; where they have, another is a fault.
//
// `spend` is asked before every action and every game, and once in a while where many bytes hold
// neither; its error ends the reading. `visit` takes
// the games in their order, and may end it too.
absl::Status ReadGames(std::string_view text, const ReadOptions& options,
                       absl::FunctionRef<absl::Status()> spend,
                       absl::FunctionRef<absl::Status(ReadResult)> visit);

}  // namespace arbiter::pgn

#endif  // ARBITER_CORE_PGN_READ_H_
