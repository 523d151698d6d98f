#include "clients/cli/board.h"

#include <iostream>

#include "absl/strings/escaping.h"
#include "clients/cli/players.h"
#include "clients/cli/state_text.h"
#include "clients/cli/terminal.h"

namespace arbiter::cli {

v1::Format TerminalFormat() { return OutputShowsColours() ? v1::FORMAT_ANSI : v1::FORMAT_TEXT; }

absl::Status PrintState(const std::string& variant, const v1::State& state,
                        const std::string& last_move, const AnswerArguments& answer,
                        Session& session) {
  v1::RenderBoardRequest request;
  request.mutable_position()->set_variant(variant);
  request.mutable_position()->set_snapshot(state.snapshot());
  request.set_format(TerminalFormat());
  request.set_last_move(last_move);
  answer.Fill(&request);
  const auto board = session.Call<v1::RenderBoardResponse>(request);
  if (!board.ok()) return board.status();
  const absl::StatusOr<Players> players = PlayersOf(variant, answer, session);
  if (!players.ok()) return players.status();
  std::cout << board->image() << '\n' << StateText(state, *players);
  return absl::OkStatus();
}

void PrintSeed(const std::string& seed, const std::string& commitment) {
  if (!seed.empty()) std::cout << "Seed      " << absl::BytesToHexString(seed) << '\n';
  if (!commitment.empty()) std::cout << "SHA-256   " << absl::BytesToHexString(commitment) << '\n';
}

}  // namespace arbiter::cli
