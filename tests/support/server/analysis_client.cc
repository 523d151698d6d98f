#include "tests/support/server/analysis_client.h"

#include <grpcpp/grpcpp.h>

#include <chrono>
#include <utility>

#include "arbiter/v1/analysis_service.grpc.pb.h"
#include "tests/support/server/rpc.h"

namespace arbiter::testing {
namespace {

class GrpcAnalysis final : public RunningAnalysis {
 public:
  GrpcAnalysis(v1::AnalysisService::Stub* stub, const Metadata& metadata,
               const v1::AnalyzeRequest& request, int timeout_ms) {
    SetDeadline(&context_, timeout_ms);
    AddMetadata(&context_, metadata);
    reader_ = stub->Analyze(&context_, request);
  }

  bool Read(v1::AnalyzeResponse* response) override { return reader_->Read(response); }
  void Cancel() override { context_.TryCancel(); }
  google::rpc::Status Finish() override { return ToRpc(reader_->Finish()); }

 private:
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReader<v1::AnalyzeResponse>> reader_;
};

class GrpcSession final : public RunningSession {
 public:
  GrpcSession(v1::AnalysisService::Stub* stub, const Metadata& metadata) {
    SetDeadline(&context_, 0);
    AddMetadata(&context_, metadata);
    stream_ = stub->Session(&context_);
  }

  bool Write(const v1::SessionRequest& request) override { return stream_->Write(request); }
  void WritesDone() override { stream_->WritesDone(); }
  bool Read(v1::SessionResponse* response) override { return stream_->Read(response); }
  void Cancel() override { context_.TryCancel(); }
  google::rpc::Status Finish() override { return ToRpc(stream_->Finish()); }

 private:
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::SessionRequest, v1::SessionResponse>> stream_;
};

}  // namespace

void RunningSession::Analyze(const std::string& id, const v1::AnalyzeRequest& request) {
  v1::SessionRequest message;
  message.set_id(id);
  *message.mutable_analyze() = request;
  Write(message);
}

void RunningSession::Stop() {
  v1::SessionRequest message;
  message.set_stop(true);
  Write(message);
}

std::vector<v1::SessionResponse> RunningSession::ReadTo(const std::string& id) {
  std::vector<v1::SessionResponse> responses;
  for (v1::SessionResponse response; Read(&response);) {
    responses.push_back(response);
    if (response.id() == id && !response.update().has_progress()) break;
  }
  return responses;
}

struct AnalysisClient::Stub {
  std::unique_ptr<v1::AnalysisService::Stub> service;
  Metadata metadata;
};

AnalysisClient::AnalysisClient(const std::string& address, Metadata metadata)
    : stub_(new Stub{v1::AnalysisService::NewStub(
                         grpc::CreateChannel(address, grpc::InsecureChannelCredentials())),
                     std::move(metadata)}) {}
AnalysisClient::~AnalysisClient() = default;

std::unique_ptr<RunningAnalysis> AnalysisClient::Start(const v1::AnalyzeRequest& request,
                                                       int timeout_ms) {
  return std::make_unique<GrpcAnalysis>(stub_->service.get(), stub_->metadata, request, timeout_ms);
}

Streamed<v1::AnalyzeResponse> AnalysisClient::Analyze(const v1::AnalyzeRequest& request,
                                                      int timeout_ms) {
  const std::unique_ptr<RunningAnalysis> call = Start(request, timeout_ms);
  Streamed<v1::AnalyzeResponse> streamed;
  for (v1::AnalyzeResponse response; call->Read(&response);) {
    streamed.responses.push_back(response);
  }
  streamed.status = call->Finish();
  return streamed;
}

Streamed<v1::ReviewGameResponse> AnalysisClient::ReviewGame(const v1::ReviewGameRequest& request,
                                                            int timeout_ms) {
  grpc::ClientContext context;
  SetDeadline(&context, timeout_ms);
  AddMetadata(&context, stub_->metadata);
  const auto reader = stub_->service->ReviewGame(&context, request);
  Streamed<v1::ReviewGameResponse> streamed;
  for (v1::ReviewGameResponse response; reader->Read(&response);) {
    streamed.responses.push_back(response);
  }
  streamed.status = ToRpc(reader->Finish());
  return streamed;
}

std::unique_ptr<RunningSession> AnalysisClient::Session() {
  return std::make_unique<GrpcSession>(stub_->service.get(), stub_->metadata);
}

}  // namespace arbiter::testing
