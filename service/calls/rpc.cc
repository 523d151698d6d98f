#include "service/calls/rpc.h"

#include <algorithm>
#include <utility>

namespace arbiter {
namespace {

// The number of RPCs that each queue can accept at once. Those that arrive while the queue is busy
// wait inside gRPC.
constexpr int kPendingRequests = 64;

}  // namespace

void Rpc::Open(RpcHandler* handler) {
  handler_ = handler;
  queue_->Add(this);
}

void Rpc::StartRead() {
  BeginOperation();
  stream_.Read(&message_, &read_);
}

void Rpc::StartSendInitialMetadata() {
  BeginOperation();
  stream_.SendInitialMetadata(&initial_metadata_sent_);
}

void Rpc::StartWrite(const grpc::ByteBuffer& message, bool more_follows) {
  BeginOperation();
  grpc::WriteOptions options;
  if (more_follows) options.set_buffer_hint();
  stream_.Write(message, options, &written_);
}

void Rpc::StartFinish(const grpc::Status& status) { stream_.Finish(status, &finished_); }

void Rpc::StartWriteAndFinish(const grpc::ByteBuffer& message) {
  stream_.WriteAndFinish(message, grpc::WriteOptions(), grpc::Status::OK, &finished_);
}

void Rpc::OnRpcReceived(bool ok) {
  std::unique_ptr<Rpc> self(this);
  // The server is shutting down.
  if (!ok) return;
  queue_->RequestNext();
  queue_->accept_(std::move(self));
}

void Rpc::OnReadDone(bool ok) {
  SyncWithStarter();
  handler_->OnReadDone(ok);
  EndOperation();
}

void Rpc::OnInitialMetadataSent(bool /*ok*/) { EndOperation(); }

void Rpc::OnWriteDone(bool ok) {
  SyncWithStarter();
  handler_->OnWriteDone(ok);
  EndOperation();
}

void Rpc::OnFinished(bool /*ok*/) { EndOperation(); }

void Rpc::OnRpcDone(bool /*ok*/) {
  // gRPC reports this for every RPC, including those that the server has ended.
  if (context_.IsCancelled()) {
    cancelled_.store(true, std::memory_order_relaxed);
    handler_->OnCancel();
  }
  EndOperation();
}

void Rpc::BeginOperation() { operations_.fetch_add(1, std::memory_order_release); }

void Rpc::SyncWithStarter() { static_cast<void>(operations_.load(std::memory_order_acquire)); }

void Rpc::EndOperation() {
  if (operations_.fetch_sub(1, std::memory_order_acq_rel) > 1) return;
  queue_->Remove(this);
  handler_->OnDone();
}

RpcQueue::RpcQueue(std::unique_ptr<grpc::ServerCompletionQueue> queue,
                   grpc::AsyncGenericService* service, Accept accept)
    : queue_(std::move(queue)),
      service_(service),
      accept_(std::move(accept)),
      last_heartbeat_(std::chrono::steady_clock::now()) {}

void RpcQueue::Start() {
  for (int i = 0; i < kPendingRequests; ++i) RequestNext();
  last_heartbeat_ = std::chrono::steady_clock::now();
  ScheduleHeartbeat();
  thread_ = std::thread([this] { Run(); });
}

void RpcQueue::Shutdown() {
  if (!thread_.joinable()) return;
  stopping_ = true;
  thread_.join();
}

void RpcQueue::Run() {
  void* tag = nullptr;
  bool ok = false;
  while (queue_->Next(&tag, &ok)) static_cast<CompletionTag*>(tag)->OnCompletion(ok);
}

void RpcQueue::RequestNext() {
  // gRPC owns the object until OnRpcReceived().
  Rpc* rpc = new Rpc(this);
  rpc->context_.AsyncNotifyWhenDone(static_cast<CompletionTag*>(&rpc->done_));
  service_->RequestCall(&rpc->context_, &rpc->stream_, queue_.get(), queue_.get(),
                        static_cast<CompletionTag*>(&rpc->received_));
}

void RpcQueue::ScheduleHeartbeat() {
  alarm_.Set(queue_.get(), std::chrono::system_clock::now() + kHeartbeat,
             static_cast<CompletionTag*>(&heartbeat_));
}

void RpcQueue::OnHeartbeat() {
  // The alarm must not be set on a queue that has been shut down, so the thread that sets it also
  // shuts the queue down.
  if (stopping_) return queue_->Shutdown();
  const auto now = std::chrono::steady_clock::now();
  last_heartbeat_ = now;
  if (now - last_tick_ >= kTick) {
    last_tick_ = now;
    for (Rpc* rpc = open_; rpc != nullptr; rpc = rpc->next_) rpc->handler_->OnTick(now);
  }
  ScheduleHeartbeat();
}

void RpcQueue::Add(Rpc* rpc) {
  rpc->next_ = open_;
  if (open_ != nullptr) open_->previous_ = rpc;
  open_ = rpc;
}

void RpcQueue::Remove(Rpc* rpc) {
  if (rpc->previous_ != nullptr) {
    rpc->previous_->next_ = rpc->next_;
  } else {
    open_ = rpc->next_;
  }
  if (rpc->next_ != nullptr) rpc->next_->previous_ = rpc->previous_;
}

std::vector<std::unique_ptr<RpcQueue>> AddQueues(grpc::ServerBuilder* builder,
                                                 grpc::AsyncGenericService* service,
                                                 const RpcQueue::Accept& accept) {
  std::vector<std::unique_ptr<RpcQueue>> queues;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
    queues.push_back(std::make_unique<RpcQueue>(builder->AddCompletionQueue(), service, accept));
  }
  builder->RegisterAsyncGenericService(service);
  return queues;
}

}  // namespace arbiter
