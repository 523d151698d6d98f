#include "clients/cli/remote_analyst.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "clients/cli/failure.h"
#include "core/rules/strings.h"

namespace arbiter::cli {
namespace {

// A token is a flag, which tells nobody: it is looked at so often.
constexpr std::chrono::milliseconds kLookInterval{5};

// Calls `then` once on its own thread when the token is told to stop, unless it dies before.
class StopWatch {
 public:
  StopWatch(const StopToken& stop, std::function<void()> then)
      : thread_([this, &stop, then = std::move(then)] {
          std::unique_lock lock(mutex_);
          while (!over_ && !stop.stopped()) changed_.wait_for(lock, kLookInterval);
          if (!over_) then();
        }) {}
  ~StopWatch() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    changed_.notify_one();
    thread_.join();
  }
  StopWatch(const StopWatch&) = delete;
  StopWatch& operator=(const StopWatch&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool over_ = false;
  std::thread thread_;
};

}  // namespace

RemoteAnalyst::~RemoteAnalyst() {
  if (stream_ == nullptr) return;
  context_->TryCancel();
  stream_->Finish();
}

absl::Status RemoteAnalyst::Analyze(const v1::AnalyzeRequest& request, const StopToken& stop,
                                    const Sink& sink) {
  if (stream_ == nullptr) Open();
  v1::SessionRequest message;
  message.set_id(StrCat(++last_id_));
  *message.mutable_analyze() = request;
  if (!stream_->Write(message)) return Close();
  bool complete = false;
  absl::Status status;
  {
    const StopWatch watch(stop, [&] {
      v1::SessionRequest end;
      end.set_id(message.id());
      end.set_stop(true);
      stream_->Write(end);
    });
    status = ReadAnswers(message.id(), sink, &complete);
  }
  return complete ? status : Close();
}

void RemoteAnalyst::Open() {
  context_ = std::make_unique<grpc::ClientContext>();
  server_->Authorize(context_.get());
  stream_ = stub_->Session(context_.get());
}

absl::Status RemoteAnalyst::Close() {
  const grpc::Status status = stream_->Finish();
  stream_.reset();
  if (status.ok()) return absl::UnavailableError("the server ended the session");
  return FromRpcStatus(server_->ErrorOf(status));
}

absl::Status RemoteAnalyst::ReadAnswers(const std::string& id, const Sink& sink, bool* complete) {
  v1::SessionResponse response;
  while (stream_->Read(&response)) {
    if (response.id() != id) continue;
    *complete = response.has_status() || response.update().has_best_move();
    if (response.has_status()) return FromRpcStatus(response.status());
    sink(response.update());
    if (*complete) break;
  }
  return absl::OkStatus();
}

}  // namespace arbiter::cli
