#include "clients/cli/batch_stream.h"

#include <utility>

namespace arbiter::cli {
namespace {

constexpr int kMaxUnanswered = 64;

}  // namespace

BatchStream::BatchStream(std::unique_ptr<Stream> stream, Backend::Sink sink)
    : stream_(std::move(stream)), sink_(std::move(sink)), reader_([this] { ReadAnswers(); }) {}

bool BatchStream::Send(const v1::BatchRequest& request) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return broken_ || unanswered_ < kMaxUnanswered; });
    if (broken_) return false;
    ++unanswered_;
  }
  return stream_->Write(request);
}

grpc::Status BatchStream::Finish() {
  stream_->WritesDone();
  reader_.join();
  return stream_->Finish();
}

void BatchStream::ReadAnswers() {
  v1::BatchResponse response;
  while (stream_->Read(&response)) {
    sink_(response);
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

}  // namespace arbiter::cli
