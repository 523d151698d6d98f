#ifndef ARBITER_CLIENTS_CPP_SRC_BATCH_H_
#define ARBITER_CLIENTS_CPP_SRC_BATCH_H_

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "absl/status/statusor.h"
#include "arbiter/client/streams.h"
#include "arbiter/v1/rules_service.pb.h"
#include "clients/cpp/src/connection.h"
#include "grpcpp/support/sync_stream.h"

namespace arbiter::client {

// Sends requests on the caller's thread, and reads responses on a thread of its own.
class Batch::Call {
 public:
  Call(std::shared_ptr<const Connection> connection, CallSettings settings, Sink sink);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  bool Send(const v1::BatchRequest& request);
  absl::Status Finish();
  void Cancel() { context_->TryCancel(); }

 private:
  void ReadAnswers();

  const std::shared_ptr<const Connection> connection_;
  const CallSettings settings_;
  const Sink sink_;
  const std::unique_ptr<grpc::ClientContext> context_;
  const std::unique_ptr<grpc::ClientReaderWriter<v1::BatchRequest, v1::BatchResponse>> stream_;
  std::optional<absl::Status> status_;

  std::mutex mutex_;
  std::condition_variable changed_;
  int unanswered_ = 0;
  bool ended_ = false;

  std::thread reader_;
};

// Implements Client::RunBatch().
absl::StatusOr<std::vector<v1::BatchResponse>> RunBatch(
    const std::shared_ptr<const Connection>& connection, const CallSettings& settings,
    const std::vector<v1::BatchRequest>& requests);

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_BATCH_H_
