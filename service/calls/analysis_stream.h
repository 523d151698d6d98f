#ifndef ARBITER_SERVICE_CALLS_ANALYSIS_STREAM_H_
#define ARBITER_SERVICE_CALLS_ANALYSIS_STREAM_H_

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "absl/status/status.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "core/search/limits.h"
#include "service/calls/open_call.h"
#include "service/calls/wire_buffer.h"
#include "service/calls/write_queue.h"
#include "service/handlers/analysis_handlers.h"

namespace arbiter {

// One call of Analyze or ReviewGame: its handler runs in turns of the client's with a table of its
// own, and what it sends goes out at once, the last message when the threads are free again. If
// nobody waits for the answer any more (cancelled, past its deadline, broken off), the call leaves
// its threads soon. When the server shuts down, or the client may not go on, what was found is
// sent before the stream ends with the reason.
template <typename Request, typename Response>
class AnalysisStream final : public OpenCall {
 public:
  using Handler = absl::Status (*)(const AnalysisContext&, const Request&,
                                   const std::function<void(const Response&)>&);

  AnalysisStream(const CallEnvironment* environment, const MethodMetrics* method, Handler handler,
                 std::unique_ptr<Rpc> rpc);

  // Begins a call. The first two outlive it.
  static void Start(const CallEnvironment* environment, const MethodMetrics* method,
                    Handler handler, std::unique_ptr<Rpc> rpc);

  void OnRead(bool has_message) override;
  void OnWritten(bool ok) override;
  void OnCancelled() override;
  void OnTick(Time now) override;

 private:
  using Lock = std::unique_lock<std::mutex>;
  // What to start next.
  enum class Step { kNone, kWrite, kFinish };

  // Reads a long request in a turn of the client's.
  void ScheduleParsing(std::shared_ptr<WireBytes> wire);
  // Builds the request; BAD_FIELD or LIMIT_EXCEEDED if its bytes are not one.
  absl::Status Parse(const WireBytes& wire);
  // Schedules the analysis, and sends that it has begun.
  absl::Status Begin();
  absl::Status Submit();
  // Gives the place in the queue back if the analysis has not begun.
  void Withdraw();
  // Runs the handler in a turn.
  absl::Status Search(FairScheduler::Turn& turn, size_t table_bytes);
  void Send(const Response& response);
  // The handler sends nothing more.
  void End(const absl::Status& status);
  // No answer can reach the client any more.
  void Break();

  // As BatchStream::Pump().
  void Pump(Lock lock);
  Step NextStep();
  absl::Status FinalStatus() const;

  const Handler handler_;
  // Until the request is there.
  bool waits_for_request_ = true;
  ReceivedMessage<Request> request_;
  StopToken stop_;
  std::atomic<FairScheduler::Ticket> ticket_ = 0;
  Charge charge_;
  // Held back until the threads are free.
  std::optional<Response> last_;

  std::mutex mutex_;
  WriteQueue queue_;
  // What is being written.
  std::optional<WriteQueue::Message> writing_;
  // What the analysis ended with.
  std::optional<absl::Status> result_;
  // Nothing may be sent yet.
  bool beginning_ = false;
  // A message found no room.
  bool too_many_unread_ = false;
  bool draining_ = false;
  bool broken_ = false;
  bool finished_ = false;
  bool pumping_ = false;
};

using AnalyzeStream = AnalysisStream<v1::AnalyzeRequest, v1::AnalyzeResponse>;
using ReviewStream = AnalysisStream<v1::ReviewGameRequest, v1::ReviewGameResponse>;

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_ANALYSIS_STREAM_H_
