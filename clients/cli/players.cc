#include "clients/cli/players.h"

#include "arbiter/v1/rules_service.pb.h"
#include "core/rules/status_macros.h"

namespace arbiter::cli {

std::string_view Players::NameOf(v1::Color color) const {
  if (color == v1::COLOR_WHITE) return white;
  if (color == v1::COLOR_BLACK) return black;
  return "";
}

absl::StatusOr<Players> PlayersOf(const std::string& variant, const AnswerArguments& answer,
                                  Session& session) {
  v1::ListVariantsRequest request;
  answer.Fill(&request);
  ARBITER_ASSIGN_OR_RETURN(const auto response, session.Call<v1::ListVariantsResponse>(request));
  for (const v1::Variant& listed : response.variants()) {
    if (listed.id() != variant || listed.players_size() != 2) continue;
    return Players{.white = listed.players(0), .black = listed.players(1)};
  }
  return Players();
}

}  // namespace arbiter::cli
