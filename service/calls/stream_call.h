#ifndef ARBITER_SERVICE_CALLS_STREAM_CALL_H_
#define ARBITER_SERVICE_CALLS_STREAM_CALL_H_

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "service/calls/call_scope.h"
#include "service/calls/wire_buffer.h"
#include "service/calls/write_queue.h"

namespace arbiter {

// A call of several messages: reads them as fast as its kind can take them, writes what its kind
// puts into the queue, and ends once nothing more is read, everything read is answered, and every
// answer is written. Nothing more is read after the client has half-closed, when the stream is idle
// or has failed, when the server shuts down, or when the client can't be reached any more.
//
// One mutex guards a stream and everything its kind adds to it. Operations are started by Pump()
// alone: one thread at a time does so, the one that finds nobody at it. gRPC is never called with
// the lock held, and no operation is started after the end.
class StreamCall : public OpenCall {
 public:
  void OnRead(bool has_message) final;
  void OnWritten(bool ok) final;
  void OnCancelled() final;
  void OnTick(Time now) final;

 protected:
  using Lock = std::unique_lock<std::mutex>;
  using Job = std::function<void()>;

  // Whether a message may wait for one that is queued behind it, so that both leave together.
  enum class Writes { kOneByOne, kTogether };

  StreamCall(const CallEnvironment* environment, const MethodMetrics* method,
             std::unique_ptr<Rpc> rpc, Writes writes = Writes::kOneByOne);

  // Starts every operation that is due. Called when the state of the stream has changed.
  void Pump(Lock lock);
  // Begins the call: sends its headers, unless it is refused, and pumps.
  void BeginWithHeaders();
  // Sends the headers, the request id among them. Until then, an error is all that is sent.
  void StartHeaders();

  Lock AcquireLock() { return Lock(mutex_); }

  // The following are called with the lock held.

  // Lets the next message be read; called once for each OnMessage().
  void ReadNext(Lock lock);
  // Nothing is read until the next tick.
  void PauseReading() { pausing_ = true; }
  // Nothing more is read.
  void EndReading() { reads_over_ = true; }
  // Queues a message, unless nothing can reach the client any more. Without room for it, the stream
  // fails: RESOURCE_EXHAUSTED / OVERLOADED.
  void Push(std::string bytes, bool is_progress);
  // Ends the stream with this error, which replaces an earlier one, once all that was read is
  // answered.
  void Fail(const absl::Status& status);

  WriteQueue& queue() { return queue_; }
  const WriteQueue& queue() const { return queue_; }
  bool is_half_closed() const { return half_closed_; }
  bool is_idle() const { return idle_; }
  bool is_draining() const { return draining_; }
  // Whether no answer can reach the client any more.
  bool is_broken() const { return broken_; }
  const absl::Status& failure() const { return failure_; }

 private:
  // What a kind of stream decides, with the lock held.

  // Takes a message over, and lets the lock go before it does anything that takes time. Calls
  // ReadNext() when the next message may be read, be it later and by another thread.
  virtual void OnMessage(std::shared_ptr<WireBytes> message, Lock lock) = 0;
  // Whether there is room for another message.
  virtual bool WantsMessage() const = 0;
  // Whether something that was read still has to be answered, beside what is queued.
  virtual bool IsAnswering() const = 0;
  virtual void OnHalfClose() {}
  // Ends the work that should not go on when the stream fails or breaks off, or when the server
  // shuts down. May be called more than once.
  virtual void Abandon() {}
  // The next thing that the kind has to do without the lock before anything else is started; null
  // if there is none.
  virtual Job TakeJob() { return nullptr; }
  // Whether the client has not asked for anything for too long.
  virtual bool IsIdleAt(Time now) const;
  // What the stream ends with unless it was refused at its headers or broke off.
  virtual absl::Status FinalStatus() const = 0;
  // The locale that the caller asked for.
  virtual std::string_view locale() const { return ""; }

  // What to start next.
  struct Step {
    enum { kNone, kWrite, kJob, kRead, kFinish } kind = kNone;
    // The message to write, and whether another one follows at once.
    std::string bytes = {};
    bool more = false;
    Job job = nullptr;
    // What the stream ends with.
    absl::Status status = absl::OkStatus();
  };

  Step NextStep();
  void Perform(Step step);
  // No answer can reach the client any more.
  void Break();

  const Writes writes_;
  std::mutex mutex_;
  WriteQueue queue_;
  // When the stream last had anything to do.
  Time last_busy_ = std::chrono::steady_clock::now();
  bool reading_ = false;
  bool pausing_ = false;
  // Nothing more is read, for one of the reasons that follow or because the kind said so.
  bool reads_over_;
  bool half_closed_ = false;
  bool idle_ = false;
  bool draining_ = false;
  bool broken_ = false;
  absl::Status failure_;
  bool finished_ = false;
  bool pumping_ = false;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_STREAM_CALL_H_
