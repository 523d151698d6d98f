#include "clients/cpp/src/batch.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/time/time.h"
#include "arbiter/client/error.h"
#include "clients/cpp/src/retries.h"

namespace arbiter::client {
namespace {

constexpr int kMaxUnanswered = 64;

using Indices = std::vector<size_t>;

// Returns how long to wait before the request is sent again, if the server refused it only for now.
std::optional<absl::Duration> DelayOf(const v1::BatchResponse& answer) {
  if (!answer.has_status()) return std::nullopt;
  return RetryDelayOf(ToStatus(answer.status()));
}

// Sends the requests with these indices over a new stream and stores their responses in `answers`.
// On the wire, the index of a request is its id.
absl::Status SendOnce(const std::shared_ptr<const Connection>& connection,
                      const CallSettings& settings, const std::vector<v1::BatchRequest>& requests,
                      const Indices& unanswered, Retries* retries,
                      std::vector<v1::BatchResponse>* answers) {
  Batch::Call batch(connection, settings, [retries, answers](v1::BatchResponse answer) {
    size_t index = 0;
    if (!absl::SimpleAtoi(answer.id(), &index) || index >= answers->size()) return;
    if (!DelayOf(answer).has_value()) retries->RecordProgress();
    (*answers)[index] = std::move(answer);
  });
  for (const size_t index : unanswered) {
    v1::BatchRequest request = requests[index];
    request.set_id(std::to_string(index));
    if (!batch.Send(request)) break;
  }
  return batch.Finish();
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
  if (requests.empty()) return answers;
  Indices unanswered(requests.size());
  std::iota(unanswered.begin(), unanswered.end(), 0);
  const auto is_answered = [&answers](size_t index) {
    const v1::BatchResponse& answer = answers[index];
    return answer.response_case() != v1::BatchResponse::RESPONSE_NOT_SET &&
           !DelayOf(answer).has_value();
  };
  const auto has_less_delay = [&answers](size_t a, size_t b) {
    return DelayOf(answers[a]) < DelayOf(answers[b]);
  };
  Retries retries(connection.get(), settings);
  // The status of the last stream.
  absl::Status end;
  const auto attempt = [&]() -> absl::Status {
    end = SendOnce(connection, settings, requests, unanswered, &retries, &answers);
    unanswered.erase(std::remove_if(unanswered.begin(), unanswered.end(), is_answered),
                     unanswered.end());
    if (unanswered.empty()) return absl::OkStatus();
    if (!end.ok()) return end;
    return ToStatus(
        answers[*std::max_element(unanswered.begin(), unanswered.end(), has_less_delay)].status());
  };
  if (!retries.Run(attempt).ok() && !end.ok()) return end;
  for (size_t index = 0; index < answers.size(); ++index) {
    answers[index].set_id(requests[index].id());
  }
  return answers;
}

}  // namespace arbiter::client
