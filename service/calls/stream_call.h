#ifndef ARBITER_SERVICE_CALLS_STREAM_CALL_H_
#define ARBITER_SERVICE_CALLS_STREAM_CALL_H_

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "service/calls/open_call.h"
#include "service/calls/write_queue.h"

namespace arbiter {

// The base class of calls with several messages. It reads requests as fast as the derived class
// accepts them and writes the messages that the derived class queues. The stream ends once it has
// stopped reading, every request is answered, and every answer is written. It stops reading when
// the client has half-closed or cannot be reached any more, when the stream is idle or has failed,
// and when the server shuts down.
//
// One mutex guards the stream, including the state of the derived class. Only Pump() starts
// operations, in one thread at a time: a thread that finds another one pumping returns at once.
// gRPC is never called with the lock held, and no operation is started after the end.
class StreamCall : public OpenCall {
 public:
  void OnReadDone(bool has_message) final;
  void OnWriteDone(bool ok) final;
  void OnCancel() final;
  void OnTick(Time now) final;

 protected:
  using Lock = std::unique_lock<std::mutex>;
  using Job = std::function<void()>;

  // Whether gRPC may hold a message back to send it together with the next one in the queue.
  enum class WriteMode { kImmediate, kBuffered };

  StreamCall(const CallEnvironment* environment, MethodMetrics* method, std::unique_ptr<Rpc> rpc,
             WriteMode write_mode = WriteMode::kImmediate);

  // Starts every operation that is due. Called whenever the state of the stream has changed.
  void Pump(Lock lock);
  // Begins the call: sends the initial metadata, unless the call is refused, and pumps.
  void BeginWithInitialMetadata();
  // Sends the initial metadata, which contains the request id. A call that fails before this sends
  // only its status.
  void SendInitialMetadata();

  Lock AcquireLock() { return Lock(mutex_); }

  // The following must be called with the lock held.

  // Allows the next message to be read. Called once for each OnMessage().
  void ReadNext(Lock lock);
  // Stops reading until the next tick.
  void PauseReading() { reading_paused_ = true; }
  // Reads little more from the stream for a while. Called when a request of this size was refused
  // without charge, for example because the client has no quota left: nobody pays for the time that
  // reading it took.
  void ThrottleUnpaid(size_t bytes);
  // Stops reading permanently.
  void EndReading() { reads_done_ = true; }
  // Queues a message, or drops it if the client cannot be reached any more. If there is no room for
  // it, the stream fails with RESOURCE_EXHAUSTED / OVERLOADED.
  void Push(std::string bytes, bool is_progress);
  // Stops reading, and ends the stream with this error, which replaces an earlier one, once every
  // request is answered.
  void Fail(const absl::Status& status);

  WriteQueue& queue() { return queue_; }
  const WriteQueue& queue() const { return queue_; }
  bool is_half_closed() const { return half_closed_; }
  bool is_idle() const { return idle_; }
  bool is_draining() const { return draining_; }
  // Whether the client cannot be reached any more.
  bool is_broken() const { return broken_; }
  const absl::Status& failure() const { return failure_; }

 private:
  // The following are called with the lock held.

  // Handles a message. Must release the lock before anything that takes time, and call ReadNext()
  // when the next message may be read, possibly later and from another thread.
  virtual void OnMessage(std::shared_ptr<ReceivedBytes> message, Lock lock) = 0;
  // Whether there is room for another message.
  virtual bool WantsMessage() const = 0;
  // Whether a request still has to be answered. Answers in the queue do not count.
  virtual bool IsAnswering() const = 0;
  virtual void OnHalfClose() {}
  // Cancels the work that is pointless once the stream has failed or is broken, or the grace period
  // of a server that shuts down is over. May be called more than once.
  virtual void CancelWork() {}
  // Cancels the work to which the client has set no limit. Called when the server shuts down.
  virtual void CancelEndlessWork() {}
  // Returns a function that must be called, without the lock, before anything else is started;
  // nullptr if there is none.
  virtual Job TakeJob() { return nullptr; }
  // Whether the client has requested nothing for too long.
  virtual bool IsIdleAt(Time now) const;
  // The status with which the stream ends, unless it was refused at its headers or is broken.
  virtual absl::Status FinalStatus() const = 0;
  // The locale that the caller has requested.
  virtual std::string_view locale() const { return ""; }

  // The next operation to start.
  struct Step {
    enum { kNone, kWrite, kJob, kRead, kFinish } kind = kNone;
    // The message to write, and whether the next one may be sent together with it.
    std::string bytes = {};
    bool more_follows = false;
    Job job = nullptr;
    // The status with which the stream ends.
    absl::Status status = absl::OkStatus();
  };

  Step NextStep();
  void Perform(Step step);
  // Notes that the client cannot be reached any more.
  void MarkBroken();

  const WriteMode write_mode_;
  std::mutex mutex_;
  WriteQueue queue_;
  // The time at which the stream last had anything to do.
  Time last_busy_ = std::chrono::steady_clock::now();
  bool reading_ = false;
  bool reading_paused_ = false;
  // Until this time, nothing more is read because of what the client has not paid for.
  Time unpaid_until_;
  // Whether reading has stopped, for one of the reasons below or through EndReading().
  bool reads_done_;
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
