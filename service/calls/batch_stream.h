#ifndef ARBITER_SERVICE_CALLS_BATCH_STREAM_H_
#define ARBITER_SERVICE_CALLS_BATCH_STREAM_H_

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/calls/request_shape.h"
#include "service/calls/stream_call.h"

namespace arbiter {

struct BatchItem;

// One Batch stream, of messages as they are on the wire: answers are written without being built
// as messages first. Short items are answered on the thread of the queue, the others in turns of
// the client's; answers go out in the order in which they are ready. Further items are not read
// while `max_batch_in_flight` items are unanswered, while these have more bytes than four of the
// largest messages, for a moment after one was refused as OVERLOADED, or while an answer of the
// stream waits and the client leaves many unread: a client that sends without reading fills only
// its own buffers.
//
// The stream ends OK once the client has half-closed and has every answer; UNAVAILABLE, after
// answering what was read, when the server shuts down; INVALID_ARGUMENT, after answering the
// others, at bytes that are not a BatchRequest; DEADLINE_EXCEEDED when nothing was asked for
// longer than Limits::stream_idle_ms.
class BatchStream final : public StreamCall {
 public:
  BatchStream(const CallEnvironment* environment, const MethodMetrics* method,
              std::unique_ptr<Rpc> rpc);

  // Begins a stream. The first two outlive it.
  static void Start(const CallEnvironment* environment, const MethodMetrics* method,
                    std::unique_ptr<Rpc> rpc) {
    Open<BatchStream>(environment, method, std::move(rpc))->BeginWithHeaders();
  }

 private:
  using ItemPtr = std::shared_ptr<BatchItem>;

  void OnMessage(std::shared_ptr<WireBytes> message, Lock lock) override;
  bool WantsMessage() const override;
  bool IsAnswering() const override { return working_ > 0; }
  absl::Status FinalStatus() const override;

  // Answers and delivers an item, now or in a turn of the client's.
  void Handle(const ItemPtr& item);
  void Schedule(const ItemPtr& item);
  // What the item's bytes ask for; builds nothing.
  absl::StatusOr<RequestShape> Measure(const BatchItem& item) const;
  // Builds the item's request; BAD_FIELD if its bytes are not one.
  absl::Status Parse(BatchItem* item);
  // Refuses an item that has not been built. The stream ends if its bytes are not a request.
  void Refuse(const ItemPtr& item, const absl::Status& status);
  // The answer to an item, a BatchResponse. `turn` is null for work that is over at once.
  std::string Answer(BatchItem* item, FairScheduler::Turn* turn);
  // The answer to an item that is refused.
  std::string Refusal(const absl::Status& status, const BatchItem& item);
  // Queues the item's answer for writing.
  void Deliver(const ItemPtr& item, std::string answer);
  // The item is not worked on any more. Called with the lock held.
  void Release(const BatchItem& item);

  const size_t max_unanswered_;
  const size_t max_unanswered_bytes_;

  // Items read whose answer is not queued yet, and their bytes.
  size_t working_ = 0;
  size_t working_bytes_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_BATCH_STREAM_H_
