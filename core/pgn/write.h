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
// turn. The end of the game has a comment with the winner and the ruling. `spend` is called before
// every action; its error ends the writing.
//
// Errors name a field of PgnGame. The start and an action such as `actions[3]` have the errors of
// Variant and Game. BAD_FIELD stands for a tag that PGN cannot express or that another member
// contains, and for a `result` that contradicts the rules; BAD_SEED for an invalid tag `Seed`. If
// something is hidden from the viewer (ruling H23), the error is HIDDEN_INFORMATION at `viewer`. No
// error reveals anything that is hidden.
absl::StatusOr<std::string> WriteGame(const PgnGame& game, Viewer viewer,
                                      absl::FunctionRef<absl::Status()> spend);

}  // namespace arbiter::pgn

#endif  // ARBITER_CORE_PGN_WRITE_H_
