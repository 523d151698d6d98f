#ifndef ARBITER_SERVICE_SERVER_UNARY_CALL_H_
#define ARBITER_SERVICE_SERVER_UNARY_CALL_H_

#include <string>
#include <utility>

#include "core/rules/error.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/byte_buffer.h"
#include "grpcpp/support/server_callback.h"
#include "service/encode.h"
#include "service/server/call_scope.h"
#include "service/server/unary_reactor.h"
#include "service/server/wire_buffer.h"

namespace arbiter {

// One call of a unary method, whose messages are read and written here rather than by gRPC: so
// that a response does not have to be a message first, and both live where the call does.
template <typename Request>
class UnaryCall {
 public:
  // `wire` and `response` are gRPC's and live until the call is finished.
  UnaryCall(const CallEnvironment* environment, const MethodMetrics* method,
            Encoder<Request> encoder, grpc::CallbackServerContext* context,
            const grpc::ByteBuffer* wire, grpc::ByteBuffer* response)
      : scope_(environment, method, context),
        encoder_(encoder),
        reactor_(new UnaryReactor(&environment->drain, &environment->waiting)),
        wire_(*wire),
        response_(response) {
    method->received->Increment();
  }

  // OK, or the status to give to Finish() in place of Answer()'s.
  absl::Status admitted() const { return scope_.Admitted(); }

  // Calls the encoder; its status is to be given to Finish().
  absl::Status Answer() {
    const ChargedTime time(scope_.admission().charge());
    return scope_.Answer([this](const CallContext& context) -> absl::StatusOr<size_t> {
      if (!Read()) {
        return MakeError(ErrorReason::kBadField, "the bytes are not the method's request");
      }
      ObserveRequest(context.observer, *request_);
      std::string bytes;
      absl::Status status = encoder_(context, *request_, &bytes);
      if (!status.ok()) return status;
      const size_t size = bytes.size();
      if (!reactor_->TakeAnswer(size)) return OverloadedError();
      *response_ = ToBuffer(std::move(bytes));
      return size;
    });
  }

  grpc::ServerUnaryReactor* reactor() const { return reactor_; }

  // Finishes the call with `status`.
  void Finish(const absl::Status& status) {
    if (status.ok()) scope_.method().sent->Increment();
    // It says in what language to refuse it, unless reading it is work: for someone who is refused
    // himself there is to be none.
    const bool may_read = scope_.admission().status().ok() && !IsLargeRequest(wire_.Length());
    if (!status.ok() && !read_ && may_read) Read();
    grpc::Status result = scope_.Finish(status, status.ok() ? "" : LocaleOf(*request_));
    reactor_->Finish(std::move(result));
  }

 private:
  bool Read() {
    read_ = true;
    return request_.Read(&wire_);
  }

  CallScope scope_;
  const Encoder<Request> encoder_;
  UnaryReactor* const reactor_;
  grpc::ByteBuffer wire_;
  ReceivedMessage<Request> request_;
  bool read_ = false;
  grpc::ByteBuffer* const response_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_UNARY_CALL_H_
