#ifndef ARBITER_SERVICE_CALLS_RPC_H_
#define ARBITER_SERVICE_CALLS_RPC_H_

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

#include "grpcpp/alarm.h"
#include "grpcpp/completion_queue.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"
#include "service/net/connections.h"

namespace arbiter {

class Rpc;

// What a server does with an RPC. The thread of the RPC's queue makes all of these calls, one at a
// time, so that none of them may block or compute for long.
class RpcHandler {
 public:
  using Time = std::chrono::steady_clock::time_point;

  virtual ~RpcHandler() = default;

  // The read has ended: with a message in Rpc::message(), or without one because the client sends
  // no more or the RPC is over.
  virtual void OnRead(bool has_message) = 0;
  // The write has ended. After a failure nothing else reaches the client.
  virtual void OnWritten(bool ok) = 0;
  // The client has cancelled the RPC, its connection is gone, or its deadline has passed. Comes
  // before OnDone() if at all.
  virtual void OnCancelled() = 0;
  // Comes every RpcQueue::kTick while the RPC is open.
  virtual void OnTick(Time now) = 0;
  // The RPC is over, and all its operations have ended. The last call.
  virtual void OnDone() = 0;
};

// Something that a queue reports when it has happened.
class QueueEvent {
 public:
  virtual void Happened(bool ok) = 0;

 protected:
  ~QueueEvent() = default;
};

class RpcQueue;

// One RPC from its headers to its end. Reads, writes and the end are operations that are started
// here, by any thread, and reported to the handler. One read and one write may be under way at a
// time; after the end has been started, nothing else may be.
class Rpc {
 public:
  explicit Rpc(RpcQueue* queue) : queue_(queue) {}
  Rpc(const Rpc&) = delete;
  Rpc& operator=(const Rpc&) = delete;

  // The headers, the peer and the deadline.
  grpc::GenericServerContext& context() { return context_; }
  const grpc::GenericServerContext& context() const { return context_; }

  // Whether OnCancelled() has come. Thread-safe.
  bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

  // What the last read has brought.
  grpc::ByteBuffer& message() { return message_; }
  const grpc::ByteBuffer& message() const { return message_; }

  // The connection that brought it; null until somebody has looked.
  const ConnectionPtr& connection() const { return connection_; }
  void set_connection(ConnectionPtr connection) { connection_ = std::move(connection); }

  // Reports to `handler`, which outlives the RPC, from now on. Called once, while the queue's
  // RpcQueue::Accept runs.
  void Open(RpcHandler* handler);

  void StartRead();
  // Sends the initial metadata; otherwise they go out with what is sent first. Reports nothing.
  void StartHeaders();
  // With `more_follows` the message may wait for the next one, so that both leave together.
  void StartWrite(const grpc::ByteBuffer& message, bool more_follows);
  // Ends the RPC. No write is under way. Reports OnDone() only.
  void StartFinish(const grpc::Status& status);
  // The same with a last message; the status is OK.
  void StartWriteAndFinish(const grpc::ByteBuffer& message);

 private:
  friend class RpcQueue;

  template <void (Rpc::*report)(bool)>
  class Event final : public QueueEvent {
   public:
    explicit Event(Rpc* rpc) : rpc_(rpc) {}
    void Happened(bool ok) override { (rpc_->*report)(ok); }

   private:
    Rpc* const rpc_;
  };

  void OnRequested(bool ok);
  void OnRead(bool ok);
  void OnHeaders(bool ok);
  void OnWritten(bool ok);
  void OnFinished(bool ok);
  void OnOver(bool ok);
  void BeginOperation();
  // What was done before an operation began comes before its report. gRPC promises as much, but
  // does so in code that ThreadSanitizer doesn't see.
  void JoinStarter();
  void EndOperation();

