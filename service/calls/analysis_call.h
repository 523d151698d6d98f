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
#include "service/convert/read.h"
#include "service/convert/received_message.h"
#include "service/scheduling/table_cache.h"

namespace arbiter {

// The common base class of Analyze, ReviewGame and Session: a stream that has at most one analysis
// in the scheduler. The scheduler runs the analysis in turns of its client. The client sends a
// `Message`, which requests an analysis with a `Request`, and receives a `Response` for each
// finding. Responses are sent at once, except for the final one, which waits until the analysis has
// freed its threads.
template <typename Message, typename Request, typename Response>
class AnalysisCall : public StreamCall {
 protected:
  using MessagePtr = std::shared_ptr<ReceivedMessage<Message>>;

  // One analysis.
  struct Analysis {
    // The id of the request in a Session, otherwise empty.
    std::string id;
    std::shared_ptr<const Request> request;
    // Set when the analysis is submitted.
    SearchResources resources;
    StopToken stop;
    // Whether the analysis had to end because others wait.
    std::atomic<bool> ended_for_others = false;
    std::atomic<FairScheduler::Ticket> ticket = 0;
    Charge charge;
    // The final response, which is held back until the threads are free. Until OnEnd(), only the
    // scheduler's thread may access it.
    std::optional<Response> final_response;
  };
  using AnalysisPtr = std::shared_ptr<Analysis>;

  AnalysisCall(const CallEnvironment* environment, MethodMetrics* method, std::unique_ptr<Rpc> rpc)
      : StreamCall(environment, method, std::move(rpc)) {}

  // Parses the message: at once, or in a turn of the client if the message is large.
  void OnMessage(std::shared_ptr<ReceivedBytes> wire, Lock lock) override;

  // The following must be called with the lock held.

  // Begins an analysis once the one in the scheduler has ended.
  void Schedule(AnalysisPtr analysis) { next_ = std::move(analysis); }
  // The analysis that was scheduled last; nullptr if there is none.
  const AnalysisPtr& newest() const { return next_ != nullptr ? next_ : current_; }
  // Stops the running analysis, which ends soon. Removes and returns the analyses that have not
  // begun.
  std::vector<AnalysisPtr> StopAll();
  bool IsAnswering() const override { return is_parsing_ || current_ != nullptr; }
  // The status of an analysis that a newer one replaces before it has begun.
  static absl::Status ReplacedError() {
    return MakeError(ErrorReason::kCancelled, "a newer request has replaced this one");
  }

 private:
  // Called with the lock held when a message has been parsed, or with the error if that failed.
  // `message` is nullptr if the scheduler had no room for the parsing.
  virtual void OnParsed(const MessagePtr& message, const absl::Status& status) = 0;
  // Called without the lock when the scheduler has accepted an analysis, before the analysis can
  // send anything.
  virtual void OnSubmitted() {}
  // Called with the lock held when an analysis has left the scheduler or was refused.
  virtual void OnEnd(const Analysis& analysis, const absl::Status& status) = 0;
  // Serialises the message that carries a response, in the form of the client.
  virtual std::string Encode(const Analysis& analysis, const Response& response) = 0;
  // Take a table of at least `bytes` bytes for an analysis, and return the table afterwards.
  virtual GameTable TakeTable(size_t bytes, const Request& request) = 0;
  virtual void ReturnTable(GameTable table) = 0;

  void CancelWork() override { StopAll(); }
  void CancelEndlessWork() override;
  Job TakeJob() override;

  // Whether the request sets no limit.
  static bool IsEndless(const Analysis& analysis);
  // Parses a message. BAD_FIELD if the bytes are not valid, LIMIT_EXCEEDED if they exceed a limit.
  absl::Status Parse(ReceivedBytes* received, ReceivedMessage<Message>* message);
  void FinishParsing(const MessagePtr& message, const absl::Status& status);
  // Submits an analysis, or ends it if it is refused.
  void Begin(const AnalysisPtr& analysis);
  absl::Status Submit(const AnalysisPtr& analysis);
  // Runs an analysis in a turn of the client.
  absl::Status Search(Analysis* analysis, FairScheduler::Turn& turn);
  void Send(Analysis* analysis, const Response& response);
  void End(Analysis* analysis, const absl::Status& status);

  // Whether a message is being parsed.
  bool is_parsing_ = false;
  // The analysis that is in the scheduler or about to be submitted, and the one that follows it.
  AnalysisPtr current_;
  AnalysisPtr next_;
};

extern template class AnalysisCall<v1::AnalyzeRequest, v1::AnalyzeRequest, v1::AnalyzeResponse>;
extern template class AnalysisCall<v1::ReviewGameRequest, v1::ReviewGameRequest,
                                   v1::ReviewGameResponse>;
extern template class AnalysisCall<v1::SessionRequest, v1::AnalyzeRequest, v1::AnalyzeResponse>;

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_ANALYSIS_CALL_H_
