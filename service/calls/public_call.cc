#include "service/calls/public_call.h"

#include <string>
#include <utility>

#include "service/calls/call_errors.h"

namespace arbiter {
namespace {

class UnknownMethod final : public PublicCall {
 public:
  UnknownMethod(const CallEnvironment* environment, std::unique_ptr<Rpc> rpc)
      : PublicCall(environment, nullptr, kNoStream, std::move(rpc)) {}

  static void Start(const CallEnvironment* environment, std::unique_ptr<Rpc> rpc) {
    const auto call = Open<UnknownMethod>(environment, std::move(rpc));
    call->Finish(absl::UnimplementedError("unknown method"));
  }

  void OnReadDone(bool /*has_message*/) override {}
  void OnWriteDone(bool /*ok*/) override {}
  void OnCancel() override {}
  void OnTick(Time /*now*/) override {}
};

// An RPC that is ended at minimum cost.
class DroppedRpc final : public SelfOwnedRpc {
 public:
  explicit DroppedRpc(std::unique_ptr<Rpc> rpc) : SelfOwnedRpc(std::move(rpc)) {}

  static void Start(std::unique_ptr<Rpc> rpc) {
    Open<DroppedRpc>(std::move(rpc))->rpc().StartFinish({.code = absl::StatusCode::kCancelled});
  }

  void OnReadDone(bool /*has_message*/) override {}
  void OnWriteDone(bool /*ok*/) override {}
  void OnCancel() override {}
  void OnTick(Time /*now*/) override {}
};

}  // namespace

PublicCall::PublicCall(const CallEnvironment* environment, MethodMetrics* method, int max_streams,
                       std::unique_ptr<Rpc> rpc)
    : SelfOwnedRpc(std::move(rpc)),
      environment_(environment),
      method_(method),
      is_stream_(max_streams > 0),
      connection_(this->rpc().connection()),
      share_(environment->admission.shares.FindOrAdd(connection_->client_key)) {
  if (method_ != nullptr) method_->started.Increment();
  if (!environment_->admission.connections.CountCall(*connection_)) admitted_ = TooManyCallsError();
  if (!is_stream_) return;
  if (share_->public_streams.fetch_add(1, std::memory_order_relaxed) >= max_streams) {
    admitted_ = TooManyCallsError();
  }
}

PublicCall::~PublicCall() {
  if (is_stream_) share_->public_streams.fetch_sub(1, std::memory_order_relaxed);
  connection_->open_calls.fetch_sub(1, std::memory_order_relaxed);
}

void PublicCall::CountMessage() {
  if (method_ != nullptr) method_->received.Increment();
}

void PublicCall::Finish(const absl::Status& status) {
  if (std::exchange(finished_, true)) return;
  CountEnd(status.code());
  rpc().StartFinish({.code = status.code(), .message = std::string(status.message())});
}

void PublicCall::FinishWith(std::string message) {
  if (std::exchange(finished_, true)) return;
  if (method_ != nullptr) method_->sent.Increment();
  CountEnd(absl::StatusCode::kOk);
  rpc().StartWriteAndFinish(EncodeMessage(rpc().codec(), std::move(message)));
}

void PublicCall::CountEnd(absl::StatusCode code) {
  if (method_ != nullptr) method_->handled.at(static_cast<size_t>(code)).Increment();
}

void DropRpc(std::unique_ptr<Rpc> rpc) { DroppedRpc::Start(std::move(rpc)); }

void RefuseUnknownMethod(const CallEnvironment* environment, std::unique_ptr<Rpc> rpc) {
  UnknownMethod::Start(environment, std::move(rpc));
}

}  // namespace arbiter
