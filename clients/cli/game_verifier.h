#ifndef ARBITER_CLIENTS_CLI_GAME_VERIFIER_H_
#define ARBITER_CLIENTS_CLI_GAME_VERIFIER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/game_file.pb.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/session.h"

namespace arbiter::cli {

// The games of a file: one JSON object, or one a line. One that cannot be read is an error.
std::vector<absl::StatusOr<v1::GameFile>> ParseGameFiles(const std::string& content);

// Replays finished games from their seeds and compares every draw.
class GameVerifier {
 public:
  // `session` has to live as long.
  explicit GameVerifier(Session* session) : session_(session) {}

  v1::GameReport Verify(const v1::GameFile& game);

 private:
  // Each notes in the report what is wrong; false: something is.
  // One time an action, or none at all.
  bool CheckTimes(const v1::Record& record);
  // Seed, commitment and set-up.
  bool Start(const v1::GameFile& game);
  // The start that the record gives, if any.
  bool TakeStartOf(const v1::GameFile& game, v1::StartGameRequest request);
  bool CheckCommittedStart(const v1::GameFile& game);
  // Whether `request` draws this start, with or without clocks.
  bool IsDrawn(const std::string& fen, v1::StartGameRequest request);
  bool Replay(const v1::GameFile& game);
  bool CheckResult(const v1::GameFile& game);

  bool Fail(const std::string& what, const std::string& why);
  bool Fail(const std::string& what, const absl::Status& why);
  // Makes an action that took so long, or none where it is empty, and goes on to the state after
  // it.
  absl::StatusOr<v1::ApplyMovesResponse> Apply(const v1::Position& position,
                                               const std::string& action, const std::string& seed,
                                               std::optional<int64_t> elapsed_ms = std::nullopt);

  Session* session_;
  v1::GameReport report_;
  // Before any action.
  v1::Position start_;
  v1::State state_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_GAME_VERIFIER_H_
