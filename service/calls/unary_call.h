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
#include "google/protobuf/descriptor.h"
#include "service/calls/open_call.h"
#include "service/handlers/answer_from_wire.h"
#include "service/measure/message_rules.h"
#include "service/measure/request_shape.h"

namespace arbiter {

// The implementation of a unary method.
struct UnaryMethod {
  MethodMetrics* metrics;
  const MessageRule* request;
  // AnswerFromWire() with the handler of the method.
  WireHandler* answer;
  // The type of the request.
  const google::protobuf::Descriptor* type;
};

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
  // Answers the request in a turn of the client. `is_measured` tells whether it is in the wire
  // format and has been measured.
  void Schedule(ReceivedBytes message, bool is_measured);
  // Measures the request and pays for its views. Returns QUOTA_EXCEEDED if the client cannot.
  absl::StatusOr<RequestShape> Measure(std::string_view wire);
  // Makes the response. Returns its size.
  absl::StatusOr<size_t> Answer(const CallContext& context, std::string_view wire);
  // Makes the response in a turn of the client. Returns the status with which the call ends.
  absl::Status AnswerInTurn(ReceivedBytes* message, bool is_measured, Time deadline,
                            FairScheduler::Turn* turn);
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
