#ifndef ARBITER_SERVICE_SERVER_ANALYSIS_SESSION_H_
#define ARBITER_SERVICE_SERVER_ANALYSIS_SESSION_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/server_callback.h"
#include "service/server/analysis_outbox.h"
#include "service/server/call_scope.h"
#include "service/server/drain.h"

namespace arbiter {

// One Session stream. Every analysis that is asked for gets one last answer under its id, its best
// move or a status, and its answers come before the next one's.
// - One analysis runs at a time; a new one stops it, and begins when it has answered its best
//   move. One that has not begun by then gets the status CANCELLED instead. Even a request that
//   is refused stops the analysis before it.
// - `stop` makes the newest analysis answer soon; where there is none, it does nothing.
// - The analyses share a table of the largest size asked for so far, which is cleared when the
//   game or its options change. Between analyses it lies in the TableStore and may get lost
//   there; threads are held only while an analysis runs.
// - Once the client has half-closed, the newest analysis goes on to its limits (an infinite one is
//   stopped), then the stream ends OK. When the server drains, the running analysis is stopped
//   and answers, then the stream ends UNAVAILABLE.
// - Requests are not read while many last answers are unsent.
class AnalysisSession final
    : public grpc::ServerBidiReactor<v1::SessionRequest, v1::SessionResponse>,
      public DrainListener,
      public std::enable_shared_from_this<AnalysisSession> {
 public:
  // Begins a stream; the reactor deletes itself after its end. All arguments outlive it.
  static AnalysisSession* Start(const CallEnvironment* environment, const MethodMetrics* method,
                                grpc::CallbackServerContext* context);

  void OnReadDone(bool ok) override;
  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;
  void OnDrain() override;

 private:
  // One request to analyse, on its way through the pool.
  struct Analysis;
  using AnalysisPtr = std::shared_ptr<Analysis>;
  using Lock = std::unique_lock<std::mutex>;
  enum class Step { kNone, kRead, kWrite, kFinish };

  AnalysisSession(const CallEnvironment* environment, const MethodMetrics* method,
                  grpc::CallbackServerContext* context);

  // All of the following but Search(), Send() and End() are called with the lock held.
  void Handle(v1::SessionRequest* request);
  void Replace(const AnalysisPtr& analysis);
  // Begins what waits for the analysis before it to end.
  void StartNext();
  // Puts an analysis into the pool.
  absl::Status Submit(const AnalysisPtr& analysis);
  // Stops the analysis that is in the pool; answers it if it has not begun and so has left.
  AnalysisPtr StopCurrent();
  void Refuse(const Analysis& analysis, const absl::Status& status);
  void Refuse(const std::string& id, const absl::Status& status, const std::string& locale);
  // There are no more analyses.
  void Close();
  // No answer can reach the client any more.
  void Break();

  // Analyses, on a thread of the pool.
  absl::Status Search(Analysis* analysis, size_t table_bytes);
  // Sends what an analysis has found, its best move when the threads are free.
  void Send(Analysis* analysis, const v1::AnalyzeResponse& response);
  // The analysis has left the pool.
  void End(const Analysis& analysis, const absl::Status& status);

  // As BatchReactor::Pump().
  void Pump(Lock lock);
  Step NextStep();
  absl::Status FinalStatus();

  CallScope scope_;
  // Keeps this alive until OnDone().
  std::shared_ptr<AnalysisSession> self_;

  std::mutex mutex_;
  // In the pool, and what follows it.
  AnalysisPtr current_;
  AnalysisPtr next_;
  AnalysisOutbox<v1::SessionResponse> outbox_;
  // The targets of the read and of the write under way.
  std::optional<v1::SessionRequest> reading_;
  std::optional<v1::SessionResponse> writing_;
  // Requests read.
  int64_t items_ = 0;
  bool half_closed_ = false;
  bool draining_ = false;
  bool broken_ = false;
  bool finished_ = false;
  bool pumping_ = false;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_ANALYSIS_SESSION_H_
