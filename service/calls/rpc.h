#ifndef ARBITER_SERVICE_CALLS_RPC_H_
#define ARBITER_SERVICE_CALLS_RPC_H_

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "grpcpp/alarm.h"
#include "grpcpp/completion_queue.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/server_builder.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/status.h"
#include "service/net/connections.h"

namespace arbiter {

class Rpc;

// The server's reactions to the events of an RPC. The thread of the RPC's queue makes all of these
// calls, one at a time. It serves many RPCs, so the calls must neither block nor compute for long.
class RpcHandler {
 public:
  using Time = std::chrono::steady_clock::time_point;

  virtual ~RpcHandler() = default;

  // Called when a read has ended: with a message in Rpc::message(), or without one because the
  // client has half-closed or the RPC is over.
  virtual void OnReadDone(bool has_message) = 0;
  // Called when a write has ended. If `ok` is false, nothing can reach the client any more.
  virtual void OnWriteDone(bool ok) = 0;
  // Called before OnDone() if the client has cancelled the RPC, its connection is lost, or its
  // deadline has passed.
  virtual void OnCancel() = 0;
  // Called every RpcQueue::kTick while the RPC is open.
  virtual void OnTick(Time now) = 0;
  // Called last, when the RPC is over and all of its operations have ended.
  virtual void OnDone() = 0;
};

// The tag of an operation on a completion queue.
class CompletionTag {
 public:
  // Called when the operation has completed.
  virtual void OnCompletion(bool ok) = 0;

 protected:
  ~CompletionTag() = default;
};

class RpcQueue;

// One RPC, from its headers to its end. Any thread may start a read, a write or the end, whose
// completion is reported to the handler. At most one read and one write may be pending at a time,
// and nothing may be started after the end.
class Rpc {
 public:
  explicit Rpc(RpcQueue* queue) : queue_(queue) {}
  Rpc(const Rpc&) = delete;
  Rpc& operator=(const Rpc&) = delete;

  // The headers, the peer and the deadline.
  grpc::GenericServerContext& context() { return context_; }
  const grpc::GenericServerContext& context() const { return context_; }

  // Whether OnCancel() has been called. Thread-safe.
  bool is_cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

  // The message that was read last.
  grpc::ByteBuffer& message() { return message_; }
  const grpc::ByteBuffer& message() const { return message_; }

  // The connection of the RPC; nullptr until set_connection() is called.
  const ConnectionPtr& connection() const { return connection_; }
  void set_connection(ConnectionPtr connection) { connection_ = std::move(connection); }

  // From now on, reports to `handler`, which must outlive the RPC. Must be called once, from within
  // RpcQueue::Accept.
  void Open(RpcHandler* handler);

  void StartRead();
  // Sends the initial metadata, which otherwise goes out with the first message or the status. The
  // completion of this operation is not reported.
  void StartSendInitialMetadata();
  // Sends a message. If `more_follows`, gRPC may hold it back until the next one.
  void StartWrite(const grpc::ByteBuffer& message, bool more_follows);
  // Ends the RPC. No write may be pending. Only OnDone() is reported.
  void StartFinish(const grpc::Status& status);
  // Like StartFinish() with OK, but first sends a last message.
  void StartWriteAndFinish(const grpc::ByteBuffer& message);

 private:
  friend class RpcQueue;

  template <void (Rpc::*report)(bool)>
  class OperationTag final : public CompletionTag {
   public:
    explicit OperationTag(Rpc* rpc) : rpc_(rpc) {}
    void OnCompletion(bool ok) override { (rpc_->*report)(ok); }

   private:
    Rpc* const rpc_;
  };

  void OnRpcReceived(bool ok);
  void OnReadDone(bool ok);
  void OnInitialMetadataSent(bool ok);
  void OnWriteDone(bool ok);
  void OnFinished(bool ok);
  void OnRpcDone(bool ok);
  void BeginOperation();
  // Makes everything that happened before an operation was started happen before its report. gRPC
  // guarantees this, but in code that ThreadSanitizer does not see.
  void SyncWithStarter();
  void EndOperation();

