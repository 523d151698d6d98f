#ifndef ARBITER_SERVICE_CALLS_ANALYSIS_SESSION_H_
#define ARBITER_SERVICE_CALLS_ANALYSIS_SESSION_H_

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "service/calls/analysis_call.h"

namespace arbiter {

// One Session stream. Every requested analysis gets exactly one final answer with its id, the best
// move or a status. All answers of an analysis precede those of the next one.
// - One analysis runs at a time. A new request stops it, and the new analysis begins after the best
//   move of the old one. An analysis that is replaced before it has begun ends with CANCELLED. Even
//   a request that is refused stops the previous analysis.
// - `stop` makes the newest analysis answer soon. It does nothing if there is no analysis.
// - The analyses share a table, which is cleared when the game
//   or its options change. Between analyses the table is in the TableCache, which may evict it.
//   Threads are held only while an analysis runs.
// - When the client has half-closed, the newest analysis continues to its limits (or is stopped, if
//   it is infinite), and the stream ends with OK. When the server shuts down, the newest analysis
//   does so within the grace period, and the stream ends with UNAVAILABLE. A stream without a
//   request for longer than Limits::stream_idle_ms ends with DEADLINE_EXCEEDED.
// - Requests are not read while many final answers are unsent.
class AnalysisSession final
    : public AnalysisCall<v1::SessionRequest, v1::AnalyzeRequest, v1::AnalyzeResponse> {
 public:
  AnalysisSession(const CallEnvironment* environment, MethodMetrics* method,
                  std::unique_ptr<Rpc> rpc);

  // Begins a stream. `environment` and `method` must outlive it.
  static void Start(const CallEnvironment* environment, MethodMetrics* method,
                    std::unique_ptr<Rpc> rpc) {
    Open<AnalysisSession>(environment, method, std::move(rpc))->BeginWithInitialMetadata();
  }

  void OnDone() override;

 private:
  bool WantsMessage() const override;
  void OnHalfClose() override;
  absl::Status FinalStatus() const override;

  void OnParsed(const MessagePtr& message, const absl::Status& status) override;
  void OnEnd(const Analysis& analysis, const absl::Status& status) override;
  std::string Encode(const Analysis& analysis, const v1::AnalyzeResponse& update) override;
  GameTable TakeTable(size_t bytes, const v1::AnalyzeRequest& request) override;
  void ReturnTable(GameTable table) override;

  // The following must be called with the lock held.
  void Handle(const MessagePtr& message);
  // Stops or removes all other analyses and schedules this one.
  void Replace(AnalysisPtr analysis);
  // Sends a status as the answer to a request or as the final answer of an analysis.
  void Refuse(const std::string& id, const absl::Status& status, const std::string& locale);
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_ANALYSIS_SESSION_H_
