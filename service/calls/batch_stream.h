#ifndef ARBITER_SERVICE_CALLS_BATCH_STREAM_H_
#define ARBITER_SERVICE_CALLS_BATCH_STREAM_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>

#include "service/calls/open_call.h"
#include "service/calls/request_shape.h"

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
class BatchStream final : public OpenCall {
 public:
  BatchStream(const CallEnvironment* environment, const MethodMetrics* method,
              std::unique_ptr<Rpc> rpc);

  // Begins a stream. The first two outlive it.
  static void Start(const CallEnvironment* environment, const MethodMetrics* method,
                    std::unique_ptr<Rpc> rpc);

  void OnRead(bool has_message) override;
  void OnWritten(bool ok) override;
  void OnCancelled() override;
  void OnTick(Time now) override;

 private:
  using ItemPtr = std::shared_ptr<BatchItem>;
  using Lock = std::unique_lock<std::mutex>;
  // What to start next; `item` is what is written, `status` what the stream ends with.
  struct Step {
    enum { kNone, kRead, kWrite, kFinish } kind = kNone;
    BatchItem* item = nullptr;
    // Whether another write follows at once.
    bool more = false;
    absl::Status status = absl::OkStatus();
  };

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
  // No answer can reach the client any more.
  void Break();
  // The item needs no memory any more.
  void Release(const BatchItem& item);

  // Starts all operations that are due. One thread at a time does so, the one that finds nobody
  // at it; gRPC must not be called with the lock held, nor any operation be started after the
  // end.
  void Pump(Lock lock);
  Step NextStep();
  bool MayRead() const;
  void Perform(const Step& step);
  absl::Status FinalStatus() const;

  const int max_unanswered_;
  const size_t max_unanswered_bytes_;

  std::mutex mutex_;
  bool reading_ = false;
  // What is being written; null if nothing is.
  ItemPtr writing_;
  std::deque<ItemPtr> answers_;
  // Items read.
  int64_t items_ = 0;
  // Items read whose answer is not written.
  int unanswered_ = 0;
  size_t unanswered_bytes_ = 0;
  // When the stream last had anything to do.
  Time last_busy_ = std::chrono::steady_clock::now();
  // An item was refused for want of room; nothing is read until the next tick.
  bool pausing_ = false;
  bool half_closed_ = false;
  // A message was not a BatchRequest.
  bool unreadable_ = false;
  bool idle_ = false;
  bool draining_ = false;
  bool broken_ = false;
  bool finished_ = false;
  bool pumping_ = false;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_BATCH_STREAM_H_
