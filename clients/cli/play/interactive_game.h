#ifndef ARBITER_CLIENTS_CLI_PLAY_INTERACTIVE_GAME_H_
#define ARBITER_CLIENTS_CLI_PLAY_INTERACTIVE_GAME_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/session.h"

namespace arbiter::cli {

// Returns an action prefixed with the player who makes it, so that it does not depend on the side
// to move: `black:draw!`.
std::string ActionBy(v1::Color color, std::string_view action);

// A game at one keyboard, between people or against the engine. It keeps all states, because the
// service keeps none.
class InteractiveGame {
 public:
  // `session` must outlive the game.
  InteractiveGame(const AnswerArguments& answer, Session* session)
      : answer_(answer), session_(session) {}

  // Begins with `position`. The actions of its record can be taken back.
  absl::Status Begin(const v1::Position& position);

  // Makes an action, which may be written in any notation (ruling C15). `elapsed_ms` is the time in
  // milliseconds that it took, or −1 if the time is unknown; it is needed only if clocks are
  // tracked.
  absl::Status Do(const std::string& text, std::optional<int64_t> elapsed_ms = std::nullopt);

  // Takes back one or more actions until `wanted` returns true for the state. Returns false and
  // takes nothing back if `wanted` returns true for no earlier state.
  bool TakeBack(const std::function<bool(const v1::State&)>& wanted);

  const v1::State& first() const { return states_.front(); }
  const v1::State& state() const { return states_.back(); }
  const std::vector<v1::Applied>& actions() const { return actions_; }
  // The current state as the position of a request.
  v1::Position Position() const;

 private:
  absl::StatusOr<v1::State> NewGame(const v1::Position& position);
  // Returns the state of a position or, if the position is a record, the state at its start.
  absl::StatusOr<v1::State> Resume(const v1::Position& position);

  AnswerArguments answer_;
  Session* session_;
  std::string variant_;
  // The first state, and the one after each action.
  std::vector<v1::State> states_;
  std::vector<v1::Applied> actions_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_PLAY_INTERACTIVE_GAME_H_
