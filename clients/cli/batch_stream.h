#ifndef ARBITER_CLIENTS_CLI_BATCH_STREAM_H_
#define ARBITER_CLIENTS_CLI_BATCH_STREAM_H_

#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

#include "arbiter/v1/rules_service.grpc.pb.h"
#include "clients/cli/backend.h"
#include "grpcpp/grpcpp.h"

namespace arbiter::cli {

// The client's end of a Batch stream: sends on the caller's thread and reads
// answers on its own, with a bounded number of requests unanswered.
class BatchStream {
 public:
  using Stream = grpc::ClientReaderWriterInterface<v1::BatchRequest, v1::BatchResponse>;

  // `sink` is called on the reading thread.
  BatchStream(std::unique_ptr<Stream> stream, Backend::Sink sink);
  // Finish() has been called.
  ~BatchStream() = default;

  // Waits for room, then sends. False: the stream has broken.
  bool Send(const v1::BatchRequest& request);

  // Sends no more, waits for the answers, and tells how the stream ended.
  grpc::Status Finish();

 private:
  void ReadAnswers();

  std::unique_ptr<Stream> stream_;
  Backend::Sink sink_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int unanswered_ = 0;
  bool broken_ = false;
  std::thread reader_;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_BATCH_STREAM_H_
