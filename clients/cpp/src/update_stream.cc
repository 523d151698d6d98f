#include "clients/cpp/src/update_stream.h"

#include <utility>

#include "absl/time/clock.h"

namespace arbiter::client {

template <typename Update>
UpdateStream<Update>::Call::Call(std::shared_ptr<const Connection> connection,
                                 CallSettings settings, Start start, ResumeAfter resume_after)
    : connection_(std::move(connection)),
      settings_(std::move(settings)),
      start_(std::move(start)),
      resume_after_(std::move(resume_after)),
      retries_(connection_.get(), settings_, /*can_resume=*/resume_after_ != nullptr) {
  Open();
}

template <typename Update>
UpdateStream<Update>::Call::~Call() {
  Cancel();
  if (!status_.has_value()) reader_->Finish();
}

template <typename Update>
std::optional<Update> UpdateStream<Update>::Call::Next() {
  if (status_.has_value()) return std::nullopt;
  Update update;
  const bool can_repeat = !has_begun_ || resume_after_ != nullptr;
  if (!(can_repeat ? ReadWithRetries(&update) : Read(&update))) return std::nullopt;
  if (resume_after_ != nullptr) {
    resume_after_(update);
    retries_.RecordProgress();
  }
  return update;
}

template <typename Update>
absl::Status UpdateStream<Update>::Call::Finish() {
  while (Next().has_value()) {
  }
  return *status_;
}

template <typename Update>
void UpdateStream<Update>::Call::Cancel() {
  const std::lock_guard lock(mutex_);
  cancelled_ = true;
  context_->TryCancel();
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
bool UpdateStream<Update>::Call::Read(Update* update) {
  if (reader_->Read(update)) return true;
  status_ = connection_->ToStatus(reader_->Finish(), settings_, *context_);
  if (status_->ok()) connection_->retry_budget().RecordSuccess();
  return false;
}

template <typename Update>
bool UpdateStream<Update>::Call::ReadWithRetries(Update* update) {
  has_begun_ = true;
  bool has_update = false;
  const auto attempt = [&] {
    // The previous attempt has failed.
    if (status_.has_value()) Open();
    status_.reset();
    const absl::Time start = absl::Now();
    has_update = Read(update);
    if (!has_update && WasAccepted(absl::Now() - start)) retries_.RecordAcceptance();
    return status_.value_or(absl::OkStatus());
  };
  const absl::Status status = retries_.RunPart(attempt, &cancelled_);
  // After a wait that was cancelled, this is not the status of the last attempt.
  if (!has_update) status_ = status;
  return has_update;
}

template <typename Update>
bool UpdateStream<Update>::Call::WasAccepted(absl::Duration attempt_time) const {
  return !context_->GetServerInitialMetadata().empty() || attempt_time >= connection_->timeout();
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
template class UpdateStream<v1::WatchJobResponse>;
template class UpdateStream<v1::StreamJobResultsResponse>;

}  // namespace arbiter::client
