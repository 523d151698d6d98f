#ifndef ARBITER_CLIENTS_CLI_SEATS_H_
#define ARBITER_CLIENTS_CLI_SEATS_H_

#include <array>

#include "CLI/CLI.hpp"
#include "arbiter/v1/game.pb.h"

namespace arbiter::cli {

// Who plays a game at the keyboard: `--white` and `--black`, each a person or the engine. In a
// Chpok game that begins with its bidding they are the Challenger and the Opponent, and stay so
// whichever colour they come to play.
class Seats {
 public:
  void AddTo(CLI::App* command);

  // Where the game begins; before the questions below.
  void Begin(const v1::State& first) { by_bidder_ = first.phase() == v1::PHASE_BIDDING; }

  bool any_engine() const { return engines_[0] || engines_[1]; }
  // Whether the engine plays this colour of the state's board.
  bool IsEngine(v1::Color color, const v1::State& state) const;
  // Whether the next action is the engine's; in a finished game nobody's.
  bool EngineActs(const v1::State& state) const;
  bool HumanActs(const v1::State& state) const;

 private:
  // --white, --black.
  std::array<bool, 2> engines_ = {};
  bool by_bidder_ = false;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_SEATS_H_
