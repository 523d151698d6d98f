#include "service/calls/rpc.h"

#include <utility>

namespace arbiter {
namespace {

// RPCs that each queue is ready to take at once. Those that come while it is busy wait inside gRPC.
constexpr int kReadyToTake = 64;

}  // namespace

void Rpc::Open(RpcHandler* handler) {
  handler_ = handler;
  queue_->Add(this);
}

void Rpc::StartRead() {
  BeginOperation();
  stream_.Read(&message_, &read_);
}

void Rpc::StartHeaders() {
  BeginOperation();
  stream_.SendInitialMetadata(&headers_);
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

void Rpc::OnRequested(bool ok) {
  std::unique_ptr<Rpc> self(this);
  // gRPC takes no more RPCs.
  if (!ok) return;
  queue_->RequestNext();
  queue_->accept_(std::move(self));
}

void Rpc::OnRead(bool ok) {
  JoinStarter();
  handler_->OnRead(ok);
  EndOperation();
}

void Rpc::OnHeaders(bool /*ok*/) { EndOperation(); }

void Rpc::OnWritten(bool ok) {
  JoinStarter();
  handler_->OnWritten(ok);
  EndOperation();
}

void Rpc::OnFinished(bool /*ok*/) { EndOperation(); }

void Rpc::OnOver(bool /*ok*/) {
  // gRPC reports that every RPC is over, also where the server has ended it.
  if (context_.IsCancelled()) {
    cancelled_.store(true, std::memory_order_relaxed);
    handler_->OnCancelled();
  }
  EndOperation();
}

void Rpc::BeginOperation() { operations_.fetch_add(1, std::memory_order_release); }

void Rpc::JoinStarter() { static_cast<void>(operations_.load(std::memory_order_acquire)); }

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
  for (int i = 0; i < kReadyToTake; ++i) RequestNext();
  last_heartbeat_ = std::chrono::steady_clock::now();
  SetHeartbeat();
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
  while (queue_->Next(&tag, &ok)) static_cast<QueueEvent*>(tag)->Happened(ok);
}

void RpcQueue::RequestNext() {
  // Owned by gRPC until it is requested.
  Rpc* rpc = new Rpc(this);
  rpc->context_.AsyncNotifyWhenDone(static_cast<QueueEvent*>(&rpc->over_));
  service_->RequestCall(&rpc->context_, &rpc->stream_, queue_.get(), queue_.get(),
                        static_cast<QueueEvent*>(&rpc->requested_));
}

void RpcQueue::SetHeartbeat() {
  alarm_.Set(queue_.get(), std::chrono::system_clock::now() + kHeartbeat,
             static_cast<QueueEvent*>(&heartbeat_));
}

void RpcQueue::OnHeartbeat() {
  // By the thread that sets the alarm, which must not be set on a queue that is shut down.
  if (stopping_) return queue_->Shutdown();
  const auto now = std::chrono::steady_clock::now();
  last_heartbeat_ = now;
  if (now - last_tick_ >= kTick) {
    last_tick_ = now;
    for (Rpc* rpc = open_; rpc != nullptr; rpc = rpc->next_) rpc->handler_->OnTick(now);
  }
  SetHeartbeat();
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

}  // namespace arbiter
