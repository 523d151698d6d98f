#ifndef ARBITER_SERVICE_CALLS_RPC_H_
#define ARBITER_SERVICE_CALLS_RPC_H_

#include <grpc/grpc.h>

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "service/calls/wire_buffer.h"
#include "service/net/connections.h"

namespace grpc {
class AsyncGenericService;
class ServerBuilder;
class ServerCompletionQueue;
}  // namespace grpc

namespace arbiter {

class Rpc;

// The server's reactions to the events of an RPC. The thread of the RPC's queue makes all of these
// calls, one at a time. It serves many RPCs, so the calls must neither block nor compute for long.
class RpcHandler {
 public:
  using Time = std::chrono::steady_clock::time_point;

  virtual ~RpcHandler() = default;

  // Called when a read has ended: with a message, which Rpc::TakeMessage() returns, or without one
  // because the client has half-closed or the RPC is over.
  virtual void OnReadDone(bool has_message) = 0;
  // Called when a write has ended. If `ok` is false, nothing can reach the client any more.
  virtual void OnWriteDone(bool ok) = 0;
  // Called before OnDone() if the client has cancelled the RPC, its connection is lost, or its
  // deadline has passed, provided that Rpc::StartWatch() was called before the end.
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

// How an RPC ends.
struct RpcStatus {
  grpc_status_code code = GRPC_STATUS_OK;
  std::string message = {};
  // A serialised google.rpc.Status; empty if there is none.
  std::string details = {};
};

// One RPC, from its headers to its end. Any thread may start a read, a write or the end, whose
// completion is reported to the handler. At most one read and one write may be pending at a time,
// and nothing may be started after the end.
//
// The operations are those of gRPC's core API. Its C++ API allocates more objects for each RPC,
// copies the headers, and watches every RPC. The `_empty_queues` rows of docs/benchmarks.md show
// what that costs.
class Rpc {
 public:
  using Time = std::chrono::steady_clock::time_point;

  explicit Rpc(RpcQueue* queue);
  ~Rpc();
  Rpc(const Rpc&) = delete;
  Rpc& operator=(const Rpc&) = delete;

  // The path of the method, such as `/arbiter.v1.RulesService/LegalMoves`.
  std::string_view method() const;
  // The values of the headers with this name, in lower case, in the order in which they arrived.
  using HeaderValues = absl::InlinedVector<std::string_view, 1>;
  HeaderValues FindHeaders(std::string_view name) const;
  // The time by which the client wants the RPC to have ended; Time::max() if it has not set any.
  Time deadline() const { return deadline_; }
  // The address of the peer, in gRPC's format.
  std::string Peer() const;
  // The names in the client's certificate, if TLS has verified it; otherwise empty.
  std::vector<std::string> CertificateNames() const;

  // Whether OnCancel() has been called. Thread-safe.
  bool is_cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

  // Returns the message that was read last. Must be called at most once for each message.
  WireBytes TakeMessage() { return WireBytes(std::exchange(received_, nullptr)); }

  // The connection of the RPC; nullptr until set_connection() is called.
  const ConnectionPtr& connection() const { return connection_; }
  void set_connection(ConnectionPtr connection) { connection_ = std::move(connection); }

  // From now on, reports to `handler`, which must outlive the RPC. Must be called once, from within
  // RpcQueue::Accept.
  void Open(RpcHandler* handler);

  // Sets the only header of the initial or the trailing metadata. Both texts must outlive the RPC.
  void SetInitialMetadata(std::string_view name, std::string_view value);
  void SetTrailingMetadata(std::string_view name, std::string_view value);

  // Reports OnCancel() from now on, which takes one more operation. Whether or not an RPC is
  // watched, a pending read ends when the RPC is cancelled. Must be called by the thread of the
  // queue, at most once.
  void StartWatch();
  void StartRead();
  // Sends the initial metadata, which otherwise goes out with the first message or the status. The
  // completion of this operation is not reported.
  void StartSendInitialMetadata();
  // Sends a message. If `more_follows`, gRPC may hold it back until the next one.
  void StartWrite(std::string message, bool more_follows);
  // Ends the RPC. No write may be pending. Only OnDone() is reported.
  void StartFinish(RpcStatus status);
  // Like StartFinish() with OK, but first sends a last message.
  void StartWriteAndFinish(std::string message);
  // Cancels the RPC, as if the client had done so.
  void Cancel();

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
  void OnClosed(bool ok);
  void BeginOperation();
  // Makes everything that happened before an operation was started happen before its report. gRPC
  // guarantees this, but in code that ThreadSanitizer does not see.
  void SyncWithStarter();
  void EndOperation();