  RpcQueue* const queue_;
  grpc::GenericServerContext context_;
  grpc::GenericServerAsyncReaderWriter stream_{&context_};
  ConnectionPtr connection_;
  grpc::ByteBuffer message_;
  RpcHandler* handler_ = nullptr;
  std::atomic<bool> cancelled_ = false;
  // The number of pending operations. Finish() and AsyncNotifyWhenDone() count from the beginning.
  std::atomic<int> operations_ = 2;
  // The neighbours among the open RPCs of the queue.
  Rpc* previous_ = nullptr;
  Rpc* next_ = nullptr;
  OperationTag<&Rpc::OnRpcReceived> received_{this};
  OperationTag<&Rpc::OnReadDone> read_{this};
  OperationTag<&Rpc::OnInitialMetadataSent> initial_metadata_sent_{this};
  OperationTag<&Rpc::OnWriteDone> written_{this};
  OperationTag<&Rpc::OnFinished> finished_{this};
  OperationTag<&Rpc::OnRpcDone> done_{this};
};

// A gRPC completion queue with a thread of its own, which accepts RPCs as soon as their headers
// have arrived, and reports their events.
class RpcQueue {
 public:
  static constexpr std::chrono::milliseconds kTick{50};
  // How often the thread proves that it is not stuck.
  static constexpr std::chrono::milliseconds kHeartbeat{10};

  // Takes ownership of an RPC: calls Rpc::Open() and keeps the RPC alive until OnDone().
  using Accept = std::function<void(std::unique_ptr<Rpc> rpc)>;

  // `service` must outlive the queue.
  RpcQueue(std::unique_ptr<grpc::ServerCompletionQueue> queue, grpc::AsyncGenericService* service,
           Accept accept);
  // If Start() has been called, Shutdown() must have been called too.
  ~RpcQueue() = default;
  RpcQueue(const RpcQueue&) = delete;
  RpcQueue& operator=(const RpcQueue&) = delete;

  // Begins to accept RPCs. The gRPC server must have been started.
  void Start();
  // Waits until all RPCs are over. The gRPC server must have been shut down.
  void Shutdown();

  // The time of the thread's last heartbeat. Thread-safe.
  std::chrono::steady_clock::time_point last_heartbeat() const { return last_heartbeat_.load(); }

 private:
  friend class Rpc;

  class Heartbeat final : public CompletionTag {
   public:
    explicit Heartbeat(RpcQueue* queue) : queue_(queue) {}
    void OnCompletion(bool /*ok*/) override { queue_->OnHeartbeat(); }

   private:
    RpcQueue* const queue_;
  };

  void Run();
  void RequestNext();
  void ScheduleHeartbeat();
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

// Adds the service to a server that is being built, with one queue for each processor. The queues
// begin with Start(), once the server has been started. `service` must outlive them.
std::vector<std::unique_ptr<RpcQueue>> AddQueues(grpc::ServerBuilder* builder,
                                                 grpc::AsyncGenericService* service,
                                                 const RpcQueue::Accept& accept);

// The handler of an RPC that owns itself until gRPC has nothing more to report.
class SelfOwnedRpc : public RpcHandler, public std::enable_shared_from_this<SelfOwnedRpc> {
 public:
  void OnDone() override { const std::shared_ptr<SelfOwnedRpc> self = std::move(self_); }

 protected:
  explicit SelfOwnedRpc(std::unique_ptr<Rpc> rpc) : rpc_(std::move(rpc)) {}

  // Makes a handler that owns itself, and opens its RPC.
  template <typename Handler, typename... Args>
  static std::shared_ptr<Handler> Open(Args&&... args) {
    auto handler = std::make_shared<Handler>(std::forward<Args>(args)...);
    handler->self_ = handler;
    handler->rpc_->Open(handler.get());
    return handler;
  }

  // Returns an owner of this handler, which must be a `Handler`.
  template <typename Handler>
  std::shared_ptr<Handler> Shared() {
    return std::static_pointer_cast<Handler>(shared_from_this());
  }

  Rpc& rpc() { return *rpc_; }

 private:
  const std::unique_ptr<Rpc> rpc_;
  std::shared_ptr<SelfOwnedRpc> self_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_RPC_H_
