#ifndef ARBITER_CLIENTS_CPP_SRC_SESSION_H_
#define ARBITER_CLIENTS_CPP_SRC_SESSION_H_

#include <memory>
#include <mutex>
#include <optional>

#include "arbiter/client/streams.h"
#include "clients/cpp/src/connection.h"
#include "grpcpp/support/sync_stream.h"

namespace arbiter::client {

class Session::Call {
 public:
  Call(std::shared_ptr<const Connection> connection, CallSettings settings);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  bool Write(const v1::SessionRequest& request);
  std::optional<v1::SessionResponse> Next();
  absl::Status Finish();
  void Cancel() { context_->TryCancel(); }

 private:
  const std::shared_ptr<const Connection> connection_;
  const CallSettings settings_;
  const std::unique_ptr<grpc::ClientContext> context_;
  const std::unique_ptr<grpc::ClientReaderWriter<v1::SessionRequest, v1::SessionResponse>> stream_;
  std::optional<absl::Status> status_;

  // Guards writes to `stream_`.
  std::mutex mutex_;
  bool done_writing_ = false;
};

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_SESSION_H_
