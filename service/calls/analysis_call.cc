#include "service/calls/analysis_call.h"

#include <cassert>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/search/transposition_table.h"
#include "service/calls/call_errors.h"
#include "service/convert/read.h"
#include "service/handlers/handlers.h"
#include "service/measure/message_rules.h"
#include "service/measure/request_shape.h"

namespace arbiter {
namespace {

template <typename Request>
constexpr auto kHandler = &Analyze;
template <>
constexpr auto kHandler<v1::ReviewGameRequest> = &ReviewGame;

template <typename Message>
extern const char kMessageName[];
template <>
constexpr char kMessageName<v1::AnalyzeRequest>[] = "AnalyzeRequest";
template <>
constexpr char kMessageName<v1::ReviewGameRequest>[] = "ReviewGameRequest";
template <>
constexpr char kMessageName<v1::SessionRequest>[] = "SessionRequest";

template <typename Message>
constexpr char kParseError[] = "the message is not a valid request of this method";
template <>
constexpr char kParseError<v1::SessionRequest>[] =
    "the stream contains a message that is not a valid SessionRequest";

// Returns the time limit of the search; the maximum duration if the request sets none.
std::chrono::nanoseconds MaxTime(const v1::AnalyzeRequest& request) {
  const uint32_t movetime = request.limits().movetime_ms();
  return movetime == 0 ? std::chrono::nanoseconds::max() : std::chrono::milliseconds(movetime);
}

std::chrono::nanoseconds MaxTime(const v1::ReviewGameRequest& /*request*/) {
  return std::chrono::nanoseconds::max();
}

// Returns when the search ends. One that reaches a depth or a number of nodes is never cut short,
// so that its answer depends on nothing else that runs.
FairScheduler::Kind KindOf(const v1::AnalyzeRequest& request) {
  if (request.limits().infinite()) return FairScheduler::Kind::kEndless;
  return request.limits().movetime_ms() > 0 ? FairScheduler::Kind::kTimed
                                            : FairScheduler::Kind::kFixed;
}
FairScheduler::Kind KindOf(const v1::ReviewGameRequest& /*request*/) {
  return FairScheduler::Kind::kFixed;
}

// Returns what a search may use on each thread that has no time limit of its own.
std::chrono::nanoseconds MaxUsed(const Limits& limits, const v1::AnalyzeRequest& request) {
  return KindOf(request) == FairScheduler::Kind::kFixed
             ? std::chrono::milliseconds(limits.max_movetime_ms)
             : std::chrono::nanoseconds::max();
}
std::chrono::nanoseconds MaxUsed(const Limits& /*limits*/,
                                 const v1::ReviewGameRequest& /*request*/) {
  return std::chrono::nanoseconds::max();
}

void SetEndedForOthers(v1::AnalyzeResponse* response) {
  // A finished game has no best move.
  if (response->best_move().action().empty()) return;
  response->mutable_best_move()->set_stopped_by(v1::STOPPED_BY_OTHERS_WAIT);
}
void SetEndedForOthers(v1::ReviewGameResponse* /*response*/) {}

bool IsProgress(const v1::AnalyzeResponse& response) { return response.has_progress(); }
bool IsProgress(const v1::ReviewGameResponse& /*response*/) { return false; }

// Whether this is the final response of an analysis.
bool IsFinal(const v1::AnalyzeResponse& response) { return response.has_best_move(); }
bool IsFinal(const v1::ReviewGameResponse& response) { return response.has_summary(); }

}  // namespace

template <typename Message, typename Request, typename Response>
void AnalysisCall<Message, Request, Response>::OnMessage(std::shared_ptr<ReceivedBytes> wire,
                                                         Lock lock) {
  is_parsing_ = true;
  lock.unlock();
  auto message = std::make_shared<ReceivedMessage<Message>>();
  const size_t size = wire->view().size();
  if (!IsLargeRequest(size)) return FinishParsing(message, Parse(wire.get(), message.get()));
  auto self = Shared<AnalysisCall>();
  work().Schedule(
      size,
      [self, wire = std::move(wire), message](FairScheduler::Turn&) -> FairScheduler::Completion {
        return [self, message, status = self->Parse(wire.get(), message.get())] {
          self->FinishParsing(message, status);
        };
      },
      [self](FairScheduler::Refusal why) { self->FinishParsing(nullptr, OverloadedError(why)); });
}

template <typename Message, typename Request, typename Response>
void AnalysisCall<Message, Request, Response>::FinishParsing(const MessagePtr& message,
                                                             const absl::Status& status) {
  Lock lock = AcquireLock();
  is_parsing_ = false;
  OnParsed(message, status);
  ReadNext(std::move(lock));
}

template <typename Message, typename Request, typename Response>
absl::Status AnalysisCall<Message, Request, Response>::Parse(ReceivedBytes* received,
                                                             ReceivedMessage<Message>* message) {
  static const MessageRule& rule = *FindMessageRule(kMessageName<Message>);
  ARBITER_RETURN_IF_ERROR(DecodeMessage(rpc().codec(), received));
  const std::string_view wire = received->view();
  ARBITER_RETURN_IF_ERROR(MeasureRequest(environment().limits, rule, wire).status());
  if (message->Parse(wire)) return absl::OkStatus();
  return MakeError(ErrorReason::kBadField, kParseError<Message>);
}

template <typename Message, typename Request, typename Response>
StreamCall::Job AnalysisCall<Message, Request, Response>::TakeJob() {
  if (current_ != nullptr || next_ == nullptr) return nullptr;
  current_ = std::exchange(next_, nullptr);
  return [this, analysis = current_] { Begin(analysis); };
}

template <typename Message, typename Request, typename Response>
void AnalysisCall<Message, Request, Response>::Begin(const AnalysisPtr& analysis) {
  // Submit() is called without the lock, because it may shed other tasks to make room.
  if (const absl::Status status = Submit(analysis); !status.ok()) {
    if (ReasonOf(status) == ErrorReason::kQuotaExceeded) {
      const Lock lock = AcquireLock();
      ThrottleUnpaid(analysis->request->ByteSizeLong());
    }
    return End(analysis.get(), status);
  }
  OnSubmitted();
  Lock lock = AcquireLock();
  // A thread that stopped or replaced the analysis meanwhile did not have the ticket yet, so it
  // could not withdraw the analysis.
  if (is_broken() || !failure().ok() || (is_draining() && IsEndless(*analysis))) {
    StopAll();
  } else if (next_ != nullptr && environment().work.analyses.Withdraw(analysis->ticket)) {
    lock.unlock();
    End(analysis.get(), ReplacedError());
  }
}

template <typename Message, typename Request, typename Response>
absl::Status AnalysisCall<Message, Request, Response>::Submit(const AnalysisPtr& analysis) {
  const Limits& limits = environment().limits;
  const Request& request = *analysis->request;
  ARBITER_ASSIGN_OR_RETURN(analysis->resources, ReadSearchResources(limits, request));
  const auto& [threads, table_bytes] = analysis->resources;
  ARBITER_ASSIGN_OR_RETURN(Charge charge,
                           admission().authorization().AdmitAnalysis(MaxTime(request), threads));
  analysis->charge = std::move(charge);
  auto self = Shared<AnalysisCall>();
  FairScheduler::Refusal refusal;
  analysis->ticket = environment().work.analyses.Submit(
      {.client = admission().share()->key,
       .needs = {.held_bytes = TranspositionTable::SizeFor(table_bytes),
                 .slots = threads,
                 .kind = KindOf(request)},
       .run = [self, analysis](FairScheduler::Turn& turn) -> FairScheduler::Completion {
         return [self, analysis, status = self->Search(analysis.get(), turn)] {
           self->End(analysis.get(), status);
         };
       },
       .shed = [self, analysis](
                   FairScheduler::Refusal why) { self->End(analysis.get(), OverloadedError(why)); },
       .end =
           [self, analysis] {
             // The client may have stopped it before.
             if (analysis->stop.stopped()) return;
             self->environment().record.metrics.analyses_ended().Increment();
             analysis->ended_for_others = true;
             analysis->stop.Stop();
           }},
      &refusal);
  return analysis->ticket == 0 ? OverloadedError(refusal) : absl::OkStatus();
}

template <typename Message, typename Request, typename Response>
auto AnalysisCall<Message, Request, Response>::StopAll() -> std::vector<AnalysisPtr> {
  std::vector<AnalysisPtr> withdrawn;
  if (current_ != nullptr) {
    current_->stop.Stop();
    if (environment().work.analyses.Withdraw(current_->ticket)) {
      withdrawn.push_back(std::exchange(current_, nullptr));
    }
  }
  if (next_ != nullptr) withdrawn.push_back(std::exchange(next_, nullptr));
  return withdrawn;
}

template <typename Message, typename Request, typename Response>
void AnalysisCall<Message, Request, Response>::CancelEndlessWork() {
  if (newest() != nullptr && IsEndless(*newest())) StopAll();
}

template <typename Message, typename Request, typename Response>
bool AnalysisCall<Message, Request, Response>::IsEndless(const Analysis& analysis) {
  return KindOf(*analysis.request) == FairScheduler::Kind::kEndless;
}

template <typename Message, typename Request, typename Response>
absl::Status AnalysisCall<Message, Request, Response>::Search(Analysis* analysis,
                                                              FairScheduler::Turn& turn) {
  ARBITER_RETURN_IF_ERROR(work().CheckStart());
  return work().Run([&] {
    const CallEnvironment& environment = this->environment();
    const Request& request = *analysis->request;
    std::optional<RunningWork> running;
    running.emplace(&environment.work.review,
                    RunningWork::Options{.turn = &turn,
                                         .charge = &analysis->charge,
                                         .authorization = &admission().authorization(),
                                         .deadline = std::nullopt,
                                         .max_used = MaxUsed(environment.limits, request),
                                         .stop = &analysis->stop});
    analysis->stop.set_pause([&turn] { turn.Yield(); });
    AnswerMetrics& metrics = environment.work.answers;
    ObserveRequest(&metrics, request);
    const ThreadSeconds seconds(&metrics.analysis_seconds(), analysis->resources.threads);
    GameTable table = TakeTable(analysis->resources.table_bytes, request);
    // Nothing has been written to a new table yet, so it takes no memory before this.
    environment.work.tables.TrimTo(environment.work.analyses.free_bytes());
    const AnalysisContext context = {.limits = &environment.limits,
                                     .stop = &analysis->stop,
                                     .threads = analysis->resources.threads,
                                     .table = table.table.get(),
                                     .sealer = environment.work.sealer,
                                     .observer = &metrics,
                                     .cache = environment.work.analysis_cache};
    absl::Status sent;
    absl::Status status = kHandler<Request>(context, request, [&](const Response& response) {
      if (sent.ok()) sent = work().CheckSize(response.ByteSizeLong());
      if (sent.ok()) {
        Send(analysis, response);
      } else {
        analysis->stop.Stop();
      }
    });
    ReturnTable(std::move(table));
    ARBITER_RETURN_IF_ERROR(sent);
    const absl::Status verdict = running->verdict();
    running.reset();
    if (!verdict.ok()) return analysis->charge.AfterSettling(verdict);
    // Others needed the place before the search had begun.
    const bool found_nothing = ReasonOf(status) == ErrorReason::kCancelled;
    if (analysis->ended_for_others && found_nothing) {
      return OverloadedError(FairScheduler::Refusal::kNoRoom);
    }
    return status;
  });
}

template <typename Message, typename Request, typename Response>
void AnalysisCall<Message, Request, Response>::Send(Analysis* analysis, const Response& response) {
  if (IsFinal(response)) {
    analysis->final_response = response;
    if (analysis->ended_for_others) SetEndedForOthers(&*analysis->final_response);
    return;
  }
  std::string bytes = Encode(*analysis, response);
  Lock lock = AcquireLock();
  Push(std::move(bytes), IsProgress(response));
  Pump(std::move(lock));
}

template <typename Message, typename Request, typename Response>
void AnalysisCall<Message, Request, Response>::End(Analysis* analysis, const absl::Status& status) {
  analysis->charge.Settle(std::chrono::nanoseconds(0));
  Lock lock = AcquireLock();
  current_ = nullptr;
  assert(analysis->final_response.has_value() || !status.ok());
  OnEnd(*analysis, status);
  Pump(std::move(lock));
}

template class AnalysisCall<v1::AnalyzeRequest, v1::AnalyzeRequest, v1::AnalyzeResponse>;
template class AnalysisCall<v1::ReviewGameRequest, v1::ReviewGameRequest, v1::ReviewGameResponse>;
template class AnalysisCall<v1::SessionRequest, v1::AnalyzeRequest, v1::AnalyzeResponse>;

}  // namespace arbiter
