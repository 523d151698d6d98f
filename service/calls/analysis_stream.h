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

// One call of Analyze or ReviewGame, an analysis with a table of its own. If nobody waits for the
// answer any more (cancelled, past its deadline, broken off), the call leaves its threads soon.
// When the server shuts down, or the client may not go on, what was found is sent before the stream
// ends with the reason. A call ends DEADLINE_EXCEEDED when its request does not arrive in time.
template <typename Request, typename Response>
class AnalysisStream final : public AnalysisCall<Request, Request, Response> {
 public:
  using Call = AnalysisCall<Request, Request, Response>;

  AnalysisStream(const CallEnvironment* environment, const MethodMetrics* method,
                 std::unique_ptr<Rpc> rpc)
      : Call(environment, method, std::move(rpc)) {}

  // Begins a call. The first two outlive it.
  static void Start(const CallEnvironment* environment, const MethodMetrics* method,
                    std::unique_ptr<Rpc> rpc) {
    const auto stream =
        AnalysisStream::template Open<AnalysisStream>(environment, method, std::move(rpc));
    stream->Pump(stream->AcquireLock());
  }

 private:
  using typename Call::Analysis;
  using typename Call::Lock;
  using typename Call::MessagePtr;

  // Takes the request; there is no other.
  void OnMessage(std::shared_ptr<WireBytes> message, Lock lock) override;
  bool WantsMessage() const override { return true; }
  void OnHalfClose() override { SetResult(this->scope().NoRequest()); }
  bool IsIdleAt(RpcHandler::Time now) const override;
  absl::Status FinalStatus() const override;
  std::string_view locale() const override;

  void OnBuilt(const MessagePtr& message, const absl::Status& status) override;
  // The headers go out no earlier, so that an error before is all that the client gets.
  void OnSubmitted() override { this->StartHeaders(); }
  void OnEnd(const Analysis& analysis, const absl::Status& status) override;
  std::string Encode(const Analysis& analysis, const Response& response) const override;
  GameTable TakeTable(size_t bytes, const Request& request) override;
  void ReturnTable(GameTable table) override;

  // Ends the call with this status, unless the server shuts down or the call has failed.
  void SetResult(const absl::Status& status);

  bool has_request_ = false;
  // Null until it is built.
  MessagePtr request_;
  std::optional<absl::Status> result_;
};

using AnalyzeStream = AnalysisStream<v1::AnalyzeRequest, v1::AnalyzeResponse>;
using ReviewStream = AnalysisStream<v1::ReviewGameRequest, v1::ReviewGameResponse>;

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_ANALYSIS_STREAM_H_
