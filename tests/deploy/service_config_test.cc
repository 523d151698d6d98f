// The behaviour of a gRPC client with deploy/grpc/service_config.json.
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
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

constexpr char kMethod[] = "/arbiter.v1.RulesService/LegalMoves";

grpc::ByteBuffer EmptyMessage() {
  const grpc::Slice slice;
  return {&slice, 1};
}

// Fails a number of calls and answers all others with an empty message.
class FakeService : public grpc::CallbackGenericService {
 public:
  void FailNext(int calls, grpc::StatusCode code) {
    code_ = code;
    failures_ = calls;
  }
  int calls() const { return calls_; }

  grpc::ServerGenericBidiReactor* CreateReactor(
      grpc::GenericCallbackServerContext* /*context*/) override {
    ++calls_;
    return new Reactor(failures_-- > 0 ? code_ : grpc::StatusCode::OK);
  }

 private:
  class Reactor : public grpc::ServerGenericBidiReactor {
   public:
    explicit Reactor(grpc::StatusCode code) {
      if (code == grpc::StatusCode::OK) {
        StartWriteAndFinish(&message_, {}, grpc::Status::OK);
      } else {
        Finish({code, "failed"});
      }
    }
    void OnDone() override { delete this; }

   private:
    grpc::ByteBuffer message_ = EmptyMessage();
  };

  std::atomic<int> calls_ = 0;
  std::atomic<int> failures_ = 0;
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
    context.set_deadline(std::chrono::system_clock::now() + kPatience);
    grpc::CompletionQueue queue;
    grpc::ByteBuffer response;
    grpc::Status status;
    const auto call = stub_.PrepareUnaryCall(&context, kMethod, EmptyMessage(), &queue);
    call->StartCall();
    call->Finish(&response, &status, nullptr);
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

TEST(ServiceConfig, MakesUpToFourAttemptsIfUnavailable) {
  FakeServer server;
  Caller caller("ipv4:" + server.address());
  server.service.FailNext(3, grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(caller.Call(), grpc::StatusCode::OK);
  EXPECT_EQ(server.service.calls(), 4);
  server.service.FailNext(4, grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(caller.Call(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(server.service.calls(), 8);
}

TEST(ServiceConfig, RetriesNoOtherCodes) {
  FakeServer server;
  Caller caller("ipv4:" + server.address());
  int calls = 0;
  for (const grpc::StatusCode code :
       {grpc::StatusCode::RESOURCE_EXHAUSTED, grpc::StatusCode::INTERNAL,
        grpc::StatusCode::DEADLINE_EXCEEDED, grpc::StatusCode::UNAUTHENTICATED}) {
    server.service.FailNext(1, code);
    EXPECT_EQ(caller.Call(), code);
    EXPECT_EQ(server.service.calls(), ++calls);
  }
}

TEST(ServiceConfig, BalancesCallsBetweenHealthyServers) {
  constexpr int kCalls = 30;
  FakeServer servers[3];
  Caller caller("ipv4:" + servers[0].address() + "," + servers[1].address() + "," +
                servers[2].address());
  const auto count_calls = [&](FakeServer& server) {
    const int before = server.service.calls();
    for (int i = 0; i < kCalls; ++i) EXPECT_EQ(caller.Call(), grpc::StatusCode::OK);
    return server.service.calls() - before;
  };
  // Waits until the client is connected to all servers.
  EXPECT_TRUE(Eventually([&] { return count_calls(servers[0]) == kCalls / 3; }));
  for (FakeServer& server : servers) EXPECT_EQ(count_calls(server), kCalls / 3);
  servers[1].SetServing(false);
  EXPECT_TRUE(Eventually([&] { return count_calls(servers[1]) == 0; }));
  EXPECT_EQ(count_calls(servers[1]), 0);
  EXPECT_EQ(count_calls(servers[2]), kCalls / 2);
  servers[1].SetServing(true);
  EXPECT_TRUE(Eventually([&] { return count_calls(servers[1]) == kCalls / 3; }));
  EXPECT_EQ(count_calls(servers[1]), kCalls / 3);
}

}  // namespace
}  // namespace arbiter::testing