  RpcQueue* const queue_;
  grpc::GenericServerContext context_;
  grpc::GenericServerAsyncReaderWriter stream_{&context_};
  ConnectionPtr connection_;
  grpc::ByteBuffer message_;
  RpcHandler* handler_ = nullptr;
  std::atomic<bool> cancelled_ = false;
  // Operations under way. That the RPC is over and that it is finished count from the beginning.
  std::atomic<int> operations_ = 2;
  // The neighbours among the open RPCs of the queue.
  Rpc* previous_ = nullptr;
  Rpc* next_ = nullptr;
  Event<&Rpc::OnRequested> requested_{this};
  Event<&Rpc::OnRead> read_{this};
  Event<&Rpc::OnHeaders> headers_{this};
  Event<&Rpc::OnWritten> written_{this};
  Event<&Rpc::OnFinished> finished_{this};
  Event<&Rpc::OnOver> over_{this};
};

// A completion queue of gRPC with a thread of its own, which takes RPCs at their headers, before
// anything of their messages is there, and reports on them.
class RpcQueue {
 public:
  static constexpr std::chrono::milliseconds kTick{50};
  // How often the thread shows that it is not kept from its work.
  static constexpr std::chrono::milliseconds kHeartbeat{10};

  // Takes an RPC over: calls Rpc::Open(), and keeps it until OnDone().
  using Accept = std::function<void(std::unique_ptr<Rpc> rpc)>;

  // `service` outlives the queue.
  RpcQueue(std::unique_ptr<grpc::ServerCompletionQueue> queue, grpc::AsyncGenericService* service,
           Accept accept);
  // Shutdown() has been called, or Start() has not.
  ~RpcQueue() = default;
  RpcQueue(const RpcQueue&) = delete;
  RpcQueue& operator=(const RpcQueue&) = delete;

  // Takes RPCs, once gRPC has been started.
  void Start();
  // Waits until all RPCs are over, once gRPC has been shut down.
  void Shutdown();

  // When the thread last found time for its heartbeat. Thread-safe.
  std::chrono::steady_clock::time_point last_heartbeat() const { return last_heartbeat_.load(); }

 private:
  friend class Rpc;

  class Heartbeat final : public QueueEvent {
   public:
    explicit Heartbeat(RpcQueue* queue) : queue_(queue) {}
    void Happened(bool /*ok*/) override { queue_->OnHeartbeat(); }

   private:
    RpcQueue* const queue_;
  };

  void Run();
  void RequestNext();
  void SetHeartbeat();
  void OnHeartbeat();
  void Add(Rpc* rpc);
  void Remove(Rpc* rpc);

  const std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  grpc::AsyncGenericService* const service_;
  const Accept accept_;
  Rpc* open_ = nullptr;
  Heartbeat heartbeat_{this};
  grpc::Alarm alarm_;
  std::atomic<bool> stopping_ = false;
  std::atomic<std::chrono::steady_clock::time_point> last_heartbeat_;
  std::chrono::steady_clock::time_point last_tick_;
  std::thread thread_;
};

// An RPC that keeps itself until gRPC has nothing more to report of it.
class KeptRpc : public RpcHandler, public std::enable_shared_from_this<KeptRpc> {
 public:
  void OnDone() override { const std::shared_ptr<KeptRpc> last = std::move(self_); }

 protected:
  explicit KeptRpc(std::unique_ptr<Rpc> rpc) : rpc_(std::move(rpc)) {}

  // Makes an object that keeps itself, and opens its RPC.
  template <typename Kept, typename... Args>
  static std::shared_ptr<Kept> Open(Args&&... args) {
    auto kept = std::make_shared<Kept>(std::forward<Args>(args)...);
    kept->self_ = kept;
    kept->rpc_->Open(kept.get());
    return kept;
  }

  template <typename Kept>
  std::shared_ptr<Kept> Shared() {
    return std::static_pointer_cast<Kept>(shared_from_this());
  }

  Rpc& rpc() { return *rpc_; }

 private:
  const std::unique_ptr<Rpc> rpc_;
  std::shared_ptr<KeptRpc> self_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_RPC_H_
