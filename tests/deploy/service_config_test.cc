// deploy/grpc/service_config.json, read by a client of gRPC.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "grpcpp/client_context.h"
#include "grpcpp/completion_queue.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/ext/health_check_service_server_builder_option.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/health_check_service_interface.h"
#include "grpcpp/security/credentials.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "tests/support/file.h"

namespace arbiter::testing {
namespace {

constexpr char kMethod[] = "/arbiter.v1.RulesService/LegalMoves";

grpc::ByteBuffer EmptyMessage() {
  const grpc::Slice slice;
  return {&slice, 1};
}

// Refuses so many calls, and answers all others with an empty message.
class FakeService : public grpc::CallbackGenericService {
 public:
  void Refuse(int calls, grpc::StatusCode code) {
    code_ = code;
    refusals_ = calls;
  }
  int calls() const { return calls_; }

  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* /*context*/) override {
    ++calls_;
    return new Answer(refusals_-- > 0 ? code_ : grpc::StatusCode::OK);
  }

 private:
  class Answer : public grpc::ServerGenericBidiReactor {
   public:
    explicit Answer(grpc::StatusCode code) {
      if (code == grpc::StatusCode::OK) {
        StartWriteAndFinish(&message_, {}, grpc::Status::OK);
      } else {
        Finish({code, "refused"});
      }
    }
    void OnDone() override { delete this; }

   private:
    grpc::ByteBuffer message_ = EmptyMessage();
  };

  std::atomic<int> calls_ = 0;
  std::atomic<int> refusals_ = 0;
  grpc::StatusCode code_ = grpc::StatusCode::OK;
};

class FakeServer {
 public:
  FakeServer() {
    grpc::EnableDefaultHealthCheckService(true);
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port_);
    builder.RegisterCallbackGenericService(&service);
    server_ = builder.BuildAndStart();
  }
  ~FakeServer() { server_->Shutdown(std::chrono::system_clock::now()); }

  std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  void SetServing(bool serving) { server_->GetHealthCheckService()->SetServingStatus(serving); }

  FakeService service;

 private:
  int port_ = 0;
  std::unique_ptr<grpc::Server> server_;
};

class Caller {
 public:
  explicit Caller(const std::string& target) : stub_(Connect(target)) {}

  grpc::StatusCode Call() {
    grpc::ClientContext context;
    context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(10));
    grpc::CompletionQueue queue;
    grpc::ByteBuffer answer;
    grpc::Status status;
    const auto call = stub_.PrepareUnaryCall(&context, kMethod, EmptyMessage(), &queue);
    call->StartCall();
    call->Finish(&answer, &status, nullptr);
    void* tag = nullptr;
    bool ok = false;
    queue.Next(&tag, &ok);
    return status.error_code();
  }

 private:
  static std::shared_ptr<grpc::Channel> Connect(const std::string& target) {
    grpc::ChannelArguments arguments;
    arguments.SetServiceConfigJSON(ReadFile(ARBITER_SOURCE_DIR "/deploy/grpc/service_config.json"));
    arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
    return grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), arguments);
  }

  grpc::GenericStub stub_;
};

TEST(ServiceConfig, RetriesUnavailableUpToFourAttempts) {
  FakeServer server;
  Caller caller("ipv4:" + server.address());
  server.service.Refuse(3, grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(caller.Call(), grpc::StatusCode::OK);
  EXPECT_EQ(server.service.calls(), 4);
  server.service.Refuse(4, grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(caller.Call(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(server.service.calls(), 8);
}

TEST(ServiceConfig, RetriesNothingElse) {
  FakeServer server;
  Caller caller("ipv4:" + server.address());
  int calls = 0;
  for (const grpc::StatusCode code :
       {grpc::StatusCode::RESOURCE_EXHAUSTED, grpc::StatusCode::INTERNAL,
        grpc::StatusCode::DEADLINE_EXCEEDED, grpc::StatusCode::UNAUTHENTICATED}) {
    server.service.Refuse(1, code);
    EXPECT_EQ(caller.Call(), code);
    EXPECT_EQ(server.service.calls(), ++calls);
  }
}

TEST(ServiceConfig, SpreadsCallsOverServersWhoseHealthIsServing) {
  constexpr int kCalls = 30;
  FakeServer servers[3];
  Caller caller("ipv4:" + servers[0].address() + "," + servers[1].address() + "," +
                servers[2].address());
  const auto called_by = [&](FakeServer& server) {
    const int before = server.service.calls();
    for (int i = 0; i < kCalls; ++i) EXPECT_EQ(caller.Call(), grpc::StatusCode::OK);
    return server.service.calls() - before;
  };
  // Until it knows all of them.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (called_by(servers[0]) != kCalls / 3 && std::chrono::steady_clock::now() < end) {
  }
  for (FakeServer& server : servers) EXPECT_EQ(called_by(server), kCalls / 3);
  servers[1].SetServing(false);
  while (called_by(servers[1]) != 0 && std::chrono::steady_clock::now() < end) {
  }
  EXPECT_EQ(called_by(servers[1]), 0);
  EXPECT_EQ(called_by(servers[2]), kCalls / 2);
  servers[1].SetServing(true);
  while (called_by(servers[1]) != kCalls / 3 && std::chrono::steady_clock::now() < end) {
  }
  EXPECT_EQ(called_by(servers[1]), kCalls / 3);
}

}  // namespace
}  // namespace arbiter::testing
