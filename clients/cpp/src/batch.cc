#include "clients/cpp/src/batch.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/time/clock.h"
#include "arbiter/client/error.h"
#include "clients/cpp/src/retry.h"

namespace arbiter::client {
namespace {

constexpr int kMaxUnanswered = 64;

using Indices = std::vector<size_t>;

// Sends the requests with these indices over a new stream and stores their responses in `answers`.
// On the wire, the index of a request is its id.
absl::Status SendOnce(const std::shared_ptr<const Connection>& connection,
                      const CallSettings& settings, const std::vector<v1::BatchRequest>& requests,
                      const Indices& unanswered, std::vector<v1::BatchResponse>* answers) {
  Batch::Call batch(connection, settings, [answers](v1::BatchResponse answer) {
    size_t index = 0;
    if (!absl::SimpleAtoi(answer.id(), &index) || index >= answers->size()) return;
    (*answers)[index] = std::move(answer);
  });
  for (const size_t index : unanswered) {
    v1::BatchRequest request = requests[index];
    request.set_id(std::to_string(index));
    if (!batch.Send(request)) break;
  }
  return batch.Finish();
}

bool IsAnswered(const v1::BatchResponse& answer) {
  return answer.response_case() != v1::BatchResponse::RESPONSE_NOT_SET;
}

bool IsRefusedForNow(const v1::BatchResponse& answer) {
  return answer.has_status() && RetryDelayOf(ToStatus(answer.status())).has_value();
}

}  // namespace

Batch::Call::Call(std::shared_ptr<const Connection> connection, CallSettings settings, Sink sink)
    : connection_(std::move(connection)),
      settings_(std::move(settings)),
      sink_(std::move(sink)),
      context_(connection_->MakeContext(settings_)),
      stream_(connection_->rules().Batch(context_.get())),
      reader_([this] { ReadAnswers(); }) {}

Batch::Call::~Call() {
  Cancel();
  Finish().IgnoreError();
}

bool Batch::Call::Send(const v1::BatchRequest& request) {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return ended_ || unanswered_ < kMaxUnanswered; });
    if (ended_) return false;
    ++unanswered_;
  }
  return stream_->Write(request);
}

absl::Status Batch::Call::Finish() {
  if (status_.has_value()) return *status_;
  stream_->WritesDone();
  reader_.join();
  status_ = connection_->ToStatus(stream_->Finish(), settings_, *context_);
  return *status_;
}

void Batch::Call::ReadAnswers() {
  v1::BatchResponse response;
  while (stream_->Read(&response)) {
    sink_(std::move(response));
    response.Clear();
    {
      const std::lock_guard lock(mutex_);
      --unanswered_;
    }
    changed_.notify_one();
  }
  {
    const std::lock_guard lock(mutex_);
    ended_ = true;
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

absl::StatusOr<std::vector<v1::BatchResponse>> RunBatch(
    const std::shared_ptr<const Connection>& connection, const CallSettings& settings,
    const std::vector<v1::BatchRequest>& requests) {
  std::vector<v1::BatchResponse> answers(requests.size());
  Indices unanswered(requests.size());
  std::iota(unanswered.begin(), unanswered.end(), 0);
  RetryPolicy retries(settings.deadline);
  while (!unanswered.empty()) {
    const absl::Status end = SendOnce(connection, settings, requests, unanswered, &answers);
    const auto answered = std::remove_if(unanswered.begin(), unanswered.end(), [&](size_t index) {
      return IsAnswered(answers[index]) && !IsRefusedForNow(answers[index]);
    });
    unanswered.erase(answered, unanswered.end());
    if (unanswered.empty()) break;
    const absl::Status why = end.ok() ? ToStatus(answers[unanswered.front()].status()) : end;
    const std::optional<absl::Duration> wait = retries.WaitAfterLoss(why);
    if (wait.has_value()) {
      absl::SleepFor(*wait);
    } else if (end.ok()) {
      break;
    } else {
      return end;
    }
  }
  for (size_t index = 0; index < answers.size(); ++index) {
    answers[index].set_id(requests[index].id());
  }
  return answers;
}

}  // namespace arbiter::client
