#include "service/grpc/grpc_rpc.h"

#include <grpc/byte_buffer.h>
#include <grpc/byte_buffer_reader.h>
#include <grpc/grpc_security.h>
#include <grpc/slice.h>
#include <grpc/support/alloc.h>
#include <grpc/support/time.h>
#include <sched.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <utility>

#include "grpcpp/completion_queue.h"
#include "grpcpp/generic/async_generic_service.h"
#include "grpcpp/server_builder.h"

namespace arbiter {
namespace {

using Clock = std::chrono::steady_clock;

// The number of RPCs that each queue can accept at once. Those that arrive while the queue is busy
// wait inside gRPC.
constexpr int kPendingRequests = 64;
// The clock is read after this many events, which together take less than a heartbeat.
constexpr int kEventsPerTimeCheck = 16;
constexpr std::string_view kDetailsHeader = "grpc-status-details-bin";

std::string_view View(const grpc_slice& slice) {
  return {reinterpret_cast<const char*>(GRPC_SLICE_START_PTR(slice)), GRPC_SLICE_LENGTH(slice)};
}

// Returns a slice that refers to `text`.
grpc_slice BorrowSlice(std::string_view text) {
  return grpc_slice_from_static_buffer(text.data(), text.size());
}

grpc_metadata MakeMetadata(std::string_view name, std::string_view value) {
  grpc_metadata metadata = {};
  metadata.key = BorrowSlice(name);
  metadata.value = BorrowSlice(value);
  return metadata;
}

// Called by gRPC, from any thread, once it has sent the bytes.
void DeleteSentBytes(void* bytes) { delete static_cast<std::string*>(bytes); }

grpc_slice ToSlice(std::string bytes) {
  // Up to this size, copying is cheaper than transferring ownership.
  constexpr size_t kMaxCopied = 2048;
  if (bytes.size() <= kMaxCopied) return grpc_slice_from_copied_buffer(bytes.data(), bytes.size());
  auto* owned = new std::string(std::move(bytes));
  return grpc_slice_new_with_user_data(owned->data(), owned->size(), &DeleteSentBytes, owned);
}

// Returns the bytes of a message in one slice.
grpc_slice ReadAll(grpc_byte_buffer* buffer) {
  grpc_byte_buffer_reader reader;
  grpc_byte_buffer_reader_init(&reader, buffer);
  const grpc_slice bytes = grpc_byte_buffer_reader_readall(&reader);
  grpc_byte_buffer_reader_destroy(&reader);
  return bytes;
}

// Frees a received message. Its bytes must not be freed by grpc_slice_unref(): gRPC 1.51 then looks
// for more memory if memory is short, and crashes unless it runs on a thread of its own.
void DestroyReceived(void* buffer) {
  grpc_byte_buffer_destroy(static_cast<grpc_byte_buffer*>(buffer));
}

// gRPC's monotonic clock is that of std::chrono::steady_clock.
Clock::time_point ToTime(gpr_timespec time) {
  time = gpr_convert_clock_type(time, GPR_CLOCK_MONOTONIC);
  // A client may ask for thousands of years, which Clock cannot represent.
  constexpr int64_t kMaxSeconds = int64_t{1} << 32;
  if (time.tv_sec >= kMaxSeconds) return Clock::time_point::max();
  return Clock::time_point(std::chrono::seconds(time.tv_sec) +
                           std::chrono::nanoseconds(time.tv_nsec));
}

gpr_timespec ToTimespec(Clock::time_point time) {
  return gpr_time_from_nanos(std::chrono::nanoseconds(time.time_since_epoch()).count(),
                             GPR_CLOCK_MONOTONIC);
}

// Returns the number of processors that this process may use.
int UsableProcessors() {
  cpu_set_t processors;
  if (sched_getaffinity(0, sizeof(processors), &processors) != 0) {
    return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  }
  return std::max(1, CPU_COUNT(&processors));
}

}  // namespace

class GrpcRpc::Batch {
 public:
  grpc_op& Add(grpc_op_type type, uint32_t flags = 0) {
    grpc_op& op = ops_.at(count_++);
    op = {};
    op.op = type;
    op.flags = flags;
    return op;
  }

