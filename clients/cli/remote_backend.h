#ifndef ARBITER_CLIENTS_CLI_REMOTE_BACKEND_H_
#define ARBITER_CLIENTS_CLI_REMOTE_BACKEND_H_

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "arbiter/v1/analysis_service.grpc.pb.h"
#include "arbiter/v1/rules_service.grpc.pb.h"
#include "clients/cli/backend.h"
#include "clients/cli/remote_server.h"

namespace arbiter::cli {

// A service elsewhere, over gRPC. CallAll() uses the Batch stream: answers come in the order in
// which they are ready.
class RemoteBackend : public Backend {
 public:
  // As RemoteServer.
  RemoteBackend(const std::string& server, const ServerAccess& access, absl::Duration timeout);

  bool remote() const override { return true; }
  void Call(const v1::BatchRequest& request, v1::BatchResponse* response) override;
  absl::Status CallAll(const Source& source, const Sink& sink) override;
  std::unique_ptr<Analyst> MakeAnalyst() override;
  absl::Status ReviewGame(const v1::ReviewGameRequest& request, const ReviewSink& sink) override;

 private:
  grpc::Status CallMethod(const v1::BatchRequest& request, v1::BatchResponse* response);

  RemoteServer server_;
  std::unique_ptr<v1::RulesService::Stub> stub_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_REMOTE_BACKEND_H_
