#ifndef ARBITER_SERVICE_SERVER_BATCH_REACTOR_H_
#define ARBITER_SERVICE_SERVER_BATCH_REACTOR_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>

#include "grpcpp/server_context.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/server_callback.h"
#include "service/server/call_scope.h"
#include "service/server/drain.h"

namespace arbiter {

struct BatchItem;

// One Batch stream, of messages as they are on the wire: answers are written without being built
// as messages first. Short items are answered on gRPC's threads, long ones on the
// work pool; answers go out in the order in which they are ready. At most
// `max_batch_in_flight` items are unanswered at a time: further ones are not
// read, so a client that sends without reading fills its own buffers only; the
// same holds for the bytes of four of the largest messages, and for one item where
// many answers of the whole server wait for their clients.
// Once the client has half-closed and has every answer, the stream ends OK; when
// the server drains, what was read is answered and the stream ends UNAVAILABLE. At bytes that are
// no BatchRequest it ends INVALID_ARGUMENT once the others are answered.
class BatchReactor final : public grpc::ServerBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer>,
                           public DrainListener,
                           public std::enable_shared_from_this<BatchReactor> {
 public:
  // Begins a stream; the reactor deletes itself after its end. All arguments
  // outlive it.
  static BatchReactor* Start(const CallEnvironment* environment, const MethodMetrics* method,
                             grpc::CallbackServerContext* context);

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;
  void OnDrain() override;

 private:
  using ItemPtr = std::shared_ptr<BatchItem>;
  using Lock = std::unique_lock<std::mutex>;
  // What to start next; `item` is what is read or written, `status` what it ends with.
  struct Step {
    enum { kNone, kRead, kWrite, kFinish } kind = kNone;
    BatchItem* item = nullptr;
    // Whether another write follows at once.
    bool more = false;
    absl::Status status = absl::OkStatus();
  };

  BatchReactor(const CallEnvironment* environment, const MethodMetrics* method,
               grpc::CallbackServerContext* context);

  // Answers and delivers an item that is admitted, on this thread or on the work pool.
  void Handle(const ItemPtr& item);
  // The item's answer, a BatchResponse.
  std::string Answer(BatchItem* item);
  // The answer of an item that is refused.
  std::string Refusal(const absl::Status& status, const BatchItem& item);
  // Queues the item's answer for writing.
  void Deliver(const ItemPtr& item, std::string answer);
  // No answer can reach the client any more.
  void Break();
  // The item needs no memory any more.
  void Release(const BatchItem& item);

  // Starts all operations that are due. One thread at a time does so, the one
  // that finds nobody at it; gRPC must not be called with the lock held, nor
  // any operation be started after Finish().
  void Pump(Lock lock);
  Step NextStep();
  bool MayRead() const;
  void Perform(const Step& step);
  absl::Status FinalStatus();

  CallScope scope_;
  const int max_unanswered_;
  const size_t max_unanswered_bytes_;
  // Keeps this alive until OnDone().
  std::shared_ptr<BatchReactor> self_;

  std::mutex mutex_;
  // The targets of the read and of the write under way; null: none.
  ItemPtr reading_;
  ItemPtr writing_;
  std::deque<ItemPtr> answers_;
  // Items read.
  int64_t items_ = 0;
  // Items read whose answer is not written.
  int unanswered_ = 0;
  size_t unanswered_bytes_ = 0;
  bool half_closed_ = false;
  // A message was no BatchRequest.
  bool unreadable_ = false;
  bool draining_ = false;
  bool broken_ = false;
  bool finished_ = false;
  bool pumping_ = false;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_BATCH_REACTOR_H_
