#ifndef ARBITER_CLIENTS_CLI_REMOTE_BACKEND_H_
#define ARBITER_CLIENTS_CLI_REMOTE_BACKEND_H_

#include <memory>
#include <utility>

#include "arbiter/client/client.h"
#include "clients/cli/backend.h"

namespace arbiter::cli {

// A service elsewhere, over gRPC. CallAll() uses the Batch stream: answers come in the order in
// which they are ready.
class RemoteBackend : public Backend {
 public:
  explicit RemoteBackend(client::Client client) : client_(std::move(client)) {}

  bool remote() const override { return true; }
  void Call(const v1::BatchRequest& request, v1::BatchResponse* response) override;
  absl::Status CallAll(const Source& source, const Sink& sink) override;
  std::unique_ptr<Analyst> MakeAnalyst() override;
  absl::Status ReviewGame(const v1::ReviewGameRequest& request, const ReviewSink& sink) override;

 private:
  const client::Client client_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_REMOTE_BACKEND_H_
