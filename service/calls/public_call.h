#ifndef ARBITER_SERVICE_CALLS_PUBLIC_CALL_H_
#define ARBITER_SERVICE_CALLS_PUBLIC_CALL_H_

#include <memory>
#include <string>

#include "absl/status/status.h"
#include "service/calls/call_environment.h"
#include "service/calls/rpc.h"

namespace arbiter {

// A call of a service that anyone may use without a key and at no cost: health or reflection.
// Public calls are not logged, and the shutdown does not wait for them. Because these callers are
// not authenticated, each address may have only a few streams.
class PublicCall : public SelfOwnedRpc {
 public:
  // The maximum number of streams per address. The limit for streams that watch health is higher,
  // because a client may open one of them per connection.
  static constexpr int kMaxStreamsPerClient = 32;
  static constexpr int kMaxWatchesPerClient = 256;

 protected:
  static constexpr int kNoStream = 0;

  // Counts the start. `environment` and `method` must outlive the call; `method` is nullptr for an
  // unknown method. `max_streams` is the maximum number of streams of the address, or kNoStream for
  // a unary call.
  PublicCall(const CallEnvironment* environment, MethodMetrics* method, int max_streams,
             std::unique_ptr<Rpc> rpc);
  ~PublicCall() override;

  // OK, or RESOURCE_EXHAUSTED if the address has too many open calls or streams. In that case, a
  // stream must end with this status at its headers.
  const absl::Status& admitted() const { return admitted_; }
  const CallEnvironment& environment() const { return *environment_; }
  const ClientSharePtr& share() const { return share_; }

  // Counts a message that has arrived.
  void CountMessage();
  // Ends the call with `status`. Only the first call of Finish() or FinishWith() has an effect.
  // Both must be called by the queue's thread.
  void Finish(const absl::Status& status);
  // Ends the call with a last message and OK.
  void FinishWith(std::string message);
  bool finished() const { return finished_; }
  // Whether a request that has not arrived by `now` is late.
  bool IsLate(Time now) const {
    return now - start_ >= std::chrono::milliseconds(environment_->limits.request_timeout_ms);
  }

 private:
  void CountEnd(absl::StatusCode code);

  const CallEnvironment* const environment_;
  MethodMetrics* const method_;
  const bool is_stream_;
  const Time start_ = std::chrono::steady_clock::now();
  const ConnectionPtr connection_;
  const ClientSharePtr share_;
  absl::Status admitted_;
  bool finished_ = false;
};

// Ends an RPC of an unknown method with UNIMPLEMENTED, at about the same cost as gRPC itself.
void RefuseUnknownMethod(const CallEnvironment* environment, std::unique_ptr<Rpc> rpc);

// Ends an RPC of a connection that was broken off, so that its client no longer receives anything.
void DropRpc(std::unique_ptr<Rpc> rpc);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_PUBLIC_CALL_H_
