#include "tests/support/server/load.h"

#include <grpcpp/create_channel_posix.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "google/rpc/error_details.pb.h"
#include "tests/support/server/client.h"
#include "tests/support/server/raw_connection.h"
#include "tests/support/server/rpc.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

}  // namespace

int64_t Tally::calls() const {
  int64_t calls = ok + wrong;
  for (const auto& [unused, count] : failed) calls += count;
  return calls;
}

void Tally::Add(const Tally& other) {
  ok += other.ok;
  wrong += other.wrong;
  for (const auto& [code, count] : other.failed) failed[code] += count;
  examples.insert(other.examples.begin(), other.examples.end());
  with_retry_info += other.with_retry_info;
  latencies.insert(latencies.end(), other.latencies.begin(), other.latencies.end());
}

milliseconds Tally::Percentile(double share) const {
  if (latencies.empty()) return milliseconds(0);
  std::vector<std::chrono::microseconds> sorted = latencies;
  std::sort(sorted.begin(), sorted.end());
  const auto rank = static_cast<size_t>(share * static_cast<double>(sorted.size()));
  return std::chrono::ceil<milliseconds>(sorted[std::min(rank, sorted.size() - 1)]);
}

struct Load::Run {
  explicit Run(std::vector<Calls> calls) : in_turn(std::move(calls)) {
    for (const Calls& each : in_turn) requests.push_back(ToBuffer(each.request));
  }

  const std::vector<Calls> in_turn;
  std::vector<grpc::ByteBuffer> requests;
  // Whether each call that ends starts the next one.
  std::atomic<bool> keep = false;
  std::mutex mutex;
  std::condition_variable changed;
  int64_t started = 0;
  int64_t in_flight = 0;
  Tally tally;
};

struct Load::Call {
  std::shared_ptr<Run> run;
  const Calls* calls = nullptr;
  Clock::time_point started = Clock::now();
  grpc::ClientContext context;
  std::unique_ptr<grpc::GenericClientAsyncResponseReader> reader;
  grpc::ByteBuffer response;
  grpc::Status status;
};

struct Load::Connections {
  std::vector<std::unique_ptr<grpc::GenericStub>> stubs;
  std::atomic<size_t> next = 0;
  std::atomic<int64_t> ended = 0;
  // The receiver thread takes the answers from this queue. The callback API of gRPC 1.51 would need
  // neither a queue nor a thread here, but it frees its own queue twice if the last channel of the
  // process is destroyed while a new one is created.
  grpc::CompletionQueue answers;
  std::thread receiver;
};

Load::Load(std::unique_ptr<Connections> connections) : connections_(std::move(connections)) {
  connections_->receiver = std::thread([this, answers = &connections_->answers] {
    void* tag = nullptr;
    for (bool ok = false; answers->Next(&tag, &ok);) {
      const std::unique_ptr<Call> call(static_cast<Call*>(tag));
      Record(*call);
    }
  });
}

Load::Load(const std::string& address, int connections, const std::string& service_config)
    : Load([&] {
        grpc::ChannelArguments arguments;
        arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
        arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, service_config.empty() ? 0 : 1);
        if (!service_config.empty()) arguments.SetServiceConfigJSON(service_config);
        auto made = std::make_unique<Connections>();
        for (int i = 0; i < connections; ++i) {
          made->stubs.push_back(std::make_unique<grpc::GenericStub>(
              grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments)));
        }
        return made;
      }()) {}

Load Load::From(const std::string& source, const std::string& address, int connections) {
  auto made = std::make_unique<Connections>();
  for (int i = 0; i < connections; ++i) {
    made->stubs.push_back(std::make_unique<grpc::GenericStub>(
        grpc::CreateInsecureChannelFromFd(address, RawConnection(address, source).Release())));
  }
  return Load(std::move(made));
}

Load::~Load() {
  connections_->answers.Shutdown();
  connections_->receiver.join();
}

void Load::Start(const std::shared_ptr<Run>& run) {
  size_t kind = 0;
  {
    const std::lock_guard lock(run->mutex);
    kind = static_cast<size_t>(run->started++) % run->in_turn.size();
    ++run->in_flight;
  }
  auto call = std::make_unique<Call>();
  call->run = run;
  call->calls = &run->in_turn[kind];
  SetDeadline(&call->context, static_cast<int>(call->calls->timeout.count()));
  AddMetadata(&call->context, call->calls->metadata);
  const size_t next = connections_->next++ % connections_->stubs.size();
  call->reader = connections_->stubs[next]->PrepareUnaryCall(
      &call->context, call->calls->method, run->requests[kind], &connections_->answers);
  call->reader->StartCall();
  Call* tag = call.release();
  tag->reader->Finish(&tag->response, &tag->status, tag);
}

