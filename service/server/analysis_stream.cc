#include "service/server/analysis_stream.h"

#include <algorithm>
#include <utility>

#include "core/search/transposition_table.h"
#include "service/wire_analysis.h"

namespace arbiter {
namespace {

absl::StatusOr<size_t> TableBytes(const Limits& limits, const v1::AnalyzeRequest& request) {
  return TableBytesFor(limits, request);
}

absl::StatusOr<size_t> TableBytes(const Limits& limits, const v1::ReviewGameRequest& /*request*/) {
  return TableBytesFor(limits, v1::AnalyzeRequest());
}

// Whether an analysis ends with this message.
bool IsLast(const v1::AnalyzeResponse& response) { return response.has_best_move(); }
bool IsLast(const v1::ReviewGameResponse& response) { return response.has_summary(); }

}  // namespace

template <typename Request, typename Response>
AnalysisStream<Request, Response>* AnalysisStream<Request, Response>::Start(
    const CallEnvironment* environment, const MethodMetrics* method, Handler handler,
    grpc::CallbackServerContext* context, const Request* request) {
  std::shared_ptr<AnalysisStream> reactor(
      new AnalysisStream(environment, method, handler, context, request));
  reactor->self_ = reactor;
  method->received->Increment();
  if (const absl::Status status = reactor->Begin(); !status.ok()) reactor->End(status);
  environment->drain.Add(reactor);
  return reactor.get();
}

template <typename Request, typename Response>
AnalysisStream<Request, Response>::AnalysisStream(const CallEnvironment* environment,
                                                  const MethodMetrics* method, Handler handler,
                                                  grpc::CallbackServerContext* context,
                                                  const Request* request)
    : scope_(environment, method, context), handler_(handler), request_(*request) {}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::OnWriteDone(bool ok) {
  Lock lock(mutex_);
  writing_.reset();
  if (ok) {
    scope_.method().sent->Increment();
  } else {
    Break();
  }
  Pump(std::move(lock));
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::OnCancel() {
  {
    const Lock lock(mutex_);
    Break();
  }
  Withdraw();
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::OnDrain() {
  {
    const Lock lock(mutex_);
    draining_ = draining_ || !result_.has_value();
  }
  stop_.Stop();
  Withdraw();
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::OnDone() {
  scope_.environment().drain.Remove(this);
  const std::shared_ptr<AnalysisStream> last = std::move(self_);
}

template <typename Request, typename Response>
absl::Status AnalysisStream<Request, Response>::Begin() {
  // Holds back what the pool may have to send at once.
  const Lock lock(mutex_);
  if (absl::Status status = scope_.Admitted(); !status.ok()) return status;
  if (absl::Status status = Submit(); !status.ok()) return status;
  scope_.AnswerRequestId();
  this->StartSendInitialMetadata();
  return absl::OkStatus();
}

template <typename Request, typename Response>
absl::Status AnalysisStream<Request, Response>::Submit() {
  const Limits& limits = scope_.environment().limits;
  const absl::StatusOr<int> threads = ReadThreads(limits, request_.threads());
  if (!threads.ok()) return threads.status();
  const absl::StatusOr<size_t> table_bytes = TableBytes(limits, request_);
  if (!table_bytes.ok()) return table_bytes.status();
  absl::StatusOr<Charge> charge = scope_.admission().AdmitAnalysis(request_, *threads);
  if (!charge.ok()) return charge.status();
  charge_ = *std::move(charge);
  ticket_ = scope_.environment().analysis_pool.TrySubmit(
      [self = this->shared_from_this(), bytes = *table_bytes]() -> WorkPool::Delivery {
        return [self, status = self->Search(bytes)] { self->End(status); };
      },
      *threads);
  return ticket_ == 0 ? OverloadedError() : absl::OkStatus();
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::Withdraw() {
  if (scope_.environment().analysis_pool.Withdraw(ticket_)) End(absl::OkStatus());
}

template <typename Request, typename Response>
absl::Status AnalysisStream<Request, Response>::Search(size_t table_bytes) {
  const ChargedTime time(&charge_);
  if (absl::Status status = scope_.CheckStart(); !status.ok()) return status;
  return scope_.Run([&] {
    const CallEnvironment& environment = scope_.environment();
    AnswerMetrics& metrics = environment.metrics.answers();
    ObserveRequest(&metrics, request_);
    const ThreadSeconds seconds(&metrics.analysis_seconds(), std::max<int>(request_.threads(), 1));
    std::unique_ptr<TranspositionTable> table = environment.tables.Get(table_bytes);
    absl::Status sent;
    const AnalysisContext context = {&environment.limits, &stop_,   table.get(),
                                     environment.sealer,  &metrics, environment.analysis_cache};
    absl::Status status = handler_(context, request_, [&](const Response& r) {
      if (sent.ok()) sent = scope_.CheckSize(r.ByteSizeLong());
      if (sent.ok()) {
        Send(r);
      } else {
        stop_.Stop();
      }
    });
    environment.tables.Put(std::move(table));
    return sent.ok() ? status : sent;
  });
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::Send(const Response& response) {
  if (IsLast(response)) {
    last_ = response;
    return;
  }
  Lock lock(mutex_);
  if (!broken_) outbox_.Push(response);
  Pump(std::move(lock));
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::End(const absl::Status& status) {
  charge_.Settle(std::chrono::nanoseconds(0));
  Lock lock(mutex_);
  if (last_.has_value() && !broken_) outbox_.Push(*std::move(last_));
  result_ = status;
  Pump(std::move(lock));
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::Break() {
  broken_ = true;
  stop_.Stop();
  outbox_.Clear();
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::Pump(Lock lock) {
  if (pumping_) return;
  pumping_ = true;
  for (Step step = NextStep(); step != Step::kNone; step = NextStep()) {
    if (step == Step::kFinish) {
      const absl::Status status = FinalStatus();
      lock.unlock();
      this->Finish(scope_.Finish(status, request_.locale()));
      return;
    }
    lock.unlock();
    this->StartWrite(&*writing_);
    lock.lock();
  }
  pumping_ = false;
}

template <typename Request, typename Response>
typename AnalysisStream<Request, Response>::Step AnalysisStream<Request, Response>::NextStep() {
  if (writing_.has_value() || finished_) return Step::kNone;
  if (!outbox_.empty()) {
    writing_ = outbox_.Pop();
    return Step::kWrite;
  }
  finished_ = result_.has_value();
  return finished_ ? Step::kFinish : Step::kNone;
}

template <typename Request, typename Response>
absl::Status AnalysisStream<Request, Response>::FinalStatus() const {
  if (broken_) return scope_.BrokenOff();
  return draining_ ? ShuttingDownError() : *result_;
}

template class AnalysisStream<v1::AnalyzeRequest, v1::AnalyzeResponse>;
template class AnalysisStream<v1::ReviewGameRequest, v1::ReviewGameResponse>;

}  // namespace arbiter
