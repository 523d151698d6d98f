#ifndef ARBITER_SERVICE_CALLS_UNARY_CALL_H_
#define ARBITER_SERVICE_CALLS_UNARY_CALL_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/calls/open_call.h"
#include "service/calls/received_message.h"
#include "service/convert/wire_writer.h"
#include "service/handlers/handlers.h"
#include "service/measure/message_rules.h"

namespace arbiter {

// The implementation of a unary method.
struct UnaryMethod {
  // Parses the request from `wire`, writes the serialised response to `bytes`, and returns its
  // size. On error, `bytes` is unspecified, and `locale` is set to the locale of the request.
  using Answer = absl::StatusOr<size_t> (*)(const CallContext& context, std::string_view wire,
                                            std::string* bytes, std::string* locale);

  MethodMetrics* metrics;
  const MessageRule* request;
  Answer answer;
};

// Implements UnaryMethod::Answer with a handler.
template <typename Request, Handler<Request> handler>
absl::StatusOr<size_t> AnswerFromWire(const CallContext& context, std::string_view wire,
                                      std::string* bytes, std::string* locale) {
  ReceivedMessage<Request> request;
  if (!request.Parse(wire)) {
    return MakeError(ErrorReason::kBadField, "the message is not a valid request of this method");
  }
  ObserveRequest(context.observer, *request);
  WireWriter answer(bytes);
  if (absl::Status status = handler(context, *request, &answer); !status.ok()) {
    *locale = LocaleOf(*request);
    return status;
  }
  return answer.size();
}

// One call of a unary method. The messages are parsed and serialised here instead of in gRPC, so
// that a response can be encoded without building a message first. The queue's thread answers short
// requests, and the scheduler runs the others in a turn of the client.
class UnaryCall final : public OpenCall {
 public:
  UnaryCall(const CallEnvironment* environment, const UnaryMethod* method, std::unique_ptr<Rpc> rpc)
      : OpenCall(environment, method->metrics, std::move(rpc)), method_(method) {}

  // Begins a call. `environment` and `method` must outlive it.
  static void Start(const CallEnvironment* environment, const UnaryMethod* method,
                    std::unique_ptr<Rpc> rpc);

  void OnReadDone(bool has_message) override;
  void OnWriteDone(bool /*ok*/) override {}
  void OnCancel() override;
  void OnTick(Time now) override;

 private:
  // Answers the request in a turn of the client.
  void Schedule(ReceivedBytes message);
  // Makes the response in a turn of the client. Returns the status with which the call ends.
  absl::Status AnswerInTurn(std::string_view wire, Time deadline, FairScheduler::Turn* turn);
  void Finish(const absl::Status& status);

  const UnaryMethod* const method_;
  // Whether the request has not arrived yet.
  bool awaiting_request_ = true;
  // When the call was found to lack a request.
  std::optional<Time> lacks_request_since_;
  // The ticket and the deadline of scheduled work.
  std::atomic<FairScheduler::Ticket> ticket_ = 0;
  std::optional<Time> deadline_;
  std::string response_;
  std::string locale_;
  // Counts the response until the client has received it.
  BufferedBytes::Answer buffered_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_UNARY_CALL_H_
