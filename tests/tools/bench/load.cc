#include "tests/tools/bench/load.h"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/strings.h"
#include "grpcpp/client_context.h"
#include "grpcpp/completion_queue.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/generic/generic_stub.h"
#include "grpcpp/security/credentials.h"
#include "grpcpp/support/byte_buffer.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/load_window.h"
#include "tests/tools/bench/messages.h"

namespace arbiter::bench {
namespace {

using Clock = LoadWindow::Clock;

// The tag of an operation on the completion queue.
class CompletionTag {
 public:
  virtual ~CompletionTag() = default;
  // Handles the completion. `ok` is what the completion queue returned.
  virtual void Proceed(bool ok) = 0;
};

// The state that all calls share.
struct Loader {
  const Workload& workload;
  LoadWindow& window;
  grpc::CompletionQueue& queue;
  // The serialised requests, one for each exchange.
  std::vector<grpc::ByteBuffer> requests;
  const std::string& api_key;
  // The number of calls and streams that have not ended.
  int running = 0;
};

void AddKey(const std::string& api_key, grpc::ClientContext* context) {
  if (!api_key.empty()) context->AddMetadata("x-api-key", api_key);
}

// Makes one call after the other.
class UnaryCaller : public CompletionTag {
 public:
  UnaryCaller(Loader* loader, grpc::GenericStub* stub) : loader_(loader), stub_(stub) {
    ++loader->running;
    StartCall();
  }

  void Proceed(bool /*ok*/) override {
    const Clock::time_point now = Clock::now();
    const float latency_us = std::chrono::duration<float, std::micro>(now - call_begin_).count();
    loader_->window.Count(
        exchange_, status_.error_code(), response_.Length(), &latency_us, now,
        [&] { return HasBytes(response_, loader_->workload.exchanges[exchange_].response); });
    if (loader_->window.over()) {
      --loader_->running;
    } else {
      StartCall();
    }
  }

 private:
  void StartCall() {
    exchange_ = loader_->window.Next();
    context_.emplace();
    AddKey(loader_->api_key, &*context_);
    response_.Clear();
    call_begin_ = Clock::now();
    call_ = stub_->PrepareUnaryCall(&*context_, loader_->workload.method,
                                    loader_->requests[exchange_], &loader_->queue);
    call_->StartCall();
    call_->Finish(&response_, &status_, this);
  }

  Loader* const loader_;
  grpc::GenericStub* const stub_;
  size_t exchange_ = 0;
  Clock::time_point call_begin_;
  std::optional<grpc::ClientContext> context_;
  std::unique_ptr<grpc::GenericClientAsyncResponseReader> call_;
  grpc::ByteBuffer response_;
  grpc::Status status_;
};

// Keeps items in flight on one stream and reads their responses.
class StreamCaller {
 public:
  StreamCaller(Loader* loader, grpc::GenericStub* stub, int in_flight)
      : loader_(loader), in_flight_(in_flight) {
    ++loader->running;
    AddKey(loader->api_key, &context_);
    stream_ = stub->PrepareCall(&context_, loader->workload.method, &loader->queue);
    stream_->StartCall(&started_);
  }

 private:
  // Passes a completion to one member function of the stream.
  class MemberTag : public CompletionTag {
   public:
    MemberTag(StreamCaller* stream, void (StreamCaller::*function)(bool))
        : stream_(stream), function_(function) {}
    void Proceed(bool ok) override { (stream_->*function_)(ok); }

   private:
    StreamCaller* const stream_;
    void (StreamCaller::*const function_)(bool);
  };

  void Started(bool ok) {
    if (!ok) return Finish();
    stream_->Read(&response_, &read_);
    WriteNext();
  }

  void WriteNext() {
    if (writing_ || unanswered_ == in_flight_ || loader_->window.over()) return;
    writing_ = true;
    ++unanswered_;
    grpc::WriteOptions options;
    if (unanswered_ < in_flight_) options.set_buffer_hint();
    stream_->Write(loader_->requests[loader_->window.Next()], options, &written_);
  }

  void Written(bool ok) {
    writing_ = false;
    if (ok) WriteNext();
  }

  void Read(bool ok) {
    if (!ok) return Finish();
    const size_t exchange = ItemIndex(response_, loader_->workload);
    loader_->window.Count(exchange, 0, response_.Length(), nullptr, Clock::now(), [&] {
      return HasBytes(response_, loader_->workload.exchanges[exchange].response);
    });
    --unanswered_;
    // Cancelling the stream also ends the items that are still in flight.
    if (loader_->window.over()) context_.TryCancel();
    stream_->Read(&response_, &read_);
    WriteNext();
  }

  void Finish() { stream_->Finish(&status_, &finished_); }

  void Finished(bool /*ok*/) {
    if (!loader_->window.over()) Die(StrCat("a stream ended early: ", status_.error_message()));
    --loader_->running;
  }

  Loader* const loader_;
  const int in_flight_;
  grpc::ClientContext context_;
  std::unique_ptr<grpc::GenericClientAsyncReaderWriter> stream_;
  grpc::ByteBuffer response_;
  grpc::Status status_;
  int unanswered_ = 0;
  bool writing_ = false;
  MemberTag started_{this, &StreamCaller::Started};
  MemberTag written_{this, &StreamCaller::Written};
  MemberTag read_{this, &StreamCaller::Read};
  MemberTag finished_{this, &StreamCaller::Finished};
};

std::vector<grpc::ByteBuffer> MakeRequests(const Workload& workload) {
  std::vector<grpc::ByteBuffer> requests;
  for (const Exchange& exchange : workload.exchanges) {
    requests.push_back(ToBuffer(exchange.request));
  }
  return requests;
}

std::shared_ptr<grpc::Channel> Connect(const std::string& target) {
  grpc::ChannelArguments arguments;
  // Without this setting, all channels would share one connection.
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  auto channel = grpc::CreateCustomChannel(target, grpc::InsecureChannelCredentials(), arguments);
  if (!channel->WaitForConnected(std::chrono::system_clock::now() + std::chrono::seconds(10))) {
    Die(StrCat("cannot connect to ", target));
  }
  return channel;
}

}  // namespace

LoadResult RunLoad(const Workload& workload, const LoadOptions& options) {
  constexpr std::chrono::seconds kTimeout(20);
  std::vector<grpc::GenericStub> stubs;
  stubs.reserve(static_cast<size_t>(options.connections));
  for (int i = 0; i < options.connections; ++i) stubs.emplace_back(Connect(options.target));

  LoadWindow window(workload, options);
  grpc::CompletionQueue queue;
  Loader loader{workload, window, queue, MakeRequests(workload), options.api_key};
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
    if (queue.AsyncNext(&tag, &ok, std::chrono::system_clock::now() + kTimeout) !=
        grpc::CompletionQueue::GOT_EVENT) {
      Die(StrCat(options.target, " does not respond"));
    }
    static_cast<CompletionTag*>(tag)->Proceed(ok);
  }
  queue.Shutdown();
  while (queue.Next(&tag, &ok)) {
  }
  return window.Take();
}

}  // namespace arbiter::bench
