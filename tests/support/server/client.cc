#include "tests/support/server/client.h"

#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <chrono>
#include <thread>
#include <utility>

#include "arbiter/v1/rules_service.grpc.pb.h"
#include "tests/support/server/rpc.h"

namespace arbiter::testing {
namespace {

// Waits for the next event of the queue and returns whether its operation succeeded.
bool Next(grpc::CompletionQueue* queue) {
  void* tag = nullptr;
  bool ok = false;
  return queue->Next(&tag, &ok) && ok;
}

class GrpcBatch final : public RunningBatch {
 public:
  GrpcBatch(v1::RulesService::Stub* stub, const Metadata& metadata, int timeout_ms) {
    SetDeadline(&context_, timeout_ms);
    AddMetadata(&context_, metadata);
    stream_ = stub->Batch(&context_);
  }

  v1::BatchResponse Ask(const v1::BatchRequest& item) override {
    v1::BatchResponse response;
    stream_->Write(item);
    stream_->Read(&response);
    return response;
  }
  google::rpc::Status Finish() override {
    stream_->WritesDone();
    return ToRpc(stream_->Finish());
  }

 private:
  grpc::ClientContext context_;
  std::unique_ptr<grpc::ClientReaderWriter<v1::BatchRequest, v1::BatchResponse>> stream_;
};

}  // namespace

struct Client::Stubs {
  Stubs(const std::string& address, Metadata call_metadata)
      : metadata(std::move(call_metadata)),
        channel(grpc::CreateChannel(address, grpc::InsecureChannelCredentials())),
        rules(v1::RulesService::NewStub(channel)),
        generic(channel) {}

