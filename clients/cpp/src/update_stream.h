#ifndef ARBITER_CLIENTS_CPP_SRC_UPDATE_STREAM_H_
#define ARBITER_CLIENTS_CPP_SRC_UPDATE_STREAM_H_

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "arbiter/client/streams.h"
#include "clients/cpp/src/connection.h"
#include "clients/cpp/src/retries.h"
#include "grpcpp/support/sync_stream.h"

namespace arbiter::client {

// A server-streaming call, with its retries.
template <typename Update>
class UpdateStream<Update>::Call {
 public:
  using Reader = std::unique_ptr<grpc::ClientReader<Update>>;
  using Start = std::function<Reader(grpc::ClientContext*)>;
  // Lets the next `Start` begin after this update.
  using ResumeAfter = std::function<void(const Update&)>;

  // Without `resume_after`, a call that has received an update is not repeated. With it, a call is
  // also repeated after errors with which a proxy or the transport ends a stream that has begun.
  Call(std::shared_ptr<const Connection> connection, CallSettings settings, Start start,
       ResumeAfter resume_after = nullptr);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  std::optional<Update> Next();
  absl::Status Finish();
  void Cancel();

 private:
  void Open();
  // Reads an update. At the end of the stream, returns false and sets `status_`.
  bool Read(Update* update);
  // Reads an update, and repeats the call if it fails before that.
  bool ReadWithRetries(Update* update);
  // Whether a server had accepted the attempt that has just ended: it sent initial metadata, which
  // an error without a stream lacks, or the attempt lasted longer than a call is retried.
  bool WasAccepted(absl::Duration attempt_time) const;

  const std::shared_ptr<const Connection> connection_;
  const CallSettings settings_;
  const Start start_;
  const ResumeAfter resume_after_;
  Retries retries_;
  Reader reader_;
  bool has_begun_ = false;
  std::optional<absl::Status> status_;

  std::atomic<bool> cancelled_ = false;
  // Guards `context_`, which Cancel() uses.
  std::mutex mutex_;
  std::unique_ptr<grpc::ClientContext> context_;
};

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_UPDATE_STREAM_H_
