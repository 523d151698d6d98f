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

absl::Status RemoteAnalyst::Analyze(const v1::AnalyzeRequest& request, const StopToken& stop,
                                    const Sink& sink) {
  if (!session_.has_value()) session_ = client_.StartSession();
  const std::string id = StrCat(++last_id_);
  if (!session_->Analyze(id, request)) return Close();
  bool complete = false;
  absl::Status status;
  {
    const StopWatch watch(stop, [this] { session_->Stop(); });
    status = ReadAnswers(id, sink, &complete);
  }
  return complete ? status : Close();
}

absl::Status RemoteAnalyst::Close() {
  const absl::Status status = session_->Finish();
  session_.reset();
  return status.ok() ? absl::UnavailableError("the server ended the session") : FromService(status);
}

absl::Status RemoteAnalyst::ReadAnswers(const std::string& id, const Sink& sink, bool* complete) {
  while (const std::optional<v1::SessionResponse> response = session_->Next()) {
    if (response->id() != id) continue;
    *complete = response->has_status() || response->update().has_best_move();
    if (response->has_status()) return FromRpcStatus(response->status());
    sink(response->update());
    if (*complete) break;
  }
  return absl::OkStatus();
}

}  // namespace arbiter::cli
