#ifndef ARBITER_CLIENTS_CLI_REMOTE_ANALYST_H_
#define ARBITER_CLIENTS_CLI_REMOTE_ANALYST_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "arbiter/client/client.h"
#include "clients/cli/analyst.h"

namespace arbiter::cli {

// A service elsewhere: one Session stream, opened anew where it was lost.
class RemoteAnalyst : public Analyst {
 public:
  explicit RemoteAnalyst(client::Client client) : client_(std::move(client)) {}

  absl::Status Analyze(const v1::AnalyzeRequest& request, const StopToken& stop,
                       const Sink& sink) override;

 private:
  // How the session ended.
  absl::Status Close();
  // Reads the answers with this id up to the best move; OK as well where the session ends.
  absl::Status ReadAnswers(const std::string& id, const Sink& sink, bool* complete);

  const client::Client client_;
  std::optional<client::Session> session_;
  uint64_t last_id_ = 0;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_REMOTE_ANALYST_H_