  Metadata metadata;
  std::shared_ptr<grpc::Channel> channel;
  std::unique_ptr<v1::RulesService::Stub> rules;
  grpc::GenericStub generic;
};

Client::Client(const std::string& address, Metadata metadata)
    : stubs_(std::make_unique<Stubs>(address, std::move(metadata))) {}
Client::~Client() = default;

void Client::AddMetadata(const std::string& key, const std::string& value) {
  stubs_->metadata.emplace_back(key, value);
}

v1::BatchResponse Client::Call(const v1::BatchRequest& request, int timeout_ms) {
  grpc::ClientContext context;
  SetDeadline(&context, timeout_ms);
  testing::AddMetadata(&context, stubs_->metadata);
  v1::BatchResponse response;
  grpc::Status status;
  v1::RulesService::Stub& rules = *stubs_->rules;
  switch (request.request_case()) {
#define ARBITER_UNARY_METHOD(name, item, ...)                                 \
  case v1::BatchRequest::k##name:                                             \
    status = rules.name(&context, request.item(), response.mutable_##item()); \
    break;
#include "service/methods.def"
    default:
      status =
          grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, "no unary method takes this request");
      break;
  }
  if (!status.ok()) *response.mutable_status() = ToRpc(status);
  response.set_id(request.id());
  return response;
}

std::vector<v1::BatchResponse> Client::Batch(const std::vector<v1::BatchRequest>& items,
                                             int* code) {
  grpc::ClientContext context;
  SetDeadline(&context, 0);
  testing::AddMetadata(&context, stubs_->metadata);
  const auto stream = stubs_->rules->Batch(&context);
  std::thread writer([&] {
    for (const v1::BatchRequest& item : items) {
      if (!stream->Write(item)) return;
    }
    stream->WritesDone();
  });
  std::vector<v1::BatchResponse> responses;
  for (v1::BatchResponse response; stream->Read(&response);) responses.push_back(response);
  writer.join();
  const grpc::Status status = stream->Finish();
  if (code != nullptr) *code = status.error_code();
  return responses;
}

std::unique_ptr<RunningBatch> Client::StartBatch(int timeout_ms) {
  return std::make_unique<GrpcBatch>(stubs_->rules.get(), stubs_->metadata, timeout_ms);
}

google::rpc::Status Client::CallBytes(const std::string& method, const std::string& message) {
  grpc::ClientContext context;
  SetDeadline(&context, 0);
  grpc::CompletionQueue queue;
  const auto call = stubs_->generic.PrepareUnaryCall(&context, "/arbiter.v1.RulesService/" + method,
                                                     ToBuffer(message), &queue);
  call->StartCall();
  grpc::ByteBuffer answer;
  grpc::Status status;
  call->Finish(&answer, &status, nullptr);
  Next(&queue);
  return ToRpc(status);
}

google::rpc::Status Client::CallWithoutRequest(const std::string& method) {
  grpc::ClientContext context;
  SetDeadline(&context, 0);
  grpc::CompletionQueue queue;
  const auto call =
      stubs_->generic.PrepareCall(&context, "/arbiter.v1.RulesService/" + method, &queue);
  call->StartCall(nullptr);
  Next(&queue);
  call->WritesDone(nullptr);
  Next(&queue);
  grpc::Status status;
  call->Finish(&status, nullptr);
  Next(&queue);
  return ToRpc(status);
}

google::rpc::Status Client::BatchBytes(const v1::BatchRequest& item, const std::string& message,
                                       v1::BatchResponse* answer) {
  grpc::ClientContext context;
  SetDeadline(&context, 0);
  grpc::CompletionQueue queue;
  const auto call = stubs_->generic.PrepareCall(&context, "/arbiter.v1.RulesService/Batch", &queue);
  call->StartCall(nullptr);
  Next(&queue);
  for (const std::string& bytes : {item.SerializeAsString(), message}) {
    call->Write(ToBuffer(bytes), nullptr);
    Next(&queue);
  }
  grpc::ByteBuffer bytes;
  call->Read(&bytes, nullptr);
  if (Next(&queue)) answer->ParseFromString(ToString(bytes));
  grpc::Status status;
  call->Finish(&status, nullptr);
  Next(&queue);
  return ToRpc(status);
}

std::vector<std::string> Client::BatchAnswers(const std::vector<v1::BatchRequest>& messages) {
  grpc::ClientContext context;
  SetDeadline(&context, 0);
  grpc::CompletionQueue queue;
  const auto call = stubs_->generic.PrepareCall(&context, "/arbiter.v1.RulesService/Batch", &queue);
  call->StartCall(nullptr);
  std::vector<std::string> answers;
  bool ok = Next(&queue);
  for (const v1::BatchRequest& message : messages) {
    if (!ok) break;
    call->Write(ToBuffer(message.SerializeAsString()), nullptr);
    ok = Next(&queue);
    grpc::ByteBuffer answer;
    call->Read(&answer, nullptr);
    ok = Next(&queue) && ok;
    if (ok) answers.push_back(ToString(answer));
  }
  context.TryCancel();
  grpc::Status status;
  call->Finish(&status, nullptr);
  Next(&queue);
  return answers;
}

int Client::Health(const std::string& service) {
  grpc::ClientContext context;
  SetDeadline(&context, 0);
  grpc::CompletionQueue queue;
  // HealthCheckRequest { string service = 1; }
  std::string request;
  if (!service.empty()) {
    request = {'\x0a', static_cast<char>(service.size())};
    request += service;
  }
  const auto call = stubs_->generic.PrepareUnaryCall(&context, "/grpc.health.v1.Health/Check",
                                                     ToBuffer(request), &queue);
  call->StartCall();
  grpc::ByteBuffer answer;
  grpc::Status status;
  call->Finish(&answer, &status, nullptr);
  if (!Next(&queue)) return -1;
  if (status.error_code() == grpc::StatusCode::NOT_FOUND) return status.error_code();
  if (!status.ok()) return -1;
  // HealthCheckResponse { ServingStatus status = 1; }
  const std::string bytes = ToString(answer);
  return bytes.size() == 2 ? bytes[1] : 0;
}

std::string Client::Reflection(const std::string& request) {
  grpc::ClientContext context;
  SetDeadline(&context, 0);
  grpc::CompletionQueue queue;
  const auto call = stubs_->generic.PrepareCall(
      &context, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", &queue);
  call->StartCall(nullptr);
  if (!Next(&queue)) return "";
  call->Write(ToBuffer(request), nullptr);
  if (!Next(&queue)) return "";
  grpc::ByteBuffer answer;
  call->Read(&answer, nullptr);
  if (!Next(&queue)) return "";
  context.TryCancel();
  return ToString(answer);
}

}  // namespace arbiter::testing
