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

namespace arbiter::cli {

// The players of a game at the keyboard, each a person or the engine: `--white` and `--black`. In a
// Chpok game that begins with its bidding, `--white` is the Challenger and `--black` the Opponent,
// whichever colours they play later.
class Seats {
 public:
  void AddTo(CommandParser command);

  // Must be called with the first state before the functions below.
  void Begin(const v1::State& first) { by_bidder_ = first.phase() == v1::PHASE_BIDDING; }

  bool has_engine() const { return engines_[0] || engines_[1]; }
  // Returns whether the engine plays this colour on the state's board.
  bool IsEngine(v1::Color color, const v1::State& state) const;
  // Returns whether the engine, or a person, acts next. Both are false if the game is finished.
  bool IsEngineToAct(const v1::State& state) const;
  bool IsHumanToAct(const v1::State& state) const;

 private:
  // Whether the engine plays `--white` and `--black`.
  std::array<bool, 2> engines_ = {};
  // Whether `--white` is the Challenger instead of White.
  bool by_bidder_ = false;
};

// The engine as a player at the keyboard. It claims a win whenever one is granted. It accepts or
// claims a draw if its position is clearly worse, and also claims one if it finds nothing better.
// It never resigns or offers a draw. Like the people at the keyboard, it sees everything, even a
// hidden queen.
class EnginePlayer {
 public:
  // `session` must outlive the player.
  EnginePlayer(const SearchArguments& search, Session* session)
      : search_(search), analyst_(session->backend().MakeAnalyst()), seed_(FreshStrengthSeed()) {}

  // Makes the engine's next action and returns a line that describes it, or std::nullopt if the
  // engine has nothing to do.
  absl::StatusOr<std::optional<std::string>> Act(const Seats& seats, InteractiveGame* game);

 private:
  // The best move, and the last progress report before it.
  struct Choice {
    v1::BestMove best;
    v1::AnalysisProgress progress;
  };
  absl::StatusOr<Choice> Choose(const v1::Position& position);

  SearchArguments search_;
  std::unique_ptr<Analyst> analyst_;
  // Makes the choices of a level of strength differ from game to game.
  const std::string seed_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_PLAY_ENGINE_PLAYER_H_