void Load::Record(const Call& call) {
  Run& run = *call.run;
  const std::string& expected = call.calls->expected;
  const bool right = expected.empty() || (call.status.ok() && ToString(call.response) == expected);
  ++connections_->ended;
  if (run.keep) Start(call.run);
  const std::lock_guard lock(run.mutex);
  run.tally.latencies.push_back(
      std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - call.started));
  if (call.status.ok()) {
    ++(right ? run.tally.ok : run.tally.wrong);
  } else {
    const google::rpc::Status status = ToRpc(call.status);
    ++run.tally.failed[status.code()];
    run.tally.examples.emplace(status.code(), status);
    const bool may_retry = DetailOf<google::rpc::RetryInfo>(status).has_retry_delay();
    if (status.code() == grpc::StatusCode::RESOURCE_EXHAUSTED && may_retry) {
      ++run.tally.with_retry_info;
    }
  }
  --run.in_flight;
  run.changed.notify_all();
}

Tally Load::Finish(const std::shared_ptr<Run>& run) {
  std::unique_lock lock(run->mutex);
  run->changed.wait(lock, [&run] { return run->in_flight == 0; });
  return run->tally;
}

Tally Load::Keep(const Calls& calls, int in_flight, std::chrono::milliseconds time) {
  std::stop_source stop;
  const std::jthread timer([time, &stop] {
    std::this_thread::sleep_for(time);
    stop.request_stop();
  });
  return KeepUntil(calls, in_flight, stop.get_token());
}

Tally Load::KeepUntil(const Calls& calls, int in_flight, const std::stop_token& stop) {
  const auto run = std::make_shared<Run>(std::vector{calls});
  run->keep = true;
  const std::stop_callback on_stop(stop, [&run] { run->keep = false; });
  for (int i = 0; i < in_flight; ++i) Start(run);
  return Finish(run);
}

Tally Load::Offer(const Calls& calls, double per_second, std::chrono::milliseconds time) {
  const auto run = std::make_shared<Run>(std::vector{calls});
  const Clock::time_point begin = Clock::now();
  const auto count = static_cast<int64_t>(per_second * std::chrono::duration<double>(time).count());
  for (int64_t i = 0; i < count; ++i) {
    const std::chrono::duration<double> due(static_cast<double>(i) / per_second);
    std::this_thread::sleep_until(begin + std::chrono::duration_cast<Clock::duration>(due));
    Start(run);
  }
  return Finish(run);
}

Tally Load::OfferUntil(std::vector<Calls> in_turn, double per_second, const std::stop_token& stop,
                       const MaxCalls& max) {
  const auto run = std::make_shared<Run>(std::move(in_turn));
  const auto pause =
      std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / per_second));
  auto due = Clock::now();
  for (int64_t i = 0; i < max.in_all && !stop.stop_requested(); ++i) {
    std::this_thread::sleep_until(due);
    {
      std::unique_lock lock(run->mutex);
      run->changed.wait(lock, [&] { return run->in_flight < max.in_flight; });
    }
    Start(run);
    due += pause;
  }
  return Finish(run);
}

Tally Load::Send(const Calls& calls, int count) {
  const auto run = std::make_shared<Run>(std::vector{calls});
  for (int i = 0; i < count; ++i) Start(run);
  return Finish(run);
}

std::string Load::AnswerTo(const Calls& calls) {
  grpc::ClientContext context;
  SetDeadline(&context, static_cast<int>(calls.timeout.count()));
  AddMetadata(&context, calls.metadata);
  grpc::CompletionQueue queue;
  const auto reader = connections_->stubs.front()->PrepareUnaryCall(
      &context, calls.method, ToBuffer(calls.request), &queue);
  grpc::ByteBuffer response;
  grpc::Status status;
  reader->StartCall();
  reader->Finish(&response, &status, nullptr);
  void* tag = nullptr;
  bool ok = false;
  queue.Next(&tag, &ok);
  return ToString(response);
}

int64_t Load::ended() const { return connections_->ended; }

}  // namespace arbiter::testing
