#include "clients/cpp/src/batch.h"

#include <utility>

namespace arbiter::client {
namespace {

constexpr int kMaxUnanswered = 64;

}  // namespace

Batch::Call::Call(std::shared_ptr<const Connection> connection, CallTerms terms, Sink sink)
    : connection_(std::move(connection)),
      terms_(std::move(terms)),
      sink_(std::move(sink)),
      context_(connection_->MakeContext(terms_)),
      stream_(connection_->rules().Batch(context_.get())),
      reader_([this] { ReadAnswers(); }) {}

Batch::Call::~Call() {
  Cancel();
  Finish().IgnoreError();
}

bool Batch::Call::Send(const v1::BatchRequest& request) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return broken_ || unanswered_ < kMaxUnanswered; });
    if (broken_) return false;
    ++unanswered_;
  }
  return stream_->Write(request);
}

absl::Status Batch::Call::Finish() {
  if (status_.has_value()) return *status_;
  stream_->WritesDone();
  reader_.join();
  status_ = connection_->ToStatus(stream_->Finish(), terms_, *context_);
  return *status_;
}

void Batch::Call::ReadAnswers() {
  v1::BatchResponse response;
  while (stream_->Read(&response)) {
    sink_(std::move(response));
    {
      const std::lock_guard lock(mutex_);
      --unanswered_;
    }
    changed_.notify_one();
  }
  {
    const std::lock_guard lock(mutex_);
    broken_ = true;
  }
  changed_.notify_one();
}

Batch::Batch(std::unique_ptr<Call> call) : call_(std::move(call)) {}
Batch::~Batch() = default;
Batch::Batch(Batch&&) noexcept = default;
Batch& Batch::operator=(Batch&&) noexcept = default;

bool Batch::Send(const v1::BatchRequest& request) { return call_->Send(request); }
absl::Status Batch::Finish() { return call_->Finish(); }
void Batch::Cancel() { call_->Cancel(); }

}  // namespace arbiter::client
