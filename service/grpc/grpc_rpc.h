#ifndef ARBITER_SERVICE_GRPC_GRPC_RPC_H_
#define ARBITER_SERVICE_GRPC_GRPC_RPC_H_

#include <grpc/grpc.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "service/calls/rpc.h"
#include "service/net/connections.h"

namespace grpc {
class AsyncGenericService;
class ServerBuilder;
class ServerCompletionQueue;
}  // namespace grpc

namespace arbiter {

// The tag of an operation on a completion queue.
class CompletionTag {
 public:
  // Called when the operation has completed.
  virtual void OnCompletion(bool ok) = 0;

 protected:
  ~CompletionTag() = default;
};

class RpcQueue;

// An RPC of gRPC. The operations are those of its core API. The C++ API allocates more objects for
// each RPC, copies the headers, and watches every RPC. The `_empty_queues` rows of
// docs/benchmarks.md show what that costs.
class GrpcRpc final : public Rpc {
 public:
  explicit GrpcRpc(RpcQueue* queue);
  ~GrpcRpc() override;

  std::string_view method() const override;
  HeaderValues FindHeaders(std::string_view name) const override;
  Time deadline() const override { return deadline_; }
  const ConnectionPtr& connection() const override { return connection_; }
  std::vector<std::string> CertificateNames() const override;
  bool is_cancelled() const override { return cancelled_.load(std::memory_order_relaxed); }
  ReceivedBytes TakeMessage() override;
  void Open(RpcHandler* handler) override;
  void AddInitialMetadata(std::string_view name, std::string_view value) override;
  void AddTrailingMetadata(std::string_view name, std::string_view value) override;
  void StartWatch() override;
  void StartRead() override;
  void StartSendInitialMetadata() override;
  void StartWrite(std::string message, bool more_follows) override;
  void StartFinish(RpcStatus status) override;
  void StartWriteAndFinish(std::string message) override;
  void Cancel() override;

 private:
  friend class RpcQueue;

  template <void (GrpcRpc::*report)(bool)>
  class OperationTag final : public CompletionTag {
   public:
    explicit OperationTag(GrpcRpc* rpc) : rpc_(rpc) {}
    void OnCompletion(bool ok) override { (rpc_->*report)(ok); }

   private:
    GrpcRpc* const rpc_;
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
  void AddInitialMetadataOnce(Batch* batch);
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
  absl::InlinedVector<grpc_metadata, 1> initial_metadata_;
  bool initial_metadata_sent_ = false;
  // Most RPCs have at most one header and the details of the status.
  absl::InlinedVector<grpc_metadata, 2> trailing_metadata_;
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
  GrpcRpc* previous_ = nullptr;
  GrpcRpc* next_ = nullptr;
  OperationTag<&GrpcRpc::OnRpcReceived> received_tag_{this};
  OperationTag<&GrpcRpc::OnReadDone> read_tag_{this};
  OperationTag<&GrpcRpc::OnInitialMetadataSent> initial_metadata_tag_{this};
  OperationTag<&GrpcRpc::OnWriteDone> write_tag_{this};
  OperationTag<&GrpcRpc::OnFinished> finish_tag_{this};
  OperationTag<&GrpcRpc::OnClosed> close_tag_{this};
};

// A gRPC completion queue with a thread of its own, which accepts RPCs as soon as their headers
// have arrived, and reports their events.
class RpcQueue {
 public:
  // How often the thread proves that it is not stuck.
  static constexpr std::chrono::milliseconds kHeartbeat{10};

  // `connections`, which contains the connections that were handed to the server, must outlive the
  // queue.
  RpcQueue(std::unique_ptr<grpc::ServerCompletionQueue> queue, Connections* connections,
           AcceptRpc accept);
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
  friend class GrpcRpc;

  void Run();
  void RequestNext();
  // Does what is due at this time: a heartbeat, and a tick of all open RPCs.
  void OnTime(std::chrono::steady_clock::time_point now);
  void Add(GrpcRpc* rpc);
  void Remove(GrpcRpc* rpc);

  const std::unique_ptr<grpc::ServerCompletionQueue> queue_;
  Connections& connections_;
  const AcceptRpc accept_;
  grpc_server* server_ = nullptr;
  GrpcRpc* open_ = nullptr;
  std::atomic<bool> stopping_ = false;
  bool shut_down_ = false;
  std::atomic<std::chrono::steady_clock::time_point> last_heartbeat_;
  std::chrono::steady_clock::time_point last_tick_;
  std::thread thread_;
};

// Adds a queue for each processor that this process may use to a server that is being built. The
// queues begin with Start(), once the server has been started. `service` must outlive the server,
// and `connections` the queues.
std::vector<std::unique_ptr<RpcQueue>> AddQueues(grpc::ServerBuilder* builder,
                                                 grpc::AsyncGenericService* service,
                                                 Connections* connections, const AcceptRpc& accept);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_GRPC_GRPC_RPC_H_
