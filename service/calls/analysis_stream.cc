#include "service/calls/analysis_stream.h"

#include "service/calls/call_errors.h"

namespace arbiter {

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::OnMessage(std::shared_ptr<ReceivedBytes> message,
                                                  Lock lock) {
  has_request_ = true;
  this->EndReading();
  Call::OnMessage(std::move(message), std::move(lock));
}

template <typename Request, typename Response>
bool AnalysisStream<Request, Response>::IsIdleAt(RpcHandler::Time now) const {
  return !has_request_ && this->IsLate(now);
}

template <typename Request, typename Response>
absl::Status AnalysisStream<Request, Response>::FinalStatus() const {
  if (result_.has_value()) return *result_;
  return this->is_idle() ? RequestTimeoutError() : ShuttingDownError();
}

template <typename Request, typename Response>
std::string_view AnalysisStream<Request, Response>::locale() const {
  return request_ == nullptr ? std::string_view() : (*request_)->locale();
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::OnParsed(const MessagePtr& message,
                                                 const absl::Status& status) {
  request_ = message;
  if (!status.ok()) {
    SetResult(status);
  } else if (!this->is_broken() && !this->is_draining()) {
    const auto analysis = std::make_shared<Analysis>();
    analysis->request = std::shared_ptr<const Request>(message, &**message);
    this->Schedule(analysis);
  }
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::OnEnd(const Analysis& analysis,
                                              const absl::Status& status) {
  if (analysis.final_response.has_value()) {
    this->Push(Encode(analysis, *analysis.final_response), false);
  }
  const bool is_cut_short = status.ok() && this->is_draining() && analysis.stop.stopped();
  SetResult(is_cut_short ? ShuttingDownError() : status);
}

template <typename Request, typename Response>
std::string AnalysisStream<Request, Response>::Encode(const Analysis& /*analysis*/,
                                                      const Response& response) {
  return EncodeMessage(this->rpc().codec(), response.SerializeAsString());
}

template <typename Request, typename Response>
GameTable AnalysisStream<Request, Response>::TakeTable(size_t bytes, const Request& /*request*/) {
  return {.table = this->environment().work.tables.Get(bytes), .game = ""};
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::ReturnTable(GameTable table) {
  this->environment().work.tables.Put(std::move(table.table));
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::SetResult(const absl::Status& status) {
  result_ = this->failure().ok() ? status : this->failure();
}

template class AnalysisStream<v1::AnalyzeRequest, v1::AnalyzeResponse>;
template class AnalysisStream<v1::ReviewGameRequest, v1::ReviewGameResponse>;

}  // namespace arbiter
