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

// One Session stream. Every analysis that is asked for gets one last answer under its id, its best
// move or a status, and its answers come before the next one's.
// - One analysis runs at a time; a new one stops it, and begins when it has answered its best
//   move. One that has not begun by then gets the status CANCELLED instead. Even a request that
//   is refused stops the analysis before it.
// - `stop` makes the newest analysis answer soon; without one, it does nothing.
// - The analyses share a table of the largest size asked for so far, which is cleared when the
//   game or its options change. Between analyses it lies in the TableStore and may get lost
//   there; threads are held only while an analysis runs.
// - Once the client has half-closed, the newest analysis goes on to its limits (an infinite one is
//   stopped), then the stream ends OK. When the server shuts down, the running analysis is stopped
//   and answers, then the stream ends UNAVAILABLE. A stream on which nothing was asked for longer
//   than Limits::stream_idle_ms ends DEADLINE_EXCEEDED.
// - Requests are not read while many last answers are unsent.
class AnalysisSession final
    : public AnalysisCall<v1::SessionRequest, v1::AnalyzeRequest, v1::AnalyzeResponse> {
 public:
  AnalysisSession(const CallEnvironment* environment, const MethodMetrics* method,
                  std::unique_ptr<Rpc> rpc);

  // Begins a stream. The first two outlive it.
  static void Start(const CallEnvironment* environment, const MethodMetrics* method,
                    std::unique_ptr<Rpc> rpc) {
    Open<AnalysisSession>(environment, method, std::move(rpc))->BeginWithHeaders();
  }

  void OnDone() override;

 private:
  bool WantsMessage() const override;
  void OnHalfClose() override;
  absl::Status FinalStatus() const override;

  void OnBuilt(const MessagePtr& message, const absl::Status& status) override;
  void OnEnd(const Analysis& analysis, const absl::Status& status) override;
  std::string Encode(const Analysis& analysis, const v1::AnalyzeResponse& update) const override;
  GameTable TakeTable(size_t bytes, const v1::AnalyzeRequest& request) override;
  void ReturnTable(GameTable table) override;

  // These are called with the lock held.
  void Handle(const MessagePtr& message);
  // Schedules an analysis in place of all others.
  void Replace(AnalysisPtr analysis);
  // Answers what brings no analysis, or an analysis that has found nothing.
  void Refuse(const std::string& id, const absl::Status& status, const std::string& locale);
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_ANALYSIS_SESSION_H_
