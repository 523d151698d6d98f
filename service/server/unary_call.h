#ifndef ARBITER_SERVICE_SERVER_UNARY_CALL_H_
#define ARBITER_SERVICE_SERVER_UNARY_CALL_H_

#include <memory>

#include "google/protobuf/arena.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/message_allocator.h"
#include "grpcpp/support/server_callback.h"
#include "service/handlers.h"
#include "service/server/call_scope.h"

namespace arbiter {

// Whether a method answers on gRPC's own threads, unless its request is large,
// or on the work pool.
enum class Cost { kShort, kLong };

// Reading a request above this many bytes is long work, whatever it asks.
inline constexpr size_t kMaxInlineRequestBytes = 16 * 1024;

// One call of a unary method.
template <typename Request, typename Response>
class UnaryCall {
 public:
  using Handler = absl::Status (*)(const CallContext&, const Request&, Response*);

  // `request` and `response` are gRPC's and live until the call is finished.
  UnaryCall(const CallEnvironment* environment, const MethodMetrics* method, Handler handler,
            grpc::CallbackServerContext* context, const Request* request, Response* response)
      : scope_(environment, method, context),
        handler_(handler),
        reactor_(context->DefaultReactor()),
        request_(*request),
        response_(response) {
    method->received->Increment();
  }

  // Calls the handler; its status is to be given to Finish().
  absl::Status Answer() {
    if (absl::Status status = scope_.CheckStart(); !status.ok()) return status;
    const CallContext context = {.limits = &limits(), .stop_test = scope_.stop_test()};
    return WithoutExceptions(&scope_.environment().log,
                             [&] { return handler_(context, request_, response_); });
  }

  grpc::ServerUnaryReactor* reactor() const { return reactor_; }

  // Finishes the call with `status`.
  void Finish(absl::Status status) {
    if (status.ok()) status = CheckAnswerSize(response_->ByteSizeLong(), limits());
    if (status.ok()) scope_.method().sent->Increment();
    grpc::Status result = scope_.Finish(status, status.ok() ? "" : LocaleOf(request_));
    reactor_->Finish(std::move(result));
  }

 private:
  const Limits& limits() const { return scope_.environment().limits; }

  CallScope scope_;
  const Handler handler_;
  grpc::ServerUnaryReactor* const reactor_;
  const Request& request_;
  Response* const response_;
};

// Answers a call on this thread or on the work pool.
template <typename Request, typename Response>
grpc::ServerUnaryReactor* ServeUnary(const CallEnvironment* environment,
                                     const MethodMetrics* method, Cost cost,
                                     typename UnaryCall<Request, Response>::Handler handler,
                                     grpc::CallbackServerContext* context, const Request* request,
                                     Response* response) {
  using Call = UnaryCall<Request, Response>;
  if (cost == Cost::kShort && request->ByteSizeLong() <= kMaxInlineRequestBytes) {
    Call call(environment, method, handler, context, request, response);
    call.Finish(call.Answer());
    return call.reactor();
  }
  auto call = std::make_shared<Call>(environment, method, handler, context, request, response);
  const bool accepted = environment->pool.TrySubmit([call]() -> WorkPool::Delivery {
    return [call, status = call->Answer()] { call->Finish(status); };
  });
  if (!accepted) call->Finish(OverloadedError());
  return call->reactor();
}

// Puts the messages of a call on an arena, freed at once with the call.
template <typename Request, typename Response>
class ArenaAllocator : public grpc::MessageAllocator<Request, Response> {
 public:
  grpc::MessageHolder<Request, Response>* AllocateMessages() override { return new Holder; }

 private:
  class Holder : public grpc::MessageHolder<Request, Response> {
   public:
    Holder() : arena_(block_, sizeof(block_)) {
      this->set_request(google::protobuf::Arena::CreateMessage<Request>(&arena_));
      this->set_response(google::protobuf::Arena::CreateMessage<Response>(&arena_));
    }
    void Release() override { delete this; }

   private:
    // Holds the messages of a usual call.
    alignas(8) char block_[4096];
    google::protobuf::Arena arena_;
  };
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_UNARY_CALL_H_
