#ifndef ARBITER_CLIENTS_CLI_UCI_CONVERSATION_H_
#define ARBITER_CLIENTS_CLI_UCI_CONVERSATION_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/analyst.h"
#include "clients/cli/session.h"
#include "clients/cli/uci/go.h"
#include "clients/cli/uci/options.h"
#include "clients/cli/uci/output.h"
#include "clients/cli/uci/search.h"

namespace arbiter::cli {

// The Universal Chess Interface: answers its commands, one a line. What is wrong is told in an
// `info string` and changes nothing, but a position that is wrong, which leaves none. Each `go` is
// answered with one `bestmove` in any case, but for `go perft`.
class UciConversation {
 public:
  // `session` has to live as long.
  explicit UciConversation(Session* session) : session_(session) {}

  // Learns the variants; `variant` may be empty.
  absl::Status Begin(const std::string& variant);

  // False: it was `quit`.
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
  // What was found so far is of no use any more.
  void Forget();
  // 0 for White or the Challenger, 1 for the other.
  int PlayerToMove() const;
  v1::Position Position() const;

  Session* session_;
  UciOutput output_;
  UciOptions options_;
  // None: the last one was wrong.
  std::optional<v1::State> state_;
  std::unique_ptr<Analyst> analyst_;
  // The latest; ends before the analyst.
  std::unique_ptr<UciSearch> search_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_UCI_CONVERSATION_H_