  void Start(grpc_call* call, CompletionTag* tag) {
    const grpc_call_error error = grpc_call_start_batch(call, ops_.data(), count_, tag, nullptr);
    assert(error == GRPC_CALL_OK);
    static_cast<void>(error);
  }

 private:
  std::array<grpc_op, 4> ops_;
  size_t count_ = 0;
};

GrpcRpc::GrpcRpc(RpcQueue* queue) : queue_(queue) {
  grpc_call_details_init(&details_);
  grpc_metadata_array_init(&headers_);
}

GrpcRpc::~GrpcRpc() {
  grpc_byte_buffer_destroy(received_);
  grpc_byte_buffer_destroy(sent_);
  grpc_call_details_destroy(&details_);
  grpc_metadata_array_destroy(&headers_);
  if (call_ != nullptr) grpc_call_unref(call_);
}

std::string_view GrpcRpc::method() const { return View(details_.method); }

Rpc::HeaderValues GrpcRpc::FindHeaders(std::string_view name) const {
  HeaderValues values;
  for (size_t i = 0; i < headers_.count; ++i) {
    if (View(headers_.metadata[i].key) == name) {
      values.push_back(View(headers_.metadata[i].value));
    }
  }
  return values;
}

std::vector<std::string> GrpcRpc::CertificateNames() const {
  std::vector<std::string> names;
  grpc_auth_context* const context = grpc_call_auth_context(call_);
  if (context == nullptr) return names;
  if (grpc_auth_context_peer_is_authenticated(context) != 0) {
    grpc_auth_property_iterator property = grpc_auth_context_peer_identity(context);
    while (const grpc_auth_property* name = grpc_auth_property_iterator_next(&property)) {
      names.emplace_back(name->value, name->value_length);
    }
  }
  grpc_auth_context_release(context);
  return names;
}

ReceivedBytes GrpcRpc::TakeMessage() {
  grpc_byte_buffer* buffer = std::exchange(received_, nullptr);
  if (buffer->data.raw.slice_buffer.count > 1) {
    grpc_slice whole = ReadAll(buffer);
    DestroyReceived(std::exchange(buffer, grpc_raw_byte_buffer_create(&whole, 1)));
    grpc_slice_unref(whole);
  }
  const grpc_slice_buffer& slices = buffer->data.raw.slice_buffer;
  return {slices.count == 0 ? std::string_view() : View(slices.slices[0]), buffer,
          &DestroyReceived};
}

void GrpcRpc::Open(RpcHandler* handler) {
  handler_ = handler;
  queue_->Add(this);
}

void GrpcRpc::AddInitialMetadata(std::string_view name, std::string_view value) {
  initial_metadata_.push_back(MakeMetadata(name, value));
}

void GrpcRpc::AddTrailingMetadata(std::string_view name, std::string_view value) {
  trailing_metadata_.push_back(MakeMetadata(name, value));
}

void GrpcRpc::StartWatch() {
  watching_ = true;
  BeginOperation();
  Batch batch;
  AddClose(&batch);
  batch.Start(call_, &close_tag_);
}

void GrpcRpc::StartRead() {
  BeginOperation();
  Batch batch;
  batch.Add(GRPC_OP_RECV_MESSAGE).data.recv_message.recv_message = &received_;
  batch.Start(call_, &read_tag_);
}

void GrpcRpc::StartSendInitialMetadata() {
  BeginOperation();
  Batch batch;
  AddInitialMetadataOnce(&batch);
  batch.Start(call_, &initial_metadata_tag_);
}

void GrpcRpc::StartWrite(std::string message, bool more_follows) {
  BeginOperation();
  Batch batch;
  AddInitialMetadataOnce(&batch);
  AddMessage(std::move(message), more_follows ? GRPC_WRITE_BUFFER_HINT : 0, &batch);
  batch.Start(call_, &write_tag_);
}

void GrpcRpc::StartFinish(RpcStatus status) {
  Batch batch;
  AddInitialMetadataOnce(&batch);
  end_ = std::move(status);
  AddEnd(&batch);
  batch.Start(call_, &finish_tag_);
}

void GrpcRpc::StartWriteAndFinish(std::string message) {
  Batch batch;
  AddInitialMetadataOnce(&batch);
  AddMessage(std::move(message), GRPC_WRITE_BUFFER_HINT, &batch);
  AddEnd(&batch);
  batch.Start(call_, &finish_tag_);
}

void GrpcRpc::Cancel() { grpc_call_cancel(call_, nullptr); }

void GrpcRpc::AddInitialMetadataOnce(Batch* batch) {
  if (std::exchange(initial_metadata_sent_, true)) return;
  auto& data = batch->Add(GRPC_OP_SEND_INITIAL_METADATA).data.send_initial_metadata;
  data.count = initial_metadata_.size();
  data.metadata = initial_metadata_.data();
}

void GrpcRpc::AddMessage(std::string message, uint32_t flags, Batch* batch) {
  grpc_byte_buffer_destroy(sent_);
  grpc_slice slice = ToSlice(std::move(message));
  sent_ = grpc_raw_byte_buffer_create(&slice, 1);
  grpc_slice_unref(slice);
  batch->Add(GRPC_OP_SEND_MESSAGE, flags).data.send_message.send_message = sent_;
}

void GrpcRpc::AddClose(Batch* batch) {
  batch->Add(GRPC_OP_RECV_CLOSE_ON_SERVER).data.recv_close_on_server.cancelled =
      &closed_by_cancellation_;
}

void GrpcRpc::AddEnd(Batch* batch) {
  if (!watching_) AddClose(batch);
  auto& data = batch->Add(GRPC_OP_SEND_STATUS_FROM_SERVER).data.send_status_from_server;
  if (!end_.details.empty()) AddTrailingMetadata(kDetailsHeader, end_.details);
  data.trailing_metadata_count = trailing_metadata_.size();
  data.trailing_metadata = trailing_metadata_.data();
  data.status = static_cast<grpc_status_code>(end_.code);
  end_message_ = BorrowSlice(end_.message);
  data.status_details = end_.message.empty() ? nullptr : &end_message_;
}

void GrpcRpc::OnRpcReceived(bool ok) {
  std::unique_ptr<GrpcRpc> self(this);
  // The server is shutting down.
  if (!ok) return;
  deadline_ = ToTime(details_.deadline);
  char* const peer = grpc_call_get_peer(call_);
  connection_ = queue_->connections_.Find(peer);
  gpr_free(peer);
  queue_->RequestNext();
  queue_->accept_(std::move(self));
}

void GrpcRpc::OnReadDone(bool /*ok*/) {
  SyncWithStarter();
  handler_->OnReadDone(received_ != nullptr);
  EndOperation();
}

void GrpcRpc::OnInitialMetadataSent(bool /*ok*/) { EndOperation(); }

void GrpcRpc::OnWriteDone(bool ok) {
  SyncWithStarter();
  handler_->OnWriteDone(ok);
  EndOperation();
}

void GrpcRpc::OnFinished(bool /*ok*/) { EndOperation(); }

void GrpcRpc::OnClosed(bool /*ok*/) {
  // gRPC reports this for every RPC, including those that the server has ended.
  if (closed_by_cancellation_ != 0) {
    cancelled_.store(true, std::memory_order_relaxed);
    handler_->OnCancel();
  }
  EndOperation();
}

void GrpcRpc::BeginOperation() { operations_.fetch_add(1, std::memory_order_release); }

void GrpcRpc::SyncWithStarter() { static_cast<void>(operations_.load(std::memory_order_acquire)); }

void GrpcRpc::EndOperation() {
  if (operations_.fetch_sub(1, std::memory_order_acq_rel) > 1) return;
  queue_->Remove(this);
  handler_->OnDone();
}

RpcQueue::RpcQueue(std::unique_ptr<grpc::ServerCompletionQueue> queue, Connections* connections,
                   AcceptRpc accept)
    : queue_(std::move(queue)),
      connections_(*connections),
      accept_(std::move(accept)),
      last_heartbeat_(Clock::now()) {}

RpcQueue::~RpcQueue() = default;

void RpcQueue::Start(grpc_server* server) {
  server_ = server;
  for (int i = 0; i < kPendingRequests; ++i) RequestNext();
  last_heartbeat_ = Clock::now();
  thread_ = std::thread([this] { Run(); });
}

void RpcQueue::Shutdown() {
  if (!thread_.joinable()) return;
  stopping_ = true;
  thread_.join();
}

void RpcQueue::Run() {
  int events = 0;
  gpr_timespec next_heartbeat = ToTimespec(Clock::now() + kHeartbeat);
  while (true) {
    const grpc_event event = grpc_completion_queue_next(queue_->cq(), next_heartbeat, nullptr);
    if (event.type == GRPC_QUEUE_SHUTDOWN) return;
    if (event.type == GRPC_OP_COMPLETE) {
      static_cast<CompletionTag*>(event.tag)->OnCompletion(event.success != 0);
      if (++events < kEventsPerTimeCheck) continue;
    }
    // No event is waiting to be handled then, and without an open RPC none will need the queue.
    const bool is_idle = event.type == GRPC_QUEUE_TIMEOUT && open_ == nullptr;
    if (is_idle && stopping_ && !std::exchange(shut_down_, true)) queue_->Shutdown();
    events = 0;
    const Clock::time_point now = Clock::now();
    if (now < last_heartbeat_.load() + kHeartbeat) continue;
    OnTime(now);
    next_heartbeat = ToTimespec(now + kHeartbeat);
  }
}

void RpcQueue::RequestNext() {
  // gRPC owns the object until OnRpcReceived().
  GrpcRpc* rpc = new GrpcRpc(this);
  const grpc_call_error error =
      grpc_server_request_call(server_, &rpc->call_, &rpc->details_, &rpc->headers_, queue_->cq(),
                               queue_->cq(), static_cast<CompletionTag*>(&rpc->received_tag_));
  assert(error == GRPC_CALL_OK);
  static_cast<void>(error);
}

void RpcQueue::OnTime(Clock::time_point now) {
  last_heartbeat_ = now;
  if (now - last_tick_ >= Rpc::kTick) {
    last_tick_ = now;
    for (GrpcRpc* rpc = open_; rpc != nullptr; rpc = rpc->next_) rpc->handler_->OnTick(now);
  }
}

void RpcQueue::Add(GrpcRpc* rpc) {
  rpc->next_ = open_;
  if (open_ != nullptr) open_->previous_ = rpc;
  open_ = rpc;
}

void RpcQueue::Remove(GrpcRpc* rpc) {
  if (rpc->previous_ != nullptr) {
    rpc->previous_->next_ = rpc->next_;
  } else {
    open_ = rpc->next_;
  }
  if (rpc->next_ != nullptr) rpc->next_->previous_ = rpc->previous_;
}

std::vector<std::unique_ptr<RpcQueue>> AddQueues(grpc::ServerBuilder* builder,
                                                 grpc::AsyncGenericService* service,
                                                 Connections* connections,
                                                 const AcceptRpc& accept) {
  std::vector<std::unique_ptr<RpcQueue>> queues;
  for (int i = 0; i < UsableProcessors(); ++i) {
    queues.push_back(
        std::make_unique<RpcQueue>(builder->AddCompletionQueue(), connections, accept));
  }
  // Without a generic service, gRPC itself would take all RPCs from the queues.
  builder->RegisterAsyncGenericService(service);
  return queues;
}

}  // namespace arbiter
