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

// What the service is asked for so that people see a game: who plays it, and the board.

// A variant as the service lists it; empty if it does not.
absl::StatusOr<v1::Variant> AskVariant(const std::string& id, const AnswerArguments& answer,
                                       Session& session);

// What a variant calls its players.
Players PlayersOf(const v1::Variant& variant);

// Asks the service for the same.
absl::StatusOr<Players> AskPlayers(const std::string& variant, const AnswerArguments& answer,
                                   Session& session);

// Asks for a board in text, as standard output shows it.
void SetTextFormat(const Display& display, v1::RenderBoardRequest* request);

// A position's board in text. `last_move` may be empty.
absl::StatusOr<std::string> DrawBoard(const v1::Position& position, v1::Color orientation,
                                      const std::string& last_move, const AnswerArguments& answer,
                                      Session& session);

// The last move among actions that was not taken back, for a board to mark; empty if there is none.
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

// Prints a state for people: the board, and what there is to tell below it. `position` is the whole
// of it, of which `state` may show a viewer less. `last_move` may be empty.
absl::Status PrintState(const v1::Position& position, const v1::State& state,
                        const std::string& last_move, const AnswerArguments& answer,
                        Session& session);

// Prints a seed and its commitment in hexadecimal digits, unless they are empty.
void PrintSeed(const std::string& seed, const std::string& commitment);

// The position of a state that hides nothing.
v1::Position PositionOf(const std::string& variant, const v1::State& state);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_BACKEND_BOARD_H_
