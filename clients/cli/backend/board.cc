#include "clients/cli/backend/board.h"

#include <iostream>
#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/escaping.h"
#include "clients/cli/text/state_text.h"
#include "core/base/status_macros.h"

namespace arbiter::cli {

absl::StatusOr<v1::Variant> FetchVariant(const std::string& id, const AnswerArguments& answer,
                                         Session& session) {
  v1::ListVariantsRequest request;
  answer.Fill(&request);
  ARBITER_ASSIGN_OR_RETURN(auto response, session.Call<v1::ListVariantsResponse>(request));
  for (v1::Variant& listed : *response.mutable_variants()) {
    if (listed.id() == id) return std::move(listed);
  }
  return v1::Variant();
}

Players PlayersOf(const v1::Variant& variant) {
  if (variant.players_size() != 2) return {};
  return {.white = variant.players(0), .black = variant.players(1)};
}

absl::StatusOr<Players> FetchPlayers(const std::string& variant, const AnswerArguments& answer,
                                     Session& session) {
  ARBITER_ASSIGN_OR_RETURN(const v1::Variant listed, FetchVariant(variant, answer, session));
  return PlayersOf(listed);
}

void SetTextFormat(const Display& display, v1::RenderBoardRequest* request) {
  request->set_format(display.color ? v1::FORMAT_ANSI : v1::FORMAT_TEXT);
  request->set_symbols(display.unicode);
}

absl::StatusOr<std::string> DrawBoard(const v1::Position& position, v1::Color orientation,
                                      const std::string& last_move, const AnswerArguments& answer,
                                      Session& session) {
  v1::RenderBoardRequest request;
  *request.mutable_position() = position;
  SetTextFormat(session.display(), &request);
  request.set_orientation(orientation);
  request.set_last_move(last_move);
  answer.Fill(&request);
  ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::RenderBoardResponse>(request));
  return response.image();
}

absl::Status PrintState(const v1::Position& position, const v1::State& state,
                        const std::string& last_move, const AnswerArguments& answer,
                        Session& session) {
  ARBITER_ASSIGN_OR_RETURN(const auto board,
                           DrawBoard(position, v1::COLOR_UNSPECIFIED, last_move, answer, session));
  ARBITER_ASSIGN_OR_RETURN(const Players players,
                           FetchPlayers(position.variant(), answer, session));
  std::cout << board << '\n' << StateText(state, players);
  return absl::OkStatus();
}

void PrintSeed(const std::string& seed, const std::string& commitment) {
  const auto print = [](std::string_view name, const std::string& bytes) {
    if (bytes.empty()) return;
    std::cout << name << absl::BytesToHexString(bytes) << '\n'
              << "  base64  " << absl::Base64Escape(bytes) << '\n';
  };
  print("Seed      ", seed);
  print("SHA-256   ", commitment);
}

v1::Position PositionOf(const std::string& variant, const v1::State& state) {
  v1::Position position;
  position.set_variant(variant);
  position.set_snapshot(state.snapshot());
  return position;
}

}  // namespace arbiter::cli
