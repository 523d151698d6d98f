#ifndef ARBITER_CLIENTS_CLI_UCI_LOOP_H_
#define ARBITER_CLIENTS_CLI_UCI_LOOP_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/backend/backend.h"
#include "clients/cli/backend/session.h"
#include "clients/cli/uci/options.h"
#include "clients/cli/uci/protocol.h"
#include "clients/cli/uci/search.h"

namespace arbiter::cli {

// The Universal Chess Interface: answers its commands, one a line. A command that is wrong is told
// of in an `info string` and changes nothing, except that a wrong `position` leaves none. Each `go`
// but `go perft` is answered with exactly one `bestmove`.
class UciLoop {
 public:
  // `session` has to outlive the loop.
  explicit UciLoop(Session* session) : session_(session) {}

  // Learns the variants, and begins with `variant`, or with the first one if it is empty.
  absl::Status Begin(const std::string& variant);

  // False if the line was `quit`.
  bool Answer(const std::string& line);

 private:
  using Words = std::vector<std::string>;

  void Introduce();
  absl::Status SetOption(const Words& words);
  absl::Status SetPosition(const Words& words);
  absl::StatusOr<v1::State> ReadPosition(const Words& words);
  absl::Status Go(const Words& words);
  absl::Status Search(const GoCommand& go);
  absl::Status Perft(int64_t depth);
  absl::Status Show();
  // Ends the search and drops what was found so far, which is of no use any more.
  void Forget();
  // 0 for White or the Challenger, 1 for the other player.
  int PlayerToMove() const;
  v1::Position Position() const;

  Session* session_;
  UciOutput output_;
  UciOptions options_;
  // std::nullopt if the last one was wrong.
  std::optional<v1::State> state_;
  std::unique_ptr<Analyst> analyst_;
  // The latest search, which has to end before the analyst.
  std::unique_ptr<UciSearch> search_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_UCI_LOOP_H_
