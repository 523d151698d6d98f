#ifndef ARBITER_CLIENTS_CLI_ENGINE_PLAYER_H_
#define ARBITER_CLIENTS_CLI_ENGINE_PLAYER_H_

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "clients/cli/analyst.h"
#include "clients/cli/hot_seat.h"
#include "clients/cli/search_arguments.h"
#include "clients/cli/seats.h"
#include "clients/cli/session.h"

namespace arbiter::cli {

// The engine at the keyboard. It claims a win wherever one is granted, accepts a draw where it
// stands clearly worse, claims one there and where it finds no more than that, and never resigns
// or offers. Like the people at the keyboard it sees all, a hidden queen too.
class EnginePlayer {
 public:
  // `session` has to live as long.
  EnginePlayer(const SearchArguments& search, Session* session)
      : search_(search), analyst_(session->backend().MakeAnalyst()) {}

  // Makes the engine's next action and tells of it in one line; none: it has nothing to do.
  absl::StatusOr<std::optional<std::string>> Act(const Seats& seats, HotSeat* game);

 private:
  // The last answer's best move and its score.
  struct Choice {
    v1::BestMove best;
    v1::AnalysisProgress progress;
  };
  absl::StatusOr<Choice> Choose(const v1::Position& position);

  SearchArguments search_;
  std::unique_ptr<Analyst> analyst_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_ENGINE_PLAYER_H_
