#include "service/calls/analysis_stream.h"

#include <algorithm>
#include <utility>

#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/search/transposition_table.h"
#include "service/calls/request_shape.h"
#include "service/convert/wire_analysis.h"

namespace arbiter {
namespace {

absl::StatusOr<size_t> TableBytes(const Limits& limits, const v1::AnalyzeRequest& request) {
  return TableBytesFor(limits, request);
}

absl::StatusOr<size_t> TableBytes(const Limits& limits, const v1::ReviewGameRequest& /*request*/) {
  return TableBytesFor(limits, v1::AnalyzeRequest());
}

bool IsProgress(const v1::AnalyzeResponse& response) { return response.has_progress(); }
bool IsProgress(const v1::ReviewGameResponse& /*response*/) { return false; }

// Whether an analysis ends with this message.
bool IsLast(const v1::AnalyzeResponse& response) { return response.has_best_move(); }
bool IsLast(const v1::ReviewGameResponse& response) { return response.has_summary(); }

}  // namespace

template <typename Request, typename Response>
AnalysisStream<Request, Response>::AnalysisStream(const CallEnvironment* environment,
                                                  const MethodMetrics* method, Handler handler,
                                                  std::unique_ptr<Rpc> rpc)
    : OpenCall(environment, method, std::move(rpc)),
      handler_(handler),
      queue_(&environment->buffered, scope().share()) {}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::Start(const CallEnvironment* environment,
                                              const MethodMetrics* method, Handler handler,
                                              std::unique_ptr<Rpc> rpc) {
  const auto stream = Open<AnalysisStream>(environment, method, handler, std::move(rpc));
  if (const absl::Status& admitted = stream->scope().admitted(); !admitted.ok()) {
    stream->waits_for_request_ = false;
    stream->End(admitted);
  } else {
    stream->rpc().StartRead();
  }
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::OnRead(bool has_message) {
  if (!std::exchange(waits_for_request_, false)) return;
  if (!has_message) return End(scope().NoRequest());
  const size_t size = this->rpc().message().Length();
  scope().CountMessage(size);
  auto wire = std::make_shared<WireBytes>(&this->rpc().message());
  if (IsLargeRequest(size)) return ScheduleParsing(std::move(wire));
  absl::Status status = Parse(*wire);
  if (status.ok()) status = Begin();
  if (!status.ok()) End(status);
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::OnWritten(bool ok) {
  Lock lock(mutex_);
  writing_.reset();
  if (ok) {
    scope().method().sent->Increment();
  } else {
    Break();
  }
  Pump(std::move(lock));
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::OnCancelled() {
  {
    const Lock lock(mutex_);
    Break();
  }
  Withdraw();
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::OnTick(Time now) {
  if (waits_for_request_ && scope().IsLate(now)) {
    waits_for_request_ = false;
    End(NoRequestError());
    return;
  }
  if (!environment().drain.begun()) return;
  {
    const Lock lock(mutex_);
    if (draining_ || result_.has_value()) return;
    draining_ = true;
  }
  stop_.Stop();
  if (std::exchange(waits_for_request_, false)) return End(absl::OkStatus());
  Withdraw();
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::ScheduleParsing(std::shared_ptr<WireBytes> wire) {
  auto self = this->template Shared<AnalysisStream>();
  const size_t size = wire->view().size();
  const FairScheduler::Ticket ticket = environment().work.Submit(
      {.client = scope().share()->key,
       .bytes = size,
       .run = [self, wire = std::move(wire)](FairScheduler::Turn&) -> FairScheduler::Delivery {
         absl::Status status = self->Parse(*wire);
         return [self, status] {
           const absl::Status begun = status.ok() ? self->Begin() : status;
           if (!begun.ok()) self->End(begun);
         };
       },
       .shed = [self] { self->End(OverloadedError()); }});
  if (ticket == 0) End(OverloadedError());
}

template <typename Request, typename Response>
absl::Status AnalysisStream<Request, Response>::Parse(const WireBytes& wire) {
  ARBITER_RETURN_IF_ERROR(
      MeasureRequest(environment().limits, *Request::descriptor(), wire.view()).status());
  if (request_.Parse(wire.view())) return absl::OkStatus();
  return MakeError(ErrorReason::kBadField, "the bytes are not the method's request");
}

template <typename Request, typename Response>
absl::Status AnalysisStream<Request, Response>::Begin() {
  {
    const Lock lock(mutex_);
    if (broken_) return scope().BrokenOff();
    // What the analysis sends at once comes after the headers.
    beginning_ = true;
  }
  // Without the lock, since others may have to make room.
  absl::Status status = Submit();
  if (status.ok()) {
    scope().AddRequestId();
    this->rpc().StartHeaders();
  }
  Lock lock(mutex_);
  beginning_ = false;
  const bool is_over = broken_ || draining_;
  Pump(std::move(lock));
  // Whoever ended it meanwhile did not know the ticket.
  if (is_over) Withdraw();
  return status;
}

template <typename Request, typename Response>
absl::Status AnalysisStream<Request, Response>::Submit() {
  const Limits& limits = environment().limits;
  ARBITER_ASSIGN_OR_RETURN(const int threads, ReadThreads(limits, request_->threads()));
  ARBITER_ASSIGN_OR_RETURN(const size_t table_bytes, TableBytes(limits, *request_));
  ARBITER_ASSIGN_OR_RETURN(Charge charge,
                           scope().authorization().AdmitAnalysis(*request_, threads));
  charge_ = std::move(charge);
  auto self = this->template Shared<AnalysisStream>();
  ticket_ = environment().analyses.Submit(
      {.client = scope().share()->key,
       .bytes = table_bytes,
       .slots = threads,
       .run = [self, bytes = table_bytes](FairScheduler::Turn& turn) -> FairScheduler::Delivery {
         return [self, status = self->Search(turn, bytes)] { self->End(status); };
       },
       .shed = [self] { self->End(OverloadedError()); }});
  return ticket_ == 0 ? OverloadedError() : absl::OkStatus();
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::Withdraw() {
  if (environment().analyses.Withdraw(ticket_)) End(absl::OkStatus());
}

template <typename Request, typename Response>
absl::Status AnalysisStream<Request, Response>::Search(FairScheduler::Turn& turn,
                                                       size_t table_bytes) {
  ARBITER_RETURN_IF_ERROR(scope().CheckStart());
  return scope().Run([&] {
    const int threads = std::max<int>(request_->threads(), 1);
    const RunningWork running(&environment().review, {.turn = &turn,
                                                      .charge = &charge_,
                                                      .authorization = &scope().authorization(),
                                                      .deadline = std::nullopt,
                                                      .stop = &stop_});
    stop_.set_pause([&turn] { turn.Yield(); });
    AnswerMetrics& metrics = environment().metrics.answers();
    ObserveRequest(&metrics, *request_);
    const ThreadSeconds seconds(&metrics.analysis_seconds(), threads);
    std::unique_ptr<TranspositionTable> table = environment().tables.Get(table_bytes);
    absl::Status sent;
    const AnalysisContext context = {&environment().limits, &stop_,   table.get(),
                                     environment().sealer,  &metrics, environment().analysis_cache};
    absl::Status status = handler_(context, *request_, [&](const Response& r) {
      if (sent.ok()) sent = scope().CheckSize(r.ByteSizeLong());
      if (sent.ok()) {
        Send(r);
      } else {
        stop_.Stop();
      }
    });
    environment().tables.Put(std::move(table));
    if (!sent.ok()) return sent;
    absl::Status verdict = running.verdict();
    return verdict.ok() ? status : verdict;
  });
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::Send(const Response& response) {
  if (IsLast(response)) {
    last_ = response;
    return;
  }
  Lock lock(mutex_);
  if (!broken_ && !queue_.Push(response.SerializeAsString(), IsProgress(response))) {
    too_many_unread_ = true;
    stop_.Stop();
  }
  Pump(std::move(lock));
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::End(const absl::Status& status) {
  charge_.Settle(std::chrono::nanoseconds(0));
  Lock lock(mutex_);
  if (last_.has_value() && !broken_ && !queue_.Push(last_->SerializeAsString(), false)) {
    too_many_unread_ = true;
  }
  result_ = too_many_unread_ ? TooManyUnreadError() : status;
  Pump(std::move(lock));
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::Break() {
  broken_ = true;
  stop_.Stop();
  queue_.Clear();
}

template <typename Request, typename Response>
void AnalysisStream<Request, Response>::Pump(Lock lock) {
  if (pumping_) return;
  pumping_ = true;
  for (Step step = NextStep(); step != Step::kNone; step = NextStep()) {
    if (step == Step::kFinish) {
      const absl::Status status = FinalStatus();
      lock.unlock();
      this->rpc().StartFinish(scope().Finish(status, request_->locale()));
      return;
    }
    lock.unlock();
    this->rpc().StartWrite(ToBuffer(std::move(writing_->bytes)), false);
    lock.lock();
  }
  pumping_ = false;
}

template <typename Request, typename Response>
typename AnalysisStream<Request, Response>::Step AnalysisStream<Request, Response>::NextStep() {
  if (writing_.has_value() || finished_ || beginning_) return Step::kNone;
  if (!queue_.empty()) {
    writing_ = queue_.Pop();
    return Step::kWrite;
  }
  finished_ = result_.has_value();
  return finished_ ? Step::kFinish : Step::kNone;
}

template <typename Request, typename Response>
absl::Status AnalysisStream<Request, Response>::FinalStatus() const {
  if (broken_) return scope().BrokenOff();
  return draining_ ? ShuttingDownError() : *result_;
}

template class AnalysisStream<v1::AnalyzeRequest, v1::AnalyzeResponse>;
template class AnalysisStream<v1::ReviewGameRequest, v1::ReviewGameResponse>;

}  // namespace arbiter
