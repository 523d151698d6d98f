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

// Asks the requests that have no answer, and keeps the answers, whose ids are the requests'
// indices.
absl::Status Ask(const std::shared_ptr<const Connection>& connection, const CallTerms& terms,
                 const std::vector<v1::BatchRequest>& requests, const Indices& unanswered,
                 std::vector<v1::BatchResponse>* answers) {
  Batch::Call batch(connection, terms, [answers](v1::BatchResponse answer) {
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

absl::StatusOr<std::vector<v1::BatchResponse>> AnswerAll(
    const std::shared_ptr<const Connection>& connection, const CallTerms& terms,
    const std::vector<v1::BatchRequest>& requests) {
  std::vector<v1::BatchResponse> answers(requests.size());
  Indices open(requests.size());
  std::iota(open.begin(), open.end(), 0);
  RetryPolicy retries(terms.deadline);
  while (!open.empty()) {
    const absl::Status end = Ask(connection, terms, requests, open, &answers);
    const auto answered = std::remove_if(open.begin(), open.end(), [&](size_t index) {
      return IsAnswered(answers[index]) && !IsRefusedForNow(answers[index]);
    });
    open.erase(answered, open.end());
    if (open.empty()) break;
    const absl::Status why = end.ok() ? ToStatus(answers[open.front()].status()) : end;
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
