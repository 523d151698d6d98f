#ifndef ARBITER_CLIENTS_CLI_REMOTE_ANALYST_H_
#define ARBITER_CLIENTS_CLI_REMOTE_ANALYST_H_

#include <cstdint>
#include <memory>
#include <string>

#include "arbiter/v1/analysis_service.grpc.pb.h"
#include "clients/cli/analyst.h"
#include "clients/cli/remote_server.h"

namespace arbiter::cli {

// A service elsewhere: one Session stream, opened anew where it was lost.
class RemoteAnalyst : public Analyst {
 public:
  // `server` has to live as long.
  explicit RemoteAnalyst(const RemoteServer* server)
      : server_(server), stub_(v1::AnalysisService::NewStub(server->channel())) {}
  ~RemoteAnalyst() override;
  RemoteAnalyst(const RemoteAnalyst&) = delete;
  RemoteAnalyst& operator=(const RemoteAnalyst&) = delete;

  absl::Status Analyze(const v1::AnalyzeRequest& request, const StopToken& stop,
                       const Sink& sink) override;

 private:
  using Stream = grpc::ClientReaderWriterInterface<v1::SessionRequest, v1::SessionResponse>;

  void Open();
  // How the stream ended.
  absl::Status Close();
  // Reads the answers with this id up to the best move; OK as well where the stream ends.
  absl::Status ReadAnswers(const std::string& id, const Sink& sink, bool* complete);

  const RemoteServer* const server_;
  std::unique_ptr<v1::AnalysisService::Stub> stub_;
  std::unique_ptr<grpc::ClientContext> context_;
  std::unique_ptr<Stream> stream_;
  uint64_t last_id_ = 0;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_REMOTE_ANALYST_H_
