#ifndef ARBITER_CLIENTS_CLI_HOT_SEAT_H_
#define ARBITER_CLIENTS_CLI_HOT_SEAT_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/answer_arguments.h"
#include "clients/cli/session.h"

namespace arbiter::cli {

// A game at one keyboard. Holds all its states, the service none.
class HotSeat {
 public:
  // `session` has to live as long.
  HotSeat(const AnswerArguments& answer, Session* session) : answer_(answer), session_(session) {}

  // Begins with `position`; the actions of its record can be taken back.
  absl::Status Begin(const v1::Position& position);

  // Takes an action text, or a move in SAN.
  absl::Status Do(const std::string& text);

  // Takes actions back, at least one, until `wanted` is true of the state. False, with nothing
  // taken back: it is true of none.
  bool TakeBack(const std::function<bool(const v1::State&)>& wanted);

  const v1::State& first() const { return states_.front(); }
  const v1::State& state() const { return states_.back(); }
  const std::vector<v1::Applied>& actions() const { return actions_; }
  // The state for a request.
  v1::Position Position() const;

 private:
  absl::StatusOr<v1::State> NewGame(const v1::Position& position);
  // A given position; of a record its start.
  absl::StatusOr<v1::State> Resume(const v1::Position& position);
  // `elapsed_ms`: what the action took, −1 where not known; none: clocks need not be tracked.
  absl::Status Apply(const std::string& action, std::optional<int64_t> elapsed_ms = std::nullopt);
  absl::StatusOr<std::string> FromSan(const std::string& san);

  AnswerArguments answer_;
  Session* session_;
  std::string variant_;
  // The first state, and the one after each action.
  std::vector<v1::State> states_;
  std::vector<v1::Applied> actions_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_HOT_SEAT_H_
