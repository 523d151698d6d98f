#ifndef ARBITER_SERVICE_SERVER_ANALYSIS_STREAM_H_
#define ARBITER_SERVICE_SERVER_ANALYSIS_STREAM_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

#include "absl/status/status.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "core/search/stop_token.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/server_callback.h"
#include "service/analysis_handlers.h"
#include "service/server/analysis_outbox.h"
#include "service/server/call_scope.h"
#include "service/server/drain.h"

namespace arbiter {

// One call of Analyze or ReviewGame: its handler runs on the analysis pool with a table of its own,
// and what it sends goes out at once, the last message when the threads are free again.
// Where nobody waits for the answer any more (cancelled, past its deadline, broken off), the call
// leaves the pool soon. When the server drains, what is found is sent and the stream ends
// UNAVAILABLE.
template <typename Request, typename Response>
class AnalysisStream final
    : public grpc::ServerWriteReactor<Response>,
      public DrainListener,
      public std::enable_shared_from_this<AnalysisStream<Request, Response>> {
 public:
  using Handler = absl::Status (*)(const AnalysisContext&, const Request&,
                                   const std::function<void(const Response&)>&);

  // Begins a call; the reactor deletes itself after its end. `request` is gRPC's and lives until
  // then, all other arguments outlive the call.
  static AnalysisStream* Start(const CallEnvironment* environment, const MethodMetrics* method,
                               Handler handler, grpc::CallbackServerContext* context,
                               const Request* request);

  void OnWriteDone(bool ok) override;
  void OnCancel() override;
  void OnDone() override;
  void OnDrain() override;

 private:
  using Lock = std::unique_lock<std::mutex>;
  // What to start next.
  enum class Step { kNone, kWrite, kFinish };

  AnalysisStream(const CallEnvironment* environment, const MethodMetrics* method, Handler handler,
                 grpc::CallbackServerContext* context, const Request* request);

  // Puts the analysis into the pool, and sends that it has begun.
  absl::Status Begin();
  // Puts it into the pool.
  absl::Status Submit();
  // Takes it out again if it has not begun.
  void Withdraw();
  // Runs the handler, on a thread of the pool.
  absl::Status Search(size_t table_bytes);
  void Send(const Response& response);
  // There is nothing more to come from the pool.
  void End(const absl::Status& status);
  // No answer can reach the client any more.
  void Break();

  // As BatchReactor::Pump().
  void Pump(Lock lock);
  Step NextStep();
  absl::Status FinalStatus() const;

  CallScope scope_;
  const Handler handler_;
  const Request& request_;
  StopToken stop_;
  WorkPool::Ticket ticket_ = 0;
  Charge charge_;
  // Held back until the threads are free; the pool's until End().
  std::optional<Response> last_;
  // Keeps this alive until OnDone().
  std::shared_ptr<AnalysisStream> self_;

  std::mutex mutex_;
  AnalysisOutbox<Response> outbox_;
  // What the write under way sends.
  std::optional<Response> writing_;
  // What the analysis ended with.
  std::optional<absl::Status> result_;
  bool draining_ = false;
  bool broken_ = false;
  bool finished_ = false;
  bool pumping_ = false;
};

using AnalyzeStream = AnalysisStream<v1::AnalyzeRequest, v1::AnalyzeResponse>;
using ReviewStream = AnalysisStream<v1::ReviewGameRequest, v1::ReviewGameResponse>;

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_ANALYSIS_STREAM_H_
