#ifndef ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_STREAMS_H_
#define ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_STREAMS_H_

// The streaming calls of Client. An object of these classes keeps the connection open and cancels
// its call when it is destroyed. It can be moved, but not while one of its functions runs. Only
// constructors and assignments can throw.

#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/job_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"

namespace arbiter::client {

// A stream of updates, which one thread reads as they arrive:
//
//   for (const v1::AnalyzeResponse& update : analysis) Show(update);
//   if (absl::Status status = analysis.Finish(); !status.ok()) …
//
// Until the first update, the call is retried like any other; see class Client. Streams of jobs are
// also resumed after updates.
template <typename Update>
class UpdateStream {
 public:
  class Call;
  class Iterator;

  explicit UpdateStream(std::unique_ptr<Call> call);
  ~UpdateStream();
  UpdateStream(UpdateStream&&) noexcept;
  UpdateStream& operator=(UpdateStream&&) noexcept;

  // Waits for the next update. Returns std::nullopt at the end of the stream; Finish() then says
  // why it ended.
  std::optional<Update> Next();

  // Waits for the end of the call, drops the remaining updates, and returns the call's status. An
  // unlimited search must be cancelled first.
  absl::Status Finish();

  // Ends the call. Updates that have not been read may be lost, and Finish() returns CANCELLED
  // unless the call was already over. Thread-safe.
  void Cancel();

  // Iterates over the remaining updates by calling Next(), so each update is seen only once.
  Iterator begin() { return Iterator(this); }
  Iterator end() { return Iterator(nullptr); }

 private:
  std::unique_ptr<Call> call_;
};

template <typename Update>
class UpdateStream<Update>::Iterator {
 public:
  // NOLINTBEGIN(readability-identifier-naming): std::iterator_traits requires these names.
  using iterator_category = std::input_iterator_tag;
  using value_type = Update;
  using difference_type = std::ptrdiff_t;
  using pointer = const Update*;
  using reference = const Update&;
  // NOLINTEND(readability-identifier-naming)

  explicit Iterator(UpdateStream* stream) : stream_(stream) { ++*this; }

  reference operator*() const { return *update_; }
  pointer operator->() const { return &*update_; }
  Iterator& operator++() {
    if (stream_ != nullptr) update_ = stream_->Next();
    if (!update_.has_value()) stream_ = nullptr;
    return *this;
  }
  void operator++(int) { ++*this; }
  // Meaningful only for comparing with end().
  bool operator==(const Iterator& other) const { return stream_ == other.stream_; }
  bool operator!=(const Iterator& other) const { return stream_ != other.stream_; }

 private:
  UpdateStream* stream_;
  std::optional<Update> update_;
};

// The progress of a search, followed by its best move.
using Analysis = UpdateStream<v1::AnalyzeResponse>;
// The review of each ply, followed by the summary.
using GameReview = UpdateStream<v1::ReviewGameResponse>;
// The progress of a job until it has ended.
using JobProgress = UpdateStream<v1::WatchJobResponse>;
// The results of a job until it has ended: several in each update, or none in one that only tells
// that the stream is alive.
using JobResults = UpdateStream<v1::StreamJobResultsResponse>;

// A series of searches that follows a game: each request replaces the running search. Thread-safe,
// except that only one thread at a time may call Next() or Finish().
class Session {
 public:
  class Call;

  explicit Session(std::unique_ptr<Call> call);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  // Requests an analysis. Its responses carry `id`, which is at most 256 bytes long. Returns false
  // if the session has ended; Finish() then says why.
  bool Analyze(const std::string& id, const v1::AnalyzeRequest& request);
  // Ends the running search; its best move follows as a response. Returns false if the session has
  // ended.
  bool Stop();

  // Waits for the next response. Returns std::nullopt at the end of the session. The response to a
  // refused request has a `status`, which ToStatus() in error.h reads; the session continues.
  std::optional<v1::SessionResponse> Next();

  // Tells the server that no more requests follow, drops the remaining responses, and returns the
  // status with which the session ended.
  absl::Status Finish();
  // Ends the session. Responses that have not been read may be lost.
  void Cancel();

 private:
  std::unique_ptr<Call> call_;
};

// Many requests on one stream. Responses arrive in the order in which they are ready. One thread
// sends; Cancel() may be called by any thread.
class Batch {
 public:
  // Receives each response, which carries the id of its request. The Batch calls it on a thread of
  // its own, for one response at a time. It must neither throw nor call the Batch.
  using Sink = std::function<void(v1::BatchResponse)>;
  class Call;

  explicit Batch(std::unique_ptr<Call> call);
  ~Batch();
  Batch(Batch&&) noexcept;
  Batch& operator=(Batch&&) noexcept;

  // Waits until fewer than 64 requests are unanswered, then sends the request. Returns false if the
  // stream has ended; Finish() then says why. A message larger than the server accepts (4 MiB by
  // default) ends the stream.
  bool Send(const v1::BatchRequest& request);

  // Waits for the remaining responses and returns the status of the stream. OK means that every
  // request has been answered.
  absl::Status Finish();
  // Ends the stream. Some requests may remain unanswered.
  void Cancel();

 private:
  std::unique_ptr<Call> call_;
};

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_STREAMS_H_
