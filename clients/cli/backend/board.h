#ifndef ARBITER_CLIENTS_CLI_BACKEND_BOARD_H_
#define ARBITER_CLIENTS_CLI_BACKEND_BOARD_H_

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/session.h"
#include "clients/cli/text/chpok_text.h"
#include "clients/cli/text/words.h"

namespace arbiter::cli {

// Returns a variant as the service lists it, or an empty message if no variant has this id.
absl::StatusOr<v1::Variant> FetchVariant(const std::string& id, const AnswerArguments& answer,
                                         Session& session);

// Returns the names of a variant's players.
Players PlayersOf(const v1::Variant& variant);

// Returns the names of a variant's players as the service lists them.
absl::StatusOr<Players> FetchPlayers(const std::string& variant, const AnswerArguments& answer,
                                     Session& session);

// Sets the format of the request to text, with colours and symbols as `display` says.
void SetTextFormat(const Display& display, v1::RenderBoardRequest* request);

// Returns the board of a position as text. `last_move` may be empty.
absl::StatusOr<std::string> DrawBoard(const v1::Position& position, v1::Color orientation,
                                      const std::string& last_move, const AnswerArguments& answer,
                                      Session& session);

// Returns the last move among `actions` that was not taken back, or an empty string if there is
// none. Boards mark this move.
template <typename Actions>
std::string LastMove(const Actions& actions) {
  std::vector<std::string> moves;
  for (const v1::Applied& applied : actions) {
    if (!applied.san().empty() && !IsBid(applied)) moves.push_back(applied.text());
    for (const v1::Event& event : applied.events()) {
      if (event.kind() != v1::Event::KIND_UNDONE) continue;
      moves.resize(moves.size() - std::min<size_t>(moves.size(), 2));
    }
  }
  return moves.empty() ? "" : moves.back();
}

// Prints a state for people: the board followed by its description. `position` is the complete
// position, while `state` may be redacted for a viewer. `last_move` may be empty.
absl::Status PrintState(const v1::Position& position, const v1::State& state,
                        const std::string& last_move, const AnswerArguments& answer,
                        Session& session);

// Prints a seed and its commitment, unless they are empty, in hexadecimal digits and in base64,
// which JSON needs.
void PrintSeed(const std::string& seed, const std::string& commitment);

// Returns the position of a state, which must not be redacted.
v1::Position PositionOf(const std::string& variant, const v1::State& state);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_BACKEND_BOARD_H_
