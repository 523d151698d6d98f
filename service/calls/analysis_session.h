#ifndef ARBITER_SERVICE_CALLS_ANALYSIS_SESSION_H_
#define ARBITER_SERVICE_CALLS_ANALYSIS_SESSION_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "service/calls/open_call.h"
#include "service/calls/wire_buffer.h"
#include "service/calls/write_queue.h"

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
class AnalysisSession final : public OpenCall {
 public:
  AnalysisSession(const CallEnvironment* environment, const MethodMetrics* method,
                  std::unique_ptr<Rpc> rpc);

  // Begins a stream. The first two outlive it.
  static void Start(const CallEnvironment* environment, const MethodMetrics* method,
                    std::unique_ptr<Rpc> rpc);

  void OnRead(bool has_message) override;
  void OnWritten(bool ok) override;
  void OnCancelled() override;
  void OnTick(Time now) override;
  void OnDone() override;

 private:
  // One request to analyse, on its way through the pool.
  struct Analysis;
  using AnalysisPtr = std::shared_ptr<Analysis>;
  using Lock = std::unique_lock<std::mutex>;
  enum class Step { kNone, kSubmit, kRead, kWrite, kFinish };

  // Builds and handles a message, now or, if it is long, in a turn of the client's.
  void Receive(std::shared_ptr<WireBytes> wire);
  // Builds a message, and handles it.
  void Read(const WireBytes& wire);

  // These are called with the lock held.
  void Handle(v1::SessionRequest* request);
  void Push(const v1::SessionResponse& response);
  void Replace(const AnalysisPtr& analysis);
  // Stops the analysis that is in the pool; answers it if it has not begun and so has left.
  AnalysisPtr StopCurrent();
  void Refuse(const Analysis& analysis, const absl::Status& status);
  void Refuse(const std::string& id, const absl::Status& status, const std::string& locale);
  // There are no more analyses.
  void Close();
  // No answer can reach the client any more.
  void Break();

  // Schedules an analysis. Called without the lock, as are the three that follow.
  absl::Status Submit(const AnalysisPtr& analysis);
  // Runs an analysis in a turn of the client's.
  absl::Status Search(Analysis* analysis, FairScheduler::Turn& turn, size_t table_bytes);
  // Sends what an analysis has found, its best move when the threads are free.
  void Send(Analysis* analysis, const v1::AnalyzeResponse& response);
  // The analysis has left the pool.
  void End(const Analysis& analysis, const absl::Status& status);

  // As BatchStream::Pump().
  void Pump(Lock lock);
  Step NextStep();
  absl::Status FinalStatus() const;

  std::mutex mutex_;
  // What is scheduled or runs, and what follows it.
  AnalysisPtr current_;
  AnalysisPtr next_;
  // What the pump is about to schedule; the pump's.
  AnalysisPtr submitted_;
  WriteQueue queue_;
  // A message is being read, or built and handled.
  bool reading_ = false;
  // What is being written.
  std::optional<WriteQueue::Message> writing_;
  // When the stream last had anything to do.
  Time last_busy_ = std::chrono::steady_clock::now();
  // Requests read.
  int64_t items_ = 0;
  bool half_closed_ = false;
  // A message was not a SessionRequest.
  absl::Status unreadable_;
  // A last answer found no room.
  bool too_many_unread_ = false;
  bool idle_ = false;
  bool draining_ = false;
  bool broken_ = false;
  bool finished_ = false;
  bool pumping_ = false;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_ANALYSIS_SESSION_H_