  // The operations of one batch.
  class Batch;
  void AddInitialMetadata(Batch* batch);
  void AddMessage(std::string message, uint32_t flags, Batch* batch);
  void AddClose(Batch* batch);
  void AddEnd(Batch* batch);

  RpcQueue* const queue_;
  grpc_call* call_ = nullptr;
  grpc_call_details details_;
  grpc_metadata_array headers_;
  Time deadline_;
  ConnectionPtr connection_;
  grpc_byte_buffer* received_ = nullptr;
  grpc_byte_buffer* sent_ = nullptr;
  RpcHandler* handler_ = nullptr;
  grpc_metadata initial_metadata_ = {};
  size_t initial_metadata_count_ = 0;
  bool initial_metadata_sent_ = false;
  // The header that was set, and the details of the status.
  std::array<grpc_metadata, 2> trailing_metadata_ = {};
  size_t trailing_metadata_count_ = 0;
  // How the RPC ends, and a reference to the message.
  RpcStatus end_;
  grpc_slice end_message_ = {};
  bool watching_ = false;
  // Set by gRPC when the RPC is closed.
  int closed_by_cancellation_ = 0;
  std::atomic<bool> cancelled_ = false;
  // The number of pending operations. The end counts from the beginning.
  std::atomic<int> operations_ = 1;
  // The neighbours among the open RPCs of the queue.
  Rpc* previous_ = nullptr;
  Rpc* next_ = nullptr;
  OperationTag<&Rpc::OnRpcReceived> received_tag_{this};
  OperationTag<&Rpc::OnReadDone> read_tag_{this};
  OperationTag<&Rpc::OnInitialMetadataSent> initial_metadata_tag_{this};
  OperationTag<&Rpc::OnWriteDone> write_tag_{this};
  OperationTag<&Rpc::OnFinished> finish_tag_{this};
  OperationTag<&Rpc::OnClosed> close_tag_{this};
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

  RpcQueue(std::unique_ptr<grpc::ServerCompletionQueue> queue, Accept accept);
  // If Start() has been called, Shutdown() must have been called too.
  ~RpcQueue();
  RpcQueue(const RpcQueue&) = delete;
  RpcQueue& operator=(const RpcQueue&) = delete;

  // Begins to accept the RPCs of `server`, which has been started and must outlive the queue.
  void Start(grpc_server* server);
  // Waits until all RPCs are over. The gRPC server must have been shut down.
  void Shutdown();

  // The time of the thread's last heartbeat. Thread-safe.
  std::chrono::steady_clock::time_point last_heartbeat() const { return last_heartbeat_.load(); }

 private:
  friend class Rpc;

  void Run();
  void RequestNext();
  // Does what is due at this time: a heartbeat, and a tick of all open RPCs.
  void OnTime(std::chrono::steady_clock::time_point now);
  void Add(Rpc* rpc);
  void Remove(Rpc* rpc);

  const std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  const Accept accept_;
  grpc_server* server_ = nullptr;
  Rpc* open_ = nullptr;
  std::atomic<bool> stopping_ = false;
  bool shut_down_ = false;
  std::atomic<std::chrono::steady_clock::time_point> last_heartbeat_;
  std::chrono::steady_clock::time_point last_tick_;
  std::thread thread_;
};

// Adds a queue for each processor that this process may use to a server that is being built. The
// queues begin with Start(), once the server has been started. `service` must outlive the server.
std::vector<std::unique_ptr<RpcQueue>> AddQueues(grpc::ServerBuilder* builder,
                                                 grpc::AsyncGenericService* service,
                                                 const RpcQueue::Accept& accept);

// The handler of an RPC that owns itself until gRPC has nothing more to report.
class SelfOwnedRpc : public RpcHandler, public std::enable_shared_from_this<SelfOwnedRpc> {
 public:
  void OnDone() override { const std::shared_ptr<SelfOwnedRpc> self = std::move(self_); }

 protected:
  explicit SelfOwnedRpc(std::unique_ptr<Rpc> rpc) : rpc_(std::move(rpc)) {}

  // Makes a handler that owns itself, and opens and watches its RPC.
  template <typename Handler, typename... Args>
  static std::shared_ptr<Handler> Open(Args&&... args) {
    auto handler = OpenUnwatched<Handler>(std::forward<Args>(args)...);
    handler->rpc_->StartWatch();
    return handler;
  }
  // Like Open(), but does not watch the RPC.
  template <typename Handler, typename... Args>
  static std::shared_ptr<Handler> OpenUnwatched(Args&&... args) {
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
