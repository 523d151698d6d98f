#ifndef ARBITER_SERVICE_CALLS_ANALYSIS_CALL_H_
#define ARBITER_SERVICE_CALLS_ANALYSIS_CALL_H_

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "arbiter/v1/analysis_service.pb.h"
#include "core/search/limits.h"
#include "service/calls/stream_call.h"
#include "service/calls/table_store.h"

namespace arbiter {

// A stream that has at most one analysis in the pool: what Analyze, ReviewGame and Session have in
// common. The client sends a `Message`, which asks for an analysis with a `Request`, and gets a
// `Response` for each thing that it finds: at once, but the last one when the threads are free
// again. The analysis runs in turns of the client's.
template <typename Message, typename Request, typename Response>
class AnalysisCall : public StreamCall {
 protected:
  using MessagePtr = std::shared_ptr<ReceivedMessage<Message>>;

  // One analysis, until its threads are free again.
  struct Analysis {
    // What a Session knows it by; others have but one.
    std::string id;
    std::shared_ptr<const Request> request;
    StopToken stop;
    std::atomic<FairScheduler::Ticket> ticket = 0;
    Charge charge;
    // Held back until the threads are free; the pool's until OnEnd().
    std::optional<Response> last;
  };
  using AnalysisPtr = std::shared_ptr<Analysis>;

  AnalysisCall(const CallEnvironment* environment, const MethodMetrics* method,
               std::unique_ptr<Rpc> rpc)
      : StreamCall(environment, method, std::move(rpc)) {}

  // Builds the message, now or, if it is large, in a turn of the client's.
  void OnMessage(std::shared_ptr<WireBytes> message, Lock lock) override;

  // The following are called with the lock held.

  // Begins an analysis once the one that is in the pool has ended.
  void Schedule(AnalysisPtr analysis) { next_ = std::move(analysis); }
  // The one that was scheduled last; null if there is none.
  const AnalysisPtr& newest() const { return next_ != nullptr ? next_ : current_; }
  // Ends all analyses. Those that have not begun, which are returned, are gone; the running one
  // stops soon.
  std::vector<AnalysisPtr> StopAll();
  bool IsAnswering() const override { return building_ || current_ != nullptr; }
  // What becomes of an analysis that a newer one replaces before it has begun: CANCELLED.
  static absl::Status ReplacedError() {
    return MakeError(ErrorReason::kCancelled, "a newer request has taken the place of this one");
  }

 private:
  // A message has been built, or the error says why not; null if there was no turn to build it in.
  // Called with the lock held.
  virtual void OnBuilt(const MessagePtr& message, const absl::Status& status) = 0;
  // The pool has taken an analysis, which sends nothing before this returns. Called without the
  // lock.
  virtual void OnSubmitted() {}
  // The analysis has left the pool, or was not let in. Called with the lock held.
  virtual void OnEnd(const Analysis& analysis, const absl::Status& status) = 0;
  // The message that carries a response.
  virtual std::string Encode(const Analysis& analysis, const Response& response) const = 0;
  // The table of an analysis, at least of this many bytes, and what becomes of it then.
  virtual GameTable TakeTable(size_t bytes, const Request& request) = 0;
  virtual void ReturnTable(GameTable table) = 0;

  void Abandon() override { StopAll(); }
  Job TakeJob() override;

  // LIMIT_EXCEEDED or BAD_FIELD if the bytes are not a message.
  absl::Status Build(const WireBytes& wire, ReceivedMessage<Message>* message) const;
  void EndBuilding(const MessagePtr& message, const absl::Status& status);
  // Puts an analysis into the pool, or ends it.
  void Begin(const AnalysisPtr& analysis);
  absl::Status Submit(const AnalysisPtr& analysis);
  // Runs an analysis in a turn of the client's.
  absl::Status Search(Analysis* analysis, FairScheduler::Turn& turn, int threads,
                      size_t table_bytes);
  void Send(Analysis* analysis, const Response& response);
  void End(Analysis* analysis, const absl::Status& status);

  // Whether a message that was read is being built.
  bool building_ = false;
  // What is in the pool, or about to be, and what follows it.
  AnalysisPtr current_;
  AnalysisPtr next_;
};

extern template class AnalysisCall<v1::AnalyzeRequest, v1::AnalyzeRequest, v1::AnalyzeResponse>;
extern template class AnalysisCall<v1::ReviewGameRequest, v1::ReviewGameRequest,
                                   v1::ReviewGameResponse>;
extern template class AnalysisCall<v1::SessionRequest, v1::AnalyzeRequest, v1::AnalyzeResponse>;

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_ANALYSIS_CALL_H_
