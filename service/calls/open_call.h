#ifndef ARBITER_SERVICE_CALLS_OPEN_CALL_H_
#define ARBITER_SERVICE_CALLS_OPEN_CALL_H_

#include <memory>
#include <utility>

#include "service/calls/call_scope.h"
#include "service/calls/rpc.h"

namespace arbiter {

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

// A call of this service: an RPC with the bookkeeping around it.
class OpenCall : public KeptRpc {
 public:
  void OnDone() override {
    environment().drain.Leave();
    KeptRpc::OnDone();
  }

 protected:
  OpenCall(const CallEnvironment* environment, const MethodMetrics* method,
           std::unique_ptr<Rpc> rpc)
      : KeptRpc(std::move(rpc)), scope_(environment, method, &this->rpc()) {
    environment->drain.Enter();
  }

  CallScope& scope() { return scope_; }
  const CallScope& scope() const { return scope_; }
  const CallEnvironment& environment() const { return scope_.environment(); }

 private:
  CallScope scope_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_OPEN_CALL_H_
