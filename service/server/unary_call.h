#ifndef ARBITER_SERVICE_SERVER_UNARY_CALL_H_
#define ARBITER_SERVICE_SERVER_UNARY_CALL_H_

#include "google/protobuf/arena.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/message_allocator.h"
#include "grpcpp/support/server_callback.h"
#include "service/handlers.h"
#include "service/server/call_scope.h"

namespace arbiter {

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
    return scope_.Answer([this](const CallContext& context) -> absl::StatusOr<size_t> {
      absl::Status status = handler_(context, request_, response_);
      if (!status.ok()) return status;
      return response_->ByteSizeLong();
    });
  }

  grpc::ServerUnaryReactor* reactor() const { return reactor_; }

  // Finishes the call with `status`.
  void Finish(const absl::Status& status) {
    if (status.ok()) scope_.method().sent->Increment();
    grpc::Status result = scope_.Finish(status, status.ok() ? "" : LocaleOf(request_));
    reactor_->Finish(std::move(result));
  }

 private:
  CallScope scope_;
  const Handler handler_;
  grpc::ServerUnaryReactor* const reactor_;
  const Request& request_;
  Response* const response_;
};

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
