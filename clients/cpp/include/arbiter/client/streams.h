#ifndef ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_STREAMS_H_
#define ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_STREAMS_H_

// The calls of Client that last. Objects of these classes can be moved, but not while a call on
// them runs, keep the connection open, and cancel their call when they die. Apart from the
// constructors and assignments, nothing here throws.

#include <cstddef>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "arbiter/v1/rules_service.pb.h"

namespace arbiter::client {

// Updates as they come, for one thread that reads:
//
//   for (const v1::AnalyzeResponse& update : analysis) Show(update);
//   if (absl::Status status = analysis.Finish(); !status.ok()) …
//
// A call that the server refuses at first, but with the time to come again, is made again then.
template <typename Update>
class UpdateStream {
 public:
  class Call;
  class Iterator;

  explicit UpdateStream(std::unique_ptr<Call> call);
  ~UpdateStream();
  UpdateStream(UpdateStream&&) noexcept;
  UpdateStream& operator=(UpdateStream&&) noexcept;

  // Waits for the next update. None at the end; Finish() says why.
  std::optional<Update> Next();

  // Drops the updates that are left, if there are any, and tells how the call ended. A search
  // without end has to be cancelled first.
  absl::Status Finish();

  // Ends the call: what has not been read may be lost, and Finish() answers CANCELLED unless all
  // was over. Thread-safe.
  void Cancel();

  // Takes what Next() would; once.
  Iterator begin() { return Iterator(this); }
  Iterator end() { return Iterator(nullptr); }

 private:
  std::unique_ptr<Call> call_;
};

template <typename Update>
class UpdateStream<Update>::Iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = Update;
  using difference_type = std::ptrdiff_t;
  using pointer = const Update*;
  using reference = const Update&;

  explicit Iterator(UpdateStream* stream) : stream_(stream) { ++*this; }

  reference operator*() const { return *update_; }
  pointer operator->() const { return &*update_; }
  Iterator& operator++() {
    if (stream_ != nullptr) update_ = stream_->Next();
    if (!update_.has_value()) stream_ = nullptr;
    return *this;
  }
  void operator++(int) { ++*this; }
  // Only the end equals anything.
  bool operator==(const Iterator& other) const { return stream_ == other.stream_; }
  bool operator!=(const Iterator& other) const { return stream_ != other.stream_; }

 private:
  UpdateStream* stream_;
  std::optional<Update> update_;
};

// Progress, then the best move.
using Analysis = UpdateStream<v1::AnalyzeResponse>;
// Plies, then the summary.
using GameReview = UpdateStream<v1::ReviewGameResponse>;

// A search that follows a game: each request replaces the running search. Thread-safe, but for
// Next() and Finish(), which belong to one thread at a time.
class Session {
 public:
  class Call;

  explicit Session(std::unique_ptr<Call> call);
  ~Session();
  Session(Session&&) noexcept;
  Session& operator=(Session&&) noexcept;

  // Asks for an analysis, whose answers carry `id`, of at most 256 bytes. False: the session has
  // ended, and Finish() says why.
  bool Analyze(const std::string& id, const v1::AnalyzeRequest& request);
  // Ends the running search, which then answers its best move. False as with Analyze().
  bool Stop();

  // Waits for the next answer. None at the end. A refused request is an answer with a `status`
  // (ToStatus() in error.h reads it), and the session goes on.
  std::optional<v1::SessionResponse> Next();

  // Says that no request comes any more, drops the answers that are left, and tells how the session
  // ended.
  absl::Status Finish();
  void Cancel();

 private:
  std::unique_ptr<Call> call_;
};

// Many requests on one stream; answers come in the order in which they are ready. One thread sends;
// Cancel() is thread-safe.
class Batch {
 public:
  // Takes each answer, which carries the id of its request, on a thread of the stream's own, one
  // after the other. Must neither throw nor call the Batch.
  using Sink = std::function<void(v1::BatchResponse)>;
  class Call;

  explicit Batch(std::unique_ptr<Call> call);
  ~Batch();
  Batch(Batch&&) noexcept;
  Batch& operator=(Batch&&) noexcept;

  // Waits until fewer than 64 requests lack an answer, then sends. False: the stream has ended, and
  // Finish() says why. A message larger than the server takes (4 MiB by default) ends it.
  bool Send(const v1::BatchRequest& request);

  // Waits for the answers that are left, and tells how the stream ended. OK: each request has been
  // answered.
  absl::Status Finish();
  void Cancel();

 private:
  std::unique_ptr<Call> call_;
};

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_STREAMS_H_
