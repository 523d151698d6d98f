#ifndef ARBITER_SERVICE_CALLS_PUBLIC_CALL_H_
#define ARBITER_SERVICE_CALLS_PUBLIC_CALL_H_

#include <memory>

#include "absl/status/status.h"
#include "service/calls/call_scope.h"

namespace arbiter {

// A call of a service that anyone may ask, without a key and at no cost: health and reflection.
// It is neither logged nor waited for at shutdown. Since nobody is asked who he is, an address may
// have few streams of this kind.
class PublicCall : public KeptRpc {
 public:
  // Streams of an address, and those with which it watches health: one of each of its connections.
  static constexpr int kMaxStreamsOfClient = 32;
  static constexpr int kMaxWatchesOfClient = 256;

 protected:
  static constexpr int kNoStream = 0;

  // Counts the start. The first two outlive the call. `max_streams` is how many the address may
  // have, or kNoStream for a unary call.
  PublicCall(const CallEnvironment* environment, const MethodMetrics* method, int max_streams,
             std::unique_ptr<Rpc> rpc);
  ~PublicCall() override;

  // OK, or RESOURCE_EXHAUSTED, with which a stream has to end at its headers.
  const absl::Status& admitted() const { return admitted_; }
  const CallEnvironment& environment() const { return *environment_; }
  const ClientSharePtr& share() const { return share_; }

  // Notes that a message of this many bytes has arrived.
  void CountMessage(size_t bytes);
  // Counts and starts the end, with a last message if there is one. Only the first call counts;
  // all come from the thread of the queue.
  void Finish(const absl::Status& status);
  void FinishWith(const grpc::ByteBuffer& message);
  bool finished() const { return finished_; }
  // Whether a request that has not arrived by `now` is late.
  bool IsLate(Time now) const {
    return now - start_ >= std::chrono::milliseconds(environment_->limits.request_timeout_ms);
  }

 private:
  void CountEnd(absl::StatusCode code);

  const CallEnvironment* const environment_;
  const MethodMetrics* const method_;
  const bool is_stream_;
  const Time start_ = std::chrono::steady_clock::now();
  const ConnectionPtr connection_;
  const ClientSharePtr share_;
  absl::Status admitted_;
  bool finished_ = false;
};

// Ends an RPC of a method that does not exist: UNIMPLEMENTED. Costs about as little as gRPC's own
// refusal.
void RefuseUnknownMethod(const CallEnvironment* environment, std::unique_ptr<Rpc> rpc);

// Ends an RPC of a connection that was broken off, of which nobody will read anything.
void DropRpc(std::unique_ptr<Rpc> rpc);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_PUBLIC_CALL_H_
