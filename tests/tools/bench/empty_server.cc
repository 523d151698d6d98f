// A minimal gRPC server, which answers the calls of a workload with prepared bytes and does not
// parse the requests. It is the reference for the cost of arbiterd. It uses gRPC's callback API;
// the flag --queues makes it use completion queues, as arbiterd does.
#include <signal.h>

#include <iostream>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "CLI/CLI.hpp"
#include "absl/synchronization/mutex.h"
#include "arbiter/v1/rules_service.grpc.pb.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/security/server_credentials.h"
#include "grpcpp/server.h"
#include "grpcpp/server_builder.h"
#include "grpcpp/support/byte_buffer.h"
#include "service/grpc/grpc_rpc.h"
#include "service/grpc/server_limits.h"
#include "service/limits.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/messages.h"
#include "tests/tools/bench/workload.h"

namespace arbiter::bench {
namespace {

template <typename Base>
using Raw = v1::RulesService::WithRawCallbackMethod_LegalMoves<
    v1::RulesService::WithRawCallbackMethod_ApplyMoves<
        v1::RulesService::WithRawCallbackMethod_ValidateGame<
            v1::RulesService::WithRawCallbackMethod_Batch<Base>>>>;

// Finds the response by the length of the request, which is unique in a unary workload.
std::string UnaryResponse(const Workload& workload, size_t request_bytes) {
  for (const Exchange& exchange : workload.exchanges) {
    if (exchange.request.size() == request_bytes) return exchange.response;
  }
  return {};
}

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
  explicit EmptyService(const Workload& workload) : workload_(workload) {}

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
  grpc::ServerUnaryReactor* Answer(grpc::CallbackServerContext* context,
                                   const grpc::ByteBuffer& request, grpc::ByteBuffer* response) {
    *response = ToBuffer(UnaryResponse(workload_, request.Length()));
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }

  const Workload& workload_;
};

// A call or a stream on a completion queue.
class QueueCall final : public SelfOwnedRpc {
 public:
  QueueCall(const Workload* workload, std::unique_ptr<Rpc> rpc)
      : SelfOwnedRpc(std::move(rpc)), workload_(*workload) {}

  static void Start(const Workload* workload, std::unique_ptr<Rpc> rpc) {
    Open<QueueCall>(workload, std::move(rpc))->rpc().StartRead();
  }

  void OnReadDone(bool has_message) override {
    if (!has_message) return rpc().StartFinish({});
    const ReceivedBytes message = rpc().TakeMessage();
    if (workload_.is_stream) {
      const size_t item = ItemIndex(message.view(), workload_);
      rpc().StartWrite(workload_.exchanges[item].response, /*more_follows=*/false);
    } else {
      rpc().StartWriteAndFinish(UnaryResponse(workload_, message.view().size()));
    }
  }
  void OnWriteDone(bool ok) override {
    if (ok) return rpc().StartRead();
    rpc().StartFinish({});
  }
  void OnCancel() override {}
  void OnTick(Time /*now*/) override {}

 private:
  const Workload& workload_;
};

void CheckLengths(const Workload& workload) {
  std::set<size_t> lengths;
  for (const Exchange& exchange : workload.exchanges) lengths.insert(exchange.request.size());
  if (!workload.is_stream && lengths.size() < workload.exchanges.size()) {
    Die("two requests of a unary workload have the same length");
  }
}

int Main(int argc, char** argv) {
  CLI::App app("arbiter_empty_server: answers calls with prepared responses",
               "arbiter_empty_server");
  std::string name;
  std::string listen;
  app.add_option("--workload", name, "The workload whose calls are answered")
      ->required()
      ->check(CLI::IsMember(WorkloadNames()));
  app.add_option("--listen", listen, "The address to listen on, host:port")->required();
  bool uses_queues = false;
  app.add_flag("--queues", uses_queues, "Use completion queues instead of the callback API");
  CLI11_PARSE(app, argc, argv);

  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);

  // arbiterd has the same setting.
  absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  const Workload workload = MakeWorkload(name);
  CheckLengths(workload);
  EmptyService service(workload);
  grpc::AsyncGenericService queue_service;
  Connections connections({}, nullptr);
  std::vector<std::unique_ptr<RpcQueue>> queues;
  grpc::ServerBuilder builder;
  SetServerLimits(Limits(), &builder);
  builder.AddListeningPort(listen, grpc::InsecureServerCredentials());
  if (uses_queues) {
    queues = AddQueues(
        &builder, &queue_service, &connections,
        [&workload](std::unique_ptr<Rpc> rpc) { QueueCall::Start(&workload, std::move(rpc)); });
  } else {
    builder.RegisterService(&service);
  }
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) {
    std::cerr << "error: cannot listen on " << listen << std::endl;
    return 1;
  }
  for (const auto& queue : queues) queue->Start(server->c_server());
  int signal = 0;
  sigwait(&signals, &signal);
  server->Shutdown();
  for (const auto& queue : queues) queue->Shutdown();
  return 0;
}

}  // namespace
}  // namespace arbiter::bench

int main(int argc, char** argv) { return arbiter::bench::Main(argc, argv); }
