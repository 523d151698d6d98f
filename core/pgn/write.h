#ifndef ARBITER_CORE_PGN_WRITE_H_
#define ARBITER_CORE_PGN_WRITE_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "core/pgn/pgn_game.h"
#include "core/rules/viewer.h"

namespace arbiter::pgn {

// Writes a game in PGN's export format, which ReadGames can read back. Each turn is one SAN move,
// so that other programs count the moves correctly. A move that SAN or PGN cannot express is
// written as `--` with its action text in a comment, which also contains any further actions of the
// turn. The end of the game has a comment with the winner and the ruling. Calls `spend` before
// every action and returns its error.
//
// Errors name a field of PgnGame. The errors of the start and of an action, such as `actions[3]`,
// are those of Variant and Game. Returns BAD_FIELD for a tag that PGN cannot express or that
// another member contains, for a time in a game without clocks, and for a `result` that contradicts
// the rules, and BAD_SEED for an invalid tag `Seed`. If something is hidden from the viewer (ruling
// H23), returns HIDDEN_INFORMATION at `viewer`. No error reveals anything that is hidden.
absl::StatusOr<std::string> WriteGame(const PgnGame& game, Viewer viewer,
                                      absl::FunctionRef<absl::Status()> spend);

}  // namespace arbiter::pgn

#endif  // ARBITER_CORE_PGN_WRITE_H_
