#include "tests/deploy/paced_calls.h"

#include <algorithm>
#include <memory>
#include <thread>

#include "grpcpp/client_context.h"
#include "grpcpp/completion_queue.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/security/credentials.h"
#include "tests/bench/messages.h"

namespace arbiter::testing {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMaxComplaints = 5;

struct Asked {
  std::string method;
  grpc::ByteBuffer request;
  const std::string* expected;
};

struct Call {
  explicit Call(const Asked* what) : asked(what), begin(Clock::now()) {}

  const Asked* asked;
  Clock::time_point begin;
  grpc::ClientContext context;
  grpc::ByteBuffer answer;
  grpc::Status status;
  std::unique_ptr<grpc::GenericClientAsyncResponseReader> reader;
};

// One exchange of each workload in turn, so that methods mix.
std::vector<Asked> Mix(const std::vector<bench::Workload>& workloads) {
  std::vector<Asked> mixed;
  size_t longest = 0;
  for (const bench::Workload& workload : workloads) {
    longest = std::max(longest, workload.exchanges.size());
  }
  for (size_t i = 0; i < longest; ++i) {
    for (const bench::Workload& workload : workloads) {
      const bench::Exchange& exchange = workload.exchanges[i % workload.exchanges.size()];
      mixed.push_back({workload.method, bench::ToBuffer(exchange.request), &exchange.response});
    }
  }
  return mixed;
}

std::shared_ptr<grpc::Channel> Connect(const PacedOptions& options) {
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(options.service_config);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(options.target, grpc::InsecureChannelCredentials(), arguments);
}

void Count(const Call& call, PacedResult* result) {
  ++result->calls;
  result->slowest =
      std::max(result->slowest,
               std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - call.begin));
  if (!call.status.ok()) {
    ++result->failed;
    if (result->complaints.size() < kMaxComplaints) {
      result->complaints.push_back(std::to_string(call.status.error_code()) + " " +
                                   call.status.error_message());
    }
  } else if (!bench::Holds(call.answer, *call.asked->expected)) {
    ++result->wrong;
  }
}

// Takes answers until the queue is shut down and empty.
void TakeAnswers(grpc::CompletionQueue* queue, PacedResult* result) {
  void* tag = nullptr;
  bool ok = false;
  while (queue->Next(&tag, &ok)) {
    const std::unique_ptr<Call> call(static_cast<Call*>(tag));
    Count(*call, result);
  }
}

}  // namespace

PacedResult RunPacedCalls(const std::vector<bench::Workload>& workloads,
                          const PacedOptions& options, const std::stop_token& stop) {
  const std::vector<Asked> mixed = Mix(workloads);
  grpc::GenericStub stub(Connect(options));
  grpc::CompletionQueue queue;
  PacedResult result;
  std::thread taker(TakeAnswers, &queue, &result);
  const Clock::duration interval =
      std::chrono::nanoseconds(1'000'000'000 / options.calls_per_second);
  Clock::time_point next = Clock::now();
  for (int64_t i = 0; i < options.max_calls && !stop.stop_requested(); ++i, next += interval) {
    std::this_thread::sleep_until(next);
    auto* call = new Call(&mixed[static_cast<size_t>(i) % mixed.size()]);
    call->context.set_deadline(std::chrono::system_clock::now() + options.deadline);
    call->reader =
        stub.PrepareUnaryCall(&call->context, call->asked->method, call->asked->request, &queue);
    call->reader->StartCall();
    call->reader->Finish(&call->answer, &call->status, call);
  }
  queue.Shutdown();
  taker.join();
  return result;
}

}  // namespace arbiter::testing
