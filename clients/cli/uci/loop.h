#ifndef ARBITER_CLIENTS_CLI_UCI_LOOP_H_
#define ARBITER_CLIENTS_CLI_UCI_LOOP_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/arguments/arguments.h"
#include "clients/cli/backend/backend.h"
#include "clients/cli/backend/session.h"
#include "clients/cli/uci/options.h"
#include "clients/cli/uci/protocol.h"
#include "clients/cli/uci/search.h"

namespace arbiter::cli {

// The Universal Chess Interface: executes its commands, one per line. An invalid command is
// reported in an `info string` and changes nothing, except that an invalid `position` clears the
// position. Every `go` except `go perft` is answered with exactly one `bestmove`.
class UciLoop {
 public:
  // `session` must outlive the loop.
  explicit UciLoop(Session* session) : session_(session) {}

  // Fetches the variants and begins with `variant`, or with the first one if `variant` is empty.
  absl::Status Begin(const std::string& variant);

  // Executes a command. Returns false if it is `quit`.
  bool HandleLine(const std::string& line);

 private:
  using Words = std::vector<std::string>;

  void Introduce();
  absl::Status SetOption(const Words& words);
  absl::Status SetPosition(const Words& words);
  absl::StatusOr<v1::State> ReadPosition(const Words& words);
  absl::Status Go(const Words& words);
  // `received` is when the command was received.
  absl::Status Search(const GoCommand& go, UciSearch::Clock::time_point received);
  // Returns whether a search has more than one move to choose from; true if that is unknown.
  bool HasChoice(const v1::AnalyzeRequest& request);
  absl::Status Perft(int64_t depth);
  absl::Status PrintBoard();
  // Ends the search and discards its transposition table, which no longer applies.
  void ResetSearch();
  // Returns 0 if White or the Challenger is to move, and 1 for the other player.
  int PlayerToMove() const;
  v1::Position Position() const;

  Session* session_;
  UciOutput output_;
  UciOptions options_;
  // The position to search; std::nullopt if the last `position` command was invalid.
  std::optional<v1::State> state_;
  std::unique_ptr<Analyst> analyst_;
  // Makes the choices of a level of strength differ from game to game.
  std::string seed_ = FreshStrengthSeed();
  // The latest search. It must end before `analyst_` is destroyed.
  std::unique_ptr<UciSearch> search_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_UCI_LOOP_H_
