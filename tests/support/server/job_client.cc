#include "tests/support/server/job_client.h"

#include <grpcpp/grpcpp.h>

#include <utility>

#include "arbiter/v1/job_service.grpc.pb.h"
#include "tests/support/server/rpc.h"

namespace arbiter::testing {
namespace {

template <typename Response>
class GrpcStream final : public RunningStream<Response> {
 public:
  // `start` begins the call with a context.
  template <typename Start>
  GrpcStream(const Metadata& metadata, const Start& start) {
    SetDeadline(&context_, 0);
    AddMetadata(&context_, metadata);
    reader_ = start(&context_);
  }

  bool Read(Response* response) override { return reader_->Read(response); }
  void Cancel() override { context_.TryCancel(); }
  google::rpc::Status Finish() override { return ToRpc(reader_->Finish()); }

 private:
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReader<Response>> reader_;
};

}  // namespace

struct JobClient::Stub {
  std::unique_ptr<v1::JobService::Stub> service;
  Metadata metadata;
};

JobClient::JobClient(const std::string& address, Metadata metadata)
    : stub_(new Stub{
          v1::JobService::NewStub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials())),
          std::move(metadata)}) {}
JobClient::~JobClient() = default;

std::unique_ptr<RunningStream<v1::WatchJobResponse>> JobClient::Watch(const std::string& job_id) {
  v1::WatchJobRequest request;
  request.set_job_id(job_id);
  return std::make_unique<GrpcStream<v1::WatchJobResponse>>(
      stub_->metadata,
      [&](grpc::ClientContext* context) { return stub_->service->WatchJob(context, request); });
}

std::unique_ptr<RunningStream<v1::StreamJobResultsResponse>> JobClient::StreamResults(
    const v1::StreamJobResultsRequest& request) {
  return std::make_unique<GrpcStream<v1::StreamJobResultsResponse>>(
      stub_->metadata, [&](grpc::ClientContext* context) {
        return stub_->service->StreamJobResults(context, request);
      });
}

}  // namespace arbiter::testing
