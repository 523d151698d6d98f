#ifndef ARBITER_CLIENTS_CLI_PLAYERS_H_
#define ARBITER_CLIENTS_CLI_PLAYERS_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "arbiter/v1/game.pb.h"
#include "clients/cli/answer_arguments.h"
#include "clients/cli/session.h"

namespace arbiter::cli {

// What the players of a variant are called: Chak's Black is Green.
struct Players {
  std::string white = "White";
  std::string black = "Black";

  // Empty for COLOR_UNSPECIFIED.
  std::string_view NameOf(v1::Color color) const;
};

// Asks the service.
absl::StatusOr<Players> PlayersOf(const std::string& variant, const AnswerArguments& answer,
                                  Session& session);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_PLAYERS_H_
