#ifndef ARBITER_SERVICE_CALLS_BATCH_STREAM_H_
#define ARBITER_SERVICE_CALLS_BATCH_STREAM_H_

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/calls/stream_call.h"
#include "service/measure/request_shape.h"

namespace arbiter {

// One Batch stream. Answers are encoded directly, without building the messages first. The queue's
// thread answers short items, and the scheduler runs the others in turns of the client. Answers are
// sent in the order in which they become ready.
//
// Reading pauses
// - while `max_batch_in_flight` items are unanswered, or items with as many bytes as four messages
//   of the maximum size,
// - until the next tick after an item was refused with OVERLOADED,
// - while an item is unanswered and too many bytes of answers are unread (IsBacklogged()).
//
// A client that sends without reading therefore fills only its own buffers.
//
// The stream ends with
// - OK once the client has half-closed and every item is answered,
// - UNAVAILABLE, after every item is answered, when the server shuts down,
// - INVALID_ARGUMENT, after every other item is answered, if a message is not a BatchRequest,
// - DEADLINE_EXCEEDED after Limits::stream_idle_ms without a request.
class BatchStream final : public StreamCall {
 public:
  BatchStream(const CallEnvironment* environment, MethodMetrics* method, std::unique_ptr<Rpc> rpc);

  // Begins a stream. `environment` and `method` must outlive it.
  static void Start(const CallEnvironment* environment, MethodMetrics* method,
                    std::unique_ptr<Rpc> rpc) {
    Open<BatchStream>(environment, method, std::move(rpc))->BeginWithInitialMetadata();
  }

 private:
  // An item that has not been answered yet.
  struct Item {
    // The bytes of a BatchRequest.
    const std::shared_ptr<ReceivedBytes> received;
    // The time by which the work must be done.
    const Time deadline;
    // Whether the work has begun. Until then, the locale of the item is not known.
    bool has_begun = false;
    // RequestShape::view_tokens.
    double view_tokens = 0;

    std::string_view wire() const { return received->view(); }
  };
  using ItemPtr = std::shared_ptr<Item>;

  void OnMessage(std::shared_ptr<ReceivedBytes> message, Lock lock) override;
  bool WantsMessage() const override;
  bool IsAnswering() const override { return working_ > 0; }
  absl::Status FinalStatus() const override;

  // Answers an item: at once, or in a turn of the client.
  void Handle(const ItemPtr& item);
  void Schedule(const ItemPtr& item);
  // Measures an item and keeps what its views cost.
  absl::StatusOr<RequestShape> Measure(Item* item) const;
  // Refuses an item whose work has not begun, or fails the stream if its bytes are not valid.
  void Refuse(const ItemPtr& item, const absl::Status& status);
  // Returns the answer to an item, a serialised BatchResponse. `turn` is nullptr for short work.
  std::string Answer(Item* item, FairScheduler::Turn* turn);
  // Returns the answer to a refused item, a serialised BatchResponse.
  std::string Refusal(const absl::Status& status, const Item& item);
  // Queues the item's answer for writing.
  void Deliver(const ItemPtr& item, std::string answer);
  // Subtracts an item from the counts of items in progress. Must be called with the lock held.
  void Release(const Item& item);

  const size_t max_unanswered_;
  const size_t max_unanswered_bytes_;

  // The number of items whose answer is not queued yet, and their bytes.
  size_t working_ = 0;
  size_t working_bytes_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_BATCH_STREAM_H_
