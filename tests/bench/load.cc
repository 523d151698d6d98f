#include "tests/bench/load.h"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "core/rules/strings.h"
#include "grpcpp/client_context.h"
#include "grpcpp/completion_queue.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/security/credentials.h"
#include "grpcpp/support/byte_buffer.h"
#include "tests/bench/die.h"
#include "tests/bench/load_window.h"
#include "tests/bench/messages.h"

namespace arbiter::bench {
namespace {

using Clock = LoadWindow::Clock;

// Something that waits for the completion queue.
class Waiting {
 public:
  virtual ~Waiting() = default;
  // `ok` as gRPC says it.
  virtual void Proceed(bool ok) = 0;
};

// What all calls share.
struct Loader {
  const Workload& workload;
  LoadWindow& window;
  grpc::CompletionQueue& queue;
  // As bytes, one for each exchange.
  std::vector<grpc::ByteBuffer> requests;
  // Calls and streams that have not ended.
  int running = 0;
};

// Makes one call after the other.
class UnaryCaller : public Waiting {
 public:
  UnaryCaller(Loader* loader, grpc::GenericStub* stub) : loader_(loader), stub_(stub) {
    ++loader->running;
    Ask();
  }

  void Proceed(bool /*ok*/) override {
    const Clock::time_point now = Clock::now();
    const float latency_us = std::chrono::duration<float, std::micro>(now - asked_).count();
    loader_->window.Count(
        exchange_, status_.error_code(), response_.Length(), &latency_us, now,
        [&] { return Holds(response_, loader_->workload.exchanges[exchange_].response); });
    if (loader_->window.over()) {
      --loader_->running;
    } else {
      Ask();
    }
  }

 private:
  void Ask() {
    exchange_ = loader_->window.Next();
    context_.emplace();
    response_.Clear();
    asked_ = Clock::now();
    call_ = stub_->PrepareUnaryCall(&*context_, loader_->workload.method,
                                    loader_->requests[exchange_], &loader_->queue);
    call_->StartCall();
    call_->Finish(&response_, &status_, this);
  }

  Loader* const loader_;
  grpc::GenericStub* const stub_;
  size_t exchange_ = 0;
  Clock::time_point asked_;
  std::optional<grpc::ClientContext> context_;
  std::unique_ptr<grpc::GenericClientAsyncResponseReader> call_;
  grpc::ByteBuffer response_;
  grpc::Status status_;
};

// Keeps items under way on one stream, and reads their answers.
class StreamCaller {
 public:
  StreamCaller(Loader* loader, grpc::GenericStub* stub, int in_flight)
      : loader_(loader), in_flight_(in_flight) {
    ++loader->running;
    stream_ = stub->PrepareCall(&context_, loader->workload.method, &loader->queue);
    stream_->StartCall(&started_);
  }

 private:
  // A completion that one function of the stream takes.
  class On : public Waiting {
   public:
    On(StreamCaller* stream, void (StreamCaller::*function)(bool))
        : stream_(stream), function_(function) {}
    void Proceed(bool ok) override { (stream_->*function_)(ok); }

   private:
    StreamCaller* const stream_;
    void (StreamCaller::*const function_)(bool);
  };

  void Started(bool ok) {
    if (!ok) return Finish();
    stream_->Read(&answer_, &read_);
    Ask();
  }

  void Ask() {
    if (writing_ || unanswered_ == in_flight_ || loader_->window.over()) return;
    writing_ = true;
    ++unanswered_;
    grpc::WriteOptions options;
    if (unanswered_ < in_flight_) options.set_buffer_hint();
    stream_->Write(loader_->requests[loader_->window.Next()], options, &written_);
  }

  void Written(bool ok) {
    writing_ = false;
    if (ok) Ask();
  }

  void Read(bool ok) {
    if (!ok) return Finish();
    const size_t exchange = ItemOf(answer_, loader_->workload);
    loader_->window.Count(exchange, 0, answer_.Length(), nullptr, Clock::now(), [&] {
      return Holds(answer_, loader_->workload.exchanges[exchange].response);
    });
    --unanswered_;
    // What is still under way ends with the stream.
    if (loader_->window.over()) context_.TryCancel();
    stream_->Read(&answer_, &read_);
    Ask();
  }

  void Finish() { stream_->Finish(&status_, &finished_); }

  void Finished(bool /*ok*/) {
    if (!loader_->window.over()) Die(StrCat("a stream ended: ", status_.error_message()));
    --loader_->running;
  }

  Loader* const loader_;
  const int in_flight_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> stream_;
  grpc::ByteBuffer answer_;
  grpc::Status status_;
  int unanswered_ = 0;
  bool writing_ = false;
  On started_{this, &StreamCaller::Started};
  On written_{this, &StreamCaller::Written};
  On read_{this, &StreamCaller::Read};
  On finished_{this, &StreamCaller::Finished};
};

std::vector<grpc::ByteBuffer> RequestsOf(const Workload& workload) {
  std::vector<grpc::ByteBuffer> requests;
  for (const Exchange& exchange : workload.exchanges) {
    requests.push_back(ToBuffer(exchange.request));
  }
  return requests;
}

std::shared_ptr<grpc::Channel> Connect(const std::string& target) {
  grpc::ChannelArguments arguments;
  // A connection of its own.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  auto channel = grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), arguments);
  if (!channel->WaitForConnected(std::chrono::system_clock::now() + std::chrono::seconds(10))) {
    Die(StrCat("no connection to ", target));
  }
  return channel;
}

}  // namespace

LoadResult RunLoad(const Workload& workload, const LoadOptions& options) {
  constexpr std::chrono::seconds kPatience(20);
  std::vector<grpc::GenericStub> stubs;
  stubs.reserve(static_cast<size_t>(options.connections));
  for (int i = 0; i < options.connections; ++i) stubs.emplace_back(Connect(options.target));

  LoadWindow window(workload, options);
  grpc::CompletionQueue queue;
  Loader loader{workload, window, queue, RequestsOf(workload)};
  std::vector<std::unique_ptr<UnaryCaller>> calls;
  std::vector<std::unique_ptr<StreamCaller>> streams;
  if (workload.is_stream) {
    for (grpc::GenericStub& stub : stubs) {
      streams.push_back(
          std::make_unique<StreamCaller>(&loader, &stub, options.in_flight / options.connections));
    }
  } else {
    for (int i = 0; i < options.in_flight; ++i) {
      calls.push_back(std::make_unique<UnaryCaller>(
          &loader, &stubs[static_cast<size_t>(i % options.connections)]));
    }
  }
  void* tag = nullptr;
  bool ok = false;
  while (loader.running > 0) {
    if (queue.AsyncNext(&tag, &ok, std::chrono::system_clock::now() + kPatience) !=
        grpc::CompletionQueue::GOT_EVENT) {
      Die(StrCat(options.target, " is silent"));
    }
    static_cast<Waiting*>(tag)->Proceed(ok);
  }
  queue.Shutdown();
  while (queue.Next(&tag, &ok)) {
  }
  return window.Take();
}

}  // namespace arbiter::bench
