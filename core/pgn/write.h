#ifndef ARBITER_CORE_PGN_WRITE_H_
#define ARBITER_CORE_PGN_WRITE_H_

#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "core/pgn/pgn_game.h"
#include "core/rules/viewer.h"

namespace arbiter::pgn {

// Writes a game in PGN's export format, so that ReadGames reads it back. A turn is one SAN, for
// other programs to count by; what SAN or PGN can't spell stands behind `--` in a comment, and so
// does every further action of the turn. The end has a comment that says who has won and by which
// ruling. `spend` as in ReadGames.
//
// Errors have a field of PgnGame: those of the start and of an action that is refused,
// `actions[3]`; BAD_FIELD for a tag that PGN can't hold or that another member says, and for a
// `result` that the rules contradict; BAD_SEED for a tag `Seed` that is none; HIDDEN_INFORMATION
// for a viewer from whom something is hidden (ruling H23), which no error tells him of.
absl::StatusOr<std::string> WriteGame(const PgnGame& game, Viewer viewer,
                                      absl::FunctionRef<absl::Status()> spend);

}  // namespace arbiter::pgn

#endif  // ARBITER_CORE_PGN_WRITE_H_
