#ifndef ARBITER_CORE_GAME_ANY_NOTATION_H_
#define ARBITER_CORE_GAME_ANY_NOTATION_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/game/game.h"

namespace arbiter {

// Reads a move however people and other programs write it (ruling C15): as an action text, also
// with capital letters or a hyphen between its squares, in SAN or LAN, or in either notation in
// Thai; with or without annotations at its end. Outcomes in braces can follow. Returns the action
// text, with the same outcomes.
//
// Notations cannot contradict each other: only Thai ones have Thai letters, and a text that is both
// an action text and valid SAN or LAN names the same squares in both.
//
// If the text does not name a legal move, returns the error of the notation that it resembles, with
// the text as it is written.
absl::StatusOr<std::string> ReadAnyMove(const Game& game, std::string_view text);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_ANY_NOTATION_H_
