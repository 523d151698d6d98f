#ifndef ARBITER_SERVICE_SERVER_UNARY_REACTOR_H_
#define ARBITER_SERVICE_SERVER_UNARY_REACTOR_H_

#include <cstddef>

#include "grpcpp/support/server_callback.h"
#include "service/server/drain.h"
#include "service/server/waiting_bytes.h"

namespace arbiter {

// gRPC's side of a unary call: counts it, and the bytes of its answer, until all is sent or can't
// be any more; then it deletes itself.
class UnaryReactor final : public grpc::ServerUnaryReactor {
 public:
  // Both outlive it.
  UnaryReactor(Drain* drain, WaitingBytes* waiting) : drain_(drain), waiting_(waiting) {
    drain_->Enter();
  }

  // Once at most. False where there is no room for such an answer.
  bool TakeAnswer(size_t bytes) {
    if (!waiting_->TakeAnswer(bytes)) return false;
    answer_bytes_ = bytes;
    return true;
  }

  void OnDone() override {
    waiting_->GiveAnswer(answer_bytes_);
    drain_->Leave();
    delete this;
  }
  // As gRPC's default reactor: not worth a thread of its own.
  bool InternalInlineable() override { return true; }

 private:
  ~UnaryReactor() override = default;

  Drain* const drain_;
  WaitingBytes* const waiting_;
  size_t answer_bytes_ = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_UNARY_REACTOR_H_
