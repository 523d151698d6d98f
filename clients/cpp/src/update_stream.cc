#include "clients/cpp/src/update_stream.h"

#include <utility>

#include "absl/time/time.h"

namespace arbiter::client {

template <typename Update>
UpdateStream<Update>::Call::Call(std::shared_ptr<const Connection> connection,
                                 CallSettings settings, Start start)
    : connection_(std::move(connection)),
      settings_(std::move(settings)),
      start_(std::move(start)),
      retries_(settings_.deadline) {
  Open();
}

template <typename Update>
UpdateStream<Update>::Call::~Call() {
  Cancel();
  if (!status_.has_value()) reader_->Finish();
}

template <typename Update>
std::optional<Update> UpdateStream<Update>::Call::Next() {
  Update update;
  while (!status_.has_value()) {
    if (reader_->Read(&update)) {
      has_updates_ = true;
      return update;
    }
    Close();
  }
  return std::nullopt;
}

template <typename Update>
absl::Status UpdateStream<Update>::Call::Finish() {
  while (Next().has_value()) {
  }
  return *status_;
}

template <typename Update>
void UpdateStream<Update>::Call::Cancel() {
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    context_->TryCancel();
  }
  cancellation_.notify_one();
}

template <typename Update>
void UpdateStream<Update>::Call::Open() {
  std::unique_ptr<grpc::ClientContext> context = connection_->MakeContext(settings_);
  reader_ = start_(context.get());
  const std::lock_guard lock(mutex_);
  context_ = std::move(context);
  if (cancelled_) context_->TryCancel();
}

template <typename Update>
void UpdateStream<Update>::Call::Close() {
  absl::Status status = connection_->ToStatus(reader_->Finish(), settings_, *context_);
  std::optional<absl::Duration> wait;
  if (!status.ok() && !has_updates_) wait = retries_.WaitAfter(status);
  if (wait.has_value() && Wait(*wait)) {
    Open();
  } else {
    status_ = wait.has_value() ? absl::CancelledError("cancelled") : std::move(status);
  }
}

template <typename Update>
bool UpdateStream<Update>::Call::Wait(absl::Duration duration) {
  std::unique_lock lock(mutex_);
  return !cancellation_.wait_for(lock, absl::ToChronoNanoseconds(duration),
                                 [this] { return cancelled_; });
}

template <typename Update>
UpdateStream<Update>::UpdateStream(std::unique_ptr<Call> call) : call_(std::move(call)) {}
template <typename Update>
UpdateStream<Update>::~UpdateStream() = default;
template <typename Update>
UpdateStream<Update>::UpdateStream(UpdateStream&&) noexcept = default;
template <typename Update>
UpdateStream<Update>& UpdateStream<Update>::operator=(UpdateStream&&) noexcept = default;

template <typename Update>
std::optional<Update> UpdateStream<Update>::Next() {
  return call_->Next();
}
template <typename Update>
absl::Status UpdateStream<Update>::Finish() {
  return call_->Finish();
}
template <typename Update>
void UpdateStream<Update>::Cancel() {
  call_->Cancel();
}

template class UpdateStream<v1::AnalyzeResponse>;
template class UpdateStream<v1::ReviewGameResponse>;

}  // namespace arbiter::client
