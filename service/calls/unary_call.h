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
#include "service/calls/call_scope.h"
#include "service/calls/wire_buffer.h"
#include "service/handlers/encode.h"

namespace arbiter {

// How the calls of a unary method are answered.
struct UnaryMethod {
  // Reads the request from the wire, writes the response to `bytes` as it goes over the wire, and
  // returns its size. On error `bytes` is unspecified, and `locale` is the language that the caller
  // wants it in.
  using Answer = absl::StatusOr<size_t> (*)(const CallContext& context, std::string_view wire,
                                            std::string* bytes, std::string* locale);

  MethodMetrics metrics;
  const google::protobuf::Descriptor* request;
  Answer answer;
};

// The UnaryMethod::Answer of a handler.
template <typename Request, Encoder<Request> encoder>
absl::StatusOr<size_t> AnswerFromWire(const CallContext& context, std::string_view wire,
                                      std::string* bytes, std::string* locale) {
  ReceivedMessage<Request> request;
  if (!request.Parse(wire)) {
    return MakeError(ErrorReason::kBadField, "the bytes are not the method's request");
  }
  ObserveRequest(context.observer, *request);
  if (absl::Status status = encoder(context, *request, bytes); !status.ok()) {
    *locale = LocaleOf(*request);
    return status;
  }
  return bytes->size();
}

// One call of a unary method. The messages are read and written here rather than by gRPC, so that
// a response does not have to be a message first. What takes little time is answered on the thread
// of the queue, the rest in a turn of its client's.
class UnaryCall final : public OpenCall {
 public:
  UnaryCall(const CallEnvironment* environment, const UnaryMethod* method, std::unique_ptr<Rpc> rpc)
      : OpenCall(environment, &method->metrics, std::move(rpc)), method_(method) {}

  // Begins a call. The first two outlive it.
  static void Start(const CallEnvironment* environment, const UnaryMethod* method,
                    std::unique_ptr<Rpc> rpc);

  void OnRead(bool has_message) override;
  void OnWritten(bool /*ok*/) override {}
  void OnCancelled() override;
  void OnTick(Time now) override;

 private:
  // Begins what the request asks for once its turn has come.
  void Schedule(std::shared_ptr<WireBytes> wire);
  // Makes the response in a turn; the status to finish with.
  absl::Status AnswerInTurn(std::string_view wire, Time deadline, FairScheduler::Turn* turn);
  void Finish(const absl::Status& status);

  const UnaryMethod* const method_;
  // Until the request is there.
  bool waits_for_request_ = true;
  // Of work that is scheduled.
  std::atomic<FairScheduler::Ticket> ticket_ = 0;
  std::optional<Time> deadline_;
  std::string response_;
  std::string locale_;
  // Until the client has taken it.
  BufferedBytes::Answer buffered_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_UNARY_CALL_H_
