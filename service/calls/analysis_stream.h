#ifndef ARBITER_SERVICE_CALLS_ANALYSIS_STREAM_H_
#define ARBITER_SERVICE_CALLS_ANALYSIS_STREAM_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "service/calls/analysis_call.h"

namespace arbiter {

// One call of Analyze or ReviewGame: an analysis with a table of its own. If the call is cancelled,
// passes its deadline or loses its connection, the analysis soon frees its threads. If the client
// loses its permission or quota, the findings so far are sent before the stream ends with the
// reason. So are they if the server shuts down, but only an infinite analysis ends at once then;
// others have the grace period to finish. A call whose request does not arrive in time ends with
// DEADLINE_EXCEEDED.
template <typename Request, typename Response>
class AnalysisStream final : public AnalysisCall<Request, Request, Response> {
 public:
  using Call = AnalysisCall<Request, Request, Response>;

  AnalysisStream(const CallEnvironment* environment, MethodMetrics* method,
                 std::unique_ptr<Rpc> rpc)
      : Call(environment, method, std::move(rpc)) {}

  // Begins a call. `environment` and `method` must outlive it.
  static void Start(const CallEnvironment* environment, MethodMetrics* method,
                    std::unique_ptr<Rpc> rpc) {
    const auto stream =
        AnalysisStream::template Open<AnalysisStream>(environment, method, std::move(rpc));
    stream->Pump(stream->AcquireLock());
  }

 private:
  using typename Call::Analysis;
  using typename Call::Lock;
  using typename Call::MessagePtr;

  // Handles the only request.
  void OnMessage(std::shared_ptr<ReceivedBytes> message, Lock lock) override;
  bool WantsMessage() const override { return true; }
  void OnHalfClose() override { SetResult(this->work().MissingRequestError()); }
  bool IsIdleAt(RpcHandler::Time now) const override;
  absl::Status FinalStatus() const override;
  std::string_view locale() const override;

  void OnParsed(const MessagePtr& message, const absl::Status& status) override;
  // The initial metadata is not sent before this, so that a call that fails earlier sends only its
  // status.
  void OnSubmitted() override { this->SendInitialMetadata(); }
  void OnEnd(const Analysis& analysis, const absl::Status& status) override;
  std::string Encode(const Analysis& analysis, const Response& response) override;
  GameTable TakeTable(size_t bytes, const Request& request) override;
  void ReturnTable(GameTable table) override;

  // Sets the status with which the call ends, unless the call has failed.
  void SetResult(const absl::Status& status);

  bool has_request_ = false;
  // The request; nullptr until it has been parsed.
  MessagePtr request_;
  std::optional<absl::Status> result_;
};

using AnalyzeStream = AnalysisStream<v1::AnalyzeRequest, v1::AnalyzeResponse>;
using ReviewStream = AnalysisStream<v1::ReviewGameRequest, v1::ReviewGameResponse>;

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_ANALYSIS_STREAM_H_
