#ifndef ARBITER_CLIENTS_CPP_SRC_UPDATE_STREAM_H_
#define ARBITER_CLIENTS_CPP_SRC_UPDATE_STREAM_H_

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "arbiter/client/streams.h"
#include "clients/cpp/src/connection.h"
#include "clients/cpp/src/retry.h"
#include "grpcpp/support/sync_stream.h"

namespace arbiter::client {

// A server-streaming call, with its retries.
template <typename Update>
class UpdateStream<Update>::Call {
 public:
  using Reader = std::unique_ptr<grpc::ClientReader<Update>>;
  using Start = std::function<Reader(grpc::ClientContext*)>;

  Call(std::shared_ptr<const Connection> connection, CallSettings settings, Start start);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  std::optional<Update> Next();
  absl::Status Finish();
  void Cancel();

 private:
  void Open();
  // Handles the end of the stream: retries the call, or sets `status_`.
  void Close();
  // Returns false if the call was cancelled in the meantime.
  bool Wait(absl::Duration duration);

  const std::shared_ptr<const Connection> connection_;
  const CallSettings settings_;
  const Start start_;
  RetryPolicy retries_;
  Reader reader_;
  bool has_updates_ = false;
  std::optional<absl::Status> status_;

  // Guards the members below, which Cancel() uses.
  std::mutex mutex_;
  std::condition_variable cancellation_;
  bool cancelled_ = false;
  std::unique_ptr<grpc::ClientContext> context_;
};

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_UPDATE_STREAM_H_
