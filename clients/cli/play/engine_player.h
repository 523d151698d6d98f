#ifndef ARBITER_CLIENTS_CLI_PLAY_ENGINE_PLAYER_H_
#define ARBITER_CLIENTS_CLI_PLAY_ENGINE_PLAYER_H_

#include <array>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/session.h"
#include "clients/cli/play/interactive_game.h"

namespace CLI {
class App;
}  // namespace CLI

namespace arbiter::cli {

// Who plays a game at the keyboard: `--white` and `--black`, each a person or the engine. In a
// Chpok game that begins with its bidding they are the Challenger and the Opponent, and stay so
// whichever colour they come to play.
class Seats {
 public:
  void AddTo(CLI::App* command);

  // Learns where the game begins; to be called before what follows.
  void Begin(const v1::State& first) { by_bidder_ = first.phase() == v1::PHASE_BIDDING; }

  bool any_engine() const { return engines_[0] || engines_[1]; }
  // Whether the engine plays this colour of the state's board.
  bool IsEngine(v1::Color color, const v1::State& state) const;
  // Whether the next action is the engine's or a person's; in a finished game it is nobody's.
  bool EngineActs(const v1::State& state) const;
  bool HumanActs(const v1::State& state) const;

 private:
  // --white, --black.
  std::array<bool, 2> engines_ = {};
  bool by_bidder_ = false;
};

// The engine at the keyboard. It claims a win whenever one is granted, accepts a draw when it
// stands clearly worse, claims one then and when it finds no more than that, and never resigns or
// offers. Like the people at the keyboard it sees everything, also a hidden queen.
class EnginePlayer {
 public:
  // `session` has to outlive the player.
  EnginePlayer(const SearchArguments& search, Session* session)
      : search_(search), analyst_(session->backend().MakeAnalyst()) {}

  // Makes the engine's next action and tells of it in one line; std::nullopt if it has nothing to
  // do.
  absl::StatusOr<std::optional<std::string>> Act(const Seats& seats, InteractiveGame* game);

 private:
  // The best move and what was known of it last.
  struct Choice {
    v1::BestMove best;
    v1::AnalysisProgress progress;
  };
  absl::StatusOr<Choice> Choose(const v1::Position& position);

  SearchArguments search_;
  std::unique_ptr<Analyst> analyst_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_PLAY_ENGINE_PLAYER_H_
