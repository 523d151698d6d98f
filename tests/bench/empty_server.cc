// A minimal gRPC server with the callback API, which answers the calls of a workload with prepared
// bytes and does not parse the requests. It is the reference for the cost of arbiterd.
#include <signal.h>

#include <iostream>
#include <set>
#include <string>

#include "CLI/CLI.hpp"
#include "absl/synchronization/mutex.h"
#include "arbiter/v1/rules_service.grpc.pb.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "grpcpp/support/byte_buffer.h"
#include "service/convert/call_context.h"
#include "service/net/server_limits.h"
#include "tests/bench/die.h"
#include "tests/bench/messages.h"
#include "tests/bench/workload.h"

namespace arbiter::bench {
namespace {

template <typename Base>
using Raw = v1::RulesService::WithRawCallbackMethod_LegalMoves<
    v1::RulesService::WithRawCallbackMethod_ApplyMoves<
        v1::RulesService::WithRawCallbackMethod_ValidateGame<
            v1::RulesService::WithRawCallbackMethod_Batch<Base>>>>;

// Answers the items one after the other; reading ahead would cost more than it saves.
class EmptyBatch final : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  explicit EmptyBatch(const Workload& workload) : workload_(workload) { StartRead(&request_); }

  void OnReadDone(bool ok) override {
    if (!ok) return Finish(grpc::Status::OK);
    response_ = ToBuffer(workload_.exchanges[ItemIndex(request_, workload_)].response);
    StartWrite(&response_);
  }
  void OnWriteDone(bool ok) override {
    if (!ok) return Finish(grpc::Status::OK);
    StartRead(&request_);
  }
  void OnDone() override { delete this; }

 private:
  const Workload& workload_;
  grpc::ByteBuffer request_;
  grpc::ByteBuffer response_;
};

class EmptyService final : public Raw<v1::RulesService::Service> {
 public:
  explicit EmptyService(Workload workload) : workload_(std::move(workload)) {
    std::set<size_t> lengths;
    for (const Exchange& exchange : workload_.exchanges) lengths.insert(exchange.request.size());
    if (!workload_.is_stream && lengths.size() < workload_.exchanges.size()) {
      Die("two requests of a unary workload have the same length");
    }
  }

  grpc::ServerUnaryReactor* LegalMoves(grpc::CallbackServerContext* context,
                                       const grpc::ByteBuffer* request,
                                       grpc::ByteBuffer* response) override {
    return Answer(context, *request, response);
  }
  grpc::ServerUnaryReactor* ApplyMoves(grpc::CallbackServerContext* context,
                                       const grpc::ByteBuffer* request,
                                       grpc::ByteBuffer* response) override {
    return Answer(context, *request, response);
  }
  grpc::ServerUnaryReactor* ValidateGame(grpc::CallbackServerContext* context,
                                         const grpc::ByteBuffer* request,
                                         grpc::ByteBuffer* response) override {
    return Answer(context, *request, response);
  }

  grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>* Batch(
      grpc::CallbackServerContext* /*context*/) override {
    return new EmptyBatch(workload_);
  }

 private:
  // Finds the response by the length of the request, which is unique.
  grpc::ServerUnaryReactor* Answer(grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer& request, grpc::ByteBuffer* response) {
    for (const Exchange& exchange : workload_.exchanges) {
      if (exchange.request.size() != request.Length()) continue;
      *response = ToBuffer(exchange.response);
      break;
    }
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }

  const Workload workload_;
};

int Main(int argc, char** argv) {
  CLI::App app("arbiter_empty_server: answers calls with prepared responses",
               "arbiter_empty_server");
  std::string name;
  std::string listen;
  app.add_option("--workload", name, "The workload whose calls are answered")
      ->required()
      ->check(CLI::IsMember(WorkloadNames()));
  app.add_option("--listen", listen, "The address to listen on, host:port")->required();
  CLI11_PARSE(app, argc, argv);

  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  // arbiterd has the same setting.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  EmptyService service(MakeWorkload(name));
  grpc::ServerBuilder builder;
  SetServerLimits(Limits(), &builder);
  builder.AddListeningPort(listen, grpc::InsecureServerCredentials());
  builder.RegisterService(&service);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) {
    std::cerr << "error: cannot listen on " << listen << std::endl;
    return 1;
  }
  int signal = 0;
  sigwait(&signals, &signal);
  server->Shutdown();
  return 0;
}

}  // namespace
}  // namespace arbiter::bench

int main(int argc, char** argv) { return arbiter::bench::Main(argc, argv); }
