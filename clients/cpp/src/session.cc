#include "clients/cpp/src/session.h"

#include <utility>

namespace arbiter::client {

Session::Call::Call(std::shared_ptr<const Connection> connection, CallSettings settings)
    : connection_(std::move(connection)),
      settings_(std::move(settings)),
      context_(connection_->MakeContext(settings_)),
      stream_(connection_->analysis().Session(context_.get())) {}

Session::Call::~Call() {
  Cancel();
  Finish().IgnoreError();
}

bool Session::Call::Write(const v1::SessionRequest& request) {
  const std::lock_guard lock(mutex_);
  return !done_writing_ && stream_->Write(request);
}

std::optional<v1::SessionResponse> Session::Call::Next() {
  v1::SessionResponse response;
  if (status_.has_value() || !stream_->Read(&response)) return std::nullopt;
  return response;
}

absl::Status Session::Call::Finish() {
  if (status_.has_value()) return *status_;
  {
    const std::lock_guard lock(mutex_);
    done_writing_ = true;
    stream_->WritesDone();
  }
  while (Next().has_value()) {
  }
  status_ = connection_->ToStatus(stream_->Finish(), settings_, *context_);
  return *status_;
}

Session::Session(std::unique_ptr<Call> call) : call_(std::move(call)) {}
Session::~Session() = default;
Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;

bool Session::Analyze(const std::string& id, const v1::AnalyzeRequest& request) {
  v1::SessionRequest message;
  message.set_id(id);
  *message.mutable_analyze() = request;
  return call_->Write(message);
}

bool Session::Stop() {
  v1::SessionRequest message;
  message.set_stop(true);
  return call_->Write(message);
}

std::optional<v1::SessionResponse> Session::Next() { return call_->Next(); }
absl::Status Session::Finish() { return call_->Finish(); }
void Session::Cancel() { call_->Cancel(); }

}  // namespace arbiter::client
