#ifndef ARBITER_CLIENTS_CLI_REMOTE_BACKEND_H_
#define ARBITER_CLIENTS_CLI_REMOTE_BACKEND_H_

#include <memory>
#include <string>

#include "absl/time/time.h"
#include "arbiter/v1/rules_service.grpc.pb.h"
#include "clients/cli/backend.h"

namespace arbiter::cli {

// A service elsewhere, over gRPC without TLS. CallAll() uses the Batch stream:
// answers come in the order in which they are ready.
class RemoteBackend : public Backend {
 public:
  // `server` is a gRPC target such as `localhost:50051`; `timeout` is what one
  // call may take at most, the stream of CallAll() excepted.
  RemoteBackend(const std::string& server, absl::Duration timeout);

  void Call(const v1::BatchRequest& request, v1::BatchResponse* response) override;
  absl::Status CallAll(const Source& source, const Sink& sink) override;

 private:
  grpc::Status CallMethod(const v1::BatchRequest& request, v1::BatchResponse* response);
  // What to tell of a failure that the service itself did not report.
  std::string Explain(const grpc::Status& status) const;

  std::string server_;
  absl::Duration timeout_;
  std::unique_ptr<v1::RulesService::Stub> stub_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_REMOTE_BACKEND_H_
