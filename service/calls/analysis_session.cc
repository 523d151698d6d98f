#include "service/calls/analysis_session.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/search/limits.h"
#include "service/calls/request_shape.h"
#include "service/calls/table_store.h"
#include "service/convert/errors.h"
#include "service/convert/wire.h"
#include "service/convert/wire_analysis.h"
#include "service/handlers/analysis_handlers.h"

namespace arbiter {
namespace {

// Longest id of a request, in bytes.
constexpr size_t kMaxId = 256;
// Requests are read while fewer last answers than this are unsent.
constexpr size_t kMaxUnsent = 16;

}  // namespace

struct AnalysisSession::Analysis {
  std::string id;
  v1::AnalyzeRequest request;
  StopToken stop;
  std::atomic<FairScheduler::Ticket> ticket = 0;
  Charge charge;
  // Held back until the threads are free; the pool's until End().
  std::optional<v1::SessionResponse> last;
};

AnalysisSession::AnalysisSession(const CallEnvironment* environment, const MethodMetrics* method,
                                 std::unique_ptr<Rpc> rpc)
    : OpenCall(environment, method, std::move(rpc)),
      queue_(&environment->buffered, scope().share()) {}

void AnalysisSession::Start(const CallEnvironment* environment, const MethodMetrics* method,
                            std::unique_ptr<Rpc> rpc) {
  const auto session = Open<AnalysisSession>(environment, method, std::move(rpc));
  if (session->scope().admitted().ok()) {
    session->scope().AddRequestId();
    session->rpc().StartHeaders();
  }
  session->Pump(Lock(session->mutex_));
}

void AnalysisSession::OnRead(bool has_message) {
  if (has_message) {
    scope().CountMessage(rpc().message().Length());
    Receive(std::make_shared<WireBytes>(&rpc().message()));
    return;
  }
  Lock lock(mutex_);
  reading_ = false;
  if (finished_) return;
  half_closed_ = true;
  const AnalysisPtr& newest = next_ != nullptr ? next_ : current_;
  if (newest != nullptr && newest->request.limits().infinite()) newest->stop.Stop();
  Pump(std::move(lock));
}

void AnalysisSession::OnWritten(bool ok) {
  Lock lock(mutex_);
  writing_.reset();
  if (ok) {
    scope().method().sent->Increment();
  } else {
    Break();
  }
  Pump(std::move(lock));
}

void AnalysisSession::OnCancelled() {
  Lock lock(mutex_);
  Break();
  Pump(std::move(lock));
}

void AnalysisSession::OnTick(Time now) {
  Lock lock(mutex_);
  if (current_ != nullptr || writing_.has_value()) last_busy_ = now;
  const bool draining = environment().drain.begun();
  const bool idle =
      now - last_busy_ > std::chrono::milliseconds(environment().limits.stream_idle_ms);
  if (draining == draining_ && idle == idle_) return;
  idle_ = idle;
  if (draining && !draining_) Close();
  draining_ = draining;
  Pump(std::move(lock));
}

void AnalysisSession::OnDone() {
  environment().tables.Leave(this);
  OpenCall::OnDone();
}

void AnalysisSession::Receive(std::shared_ptr<WireBytes> wire) {
  if (!IsLargeRequest(wire->view().size())) return Read(*wire);
  auto self = Shared<AnalysisSession>();
  const size_t size = wire->view().size();
  const auto refuse = [self] {
    Lock lock(self->mutex_);
    self->reading_ = false;
    self->unreadable_ = OverloadedError();
    self->Close();
    self->Pump(std::move(lock));
  };
  const FairScheduler::Ticket ticket = environment().work.Submit(
      {.client = scope().share()->key,
       .bytes = size,
       .run = [self, wire = std::move(wire)](FairScheduler::Turn&) -> FairScheduler::Delivery {
         self->Read(*wire);
         return nullptr;
       },
       .shed = refuse});
  if (ticket == 0) refuse();
}

void AnalysisSession::Read(const WireBytes& wire) {
  ReceivedMessage<v1::SessionRequest> request;
  absl::Status status =
      MeasureRequest(environment().limits, *v1::SessionRequest::descriptor(), wire.view()).status();
  if (status.ok() && !request.Parse(wire.view())) {
    status =
        MakeError(ErrorReason::kBadField, "the stream brought bytes that are not a SessionRequest");
  }
  Lock lock(mutex_);
  reading_ = false;
  if (finished_) return;
  last_busy_ = std::chrono::steady_clock::now();
  ++items_;
  if (!status.ok()) {
    unreadable_ = status;
    Close();
  } else if (!draining_ && !broken_) {
    Handle(request.mutable_message());
  }
  Pump(std::move(lock));
}

void AnalysisSession::Handle(v1::SessionRequest* request) {
  if (request->id().size() > kMaxId) {
    Refuse("", BadField("id", absl::StrCat("an id has at most ", kMaxId, " bytes")), "");
    return;
  }
  if (request->has_analyze()) {
    const auto analysis = std::make_shared<Analysis>();
    analysis->id = std::move(*request->mutable_id());
    analysis->request = std::move(*request->mutable_analyze());
    Replace(analysis);
  } else if (request->stop()) {
    const AnalysisPtr& newest = next_ != nullptr ? next_ : current_;
    if (newest != nullptr) newest->stop.Stop();
  } else {
    Refuse(request->id(), BadField("request", "there is nothing to analyse and nothing to stop"),
           "");
  }
}

void AnalysisSession::Replace(const AnalysisPtr& analysis) {
  const absl::Status replaced =
      MakeError(ErrorReason::kCancelled, "a newer request has taken the place of this one");
  if (const AnalysisPtr withdrawn = StopCurrent()) Refuse(*withdrawn, replaced);
  if (next_ != nullptr) Refuse(*next_, replaced);
  if (!too_many_unread_) next_ = analysis;
}

absl::Status AnalysisSession::Submit(const AnalysisPtr& analysis) {
  const Limits& limits = environment().limits;
  ARBITER_ASSIGN_OR_RETURN(const int threads, ReadThreads(limits, analysis->request.threads()));
  ARBITER_ASSIGN_OR_RETURN(const size_t table_bytes, TableBytesFor(limits, analysis->request));
  ARBITER_ASSIGN_OR_RETURN(Charge charge,
                           scope().authorization().AdmitAnalysis(analysis->request, threads));
  analysis->charge = std::move(charge);
  auto self = Shared<AnalysisSession>();
  analysis->ticket = environment().analyses.Submit(
      {.client = scope().share()->key,
       .bytes = table_bytes,
       .slots = threads,
       .run = [self, analysis,
               bytes = table_bytes](FairScheduler::Turn& turn) -> FairScheduler::Delivery {
         return [self, analysis, status = self->Search(analysis.get(), turn, bytes)] {
           self->End(*analysis, status);
         };
       },
       .shed = [self, analysis] { self->End(*analysis, OverloadedError()); }});
  return analysis->ticket == 0 ? OverloadedError() : absl::OkStatus();
}

AnalysisSession::AnalysisPtr AnalysisSession::StopCurrent() {
  if (current_ == nullptr) return nullptr;
  current_->stop.Stop();
  if (!environment().analyses.Withdraw(current_->ticket)) return nullptr;
  return std::move(current_);
}

void AnalysisSession::Refuse(const Analysis& analysis, const absl::Status& status) {
  Refuse(analysis.id, status, analysis.request.locale());
}

void AnalysisSession::Refuse(const std::string& id, const absl::Status& status,
                             const std::string& locale) {
  environment().metrics.answers().OnRefusal(status);
  v1::SessionResponse response;
  response.set_id(id);
  *response.mutable_status() = ToRpcStatus(status, locale);
  Push(response);
}

void AnalysisSession::Push(const v1::SessionResponse& response) {
  if (queue_.Push(response.SerializeAsString(), response.update().has_progress())) return;
  too_many_unread_ = true;
  Close();
}

void AnalysisSession::Close() {
  next_ = nullptr;
  StopCurrent();
}

void AnalysisSession::Break() {
  broken_ = true;
  Close();
  queue_.Clear();
}

absl::Status AnalysisSession::Search(Analysis* analysis, FairScheduler::Turn& turn,
                                     size_t table_bytes) {
  return scope().Run([&] {
    const CallEnvironment& environment = this->environment();
    const v1::AnalyzeRequest& request = analysis->request;
    const int threads = std::max<int>(request.threads(), 1);
    const RunningWork running(&environment.review, {.turn = &turn,
                                                    .charge = &analysis->charge,
                                                    .authorization = &scope().authorization(),
                                                    .deadline = std::nullopt,
                                                    .stop = &analysis->stop});
    analysis->stop.set_pause([&turn] { turn.Yield(); });
    AnswerMetrics& metrics = environment.metrics.answers();
    ObserveRequest(&metrics, request);
    const ThreadSeconds seconds(&metrics.analysis_seconds(), threads);
    GameTable kept =
        environment.tables.Take(this, table_bytes, GameKey(request.position(), environment.sealer));
    absl::Status sent;
    const AnalysisContext context = {
        &environment.limits, &analysis->stop, kept.table.get(),
        environment.sealer,  &metrics,        environment.analysis_cache};
    absl::Status status = Analyze(context, request, [&](const v1::AnalyzeResponse& response) {
      if (sent.ok()) sent = scope().CheckSize(response.ByteSizeLong());
      if (sent.ok()) {
        Send(analysis, response);
      } else {
        analysis->stop.Stop();
      }
    });
    environment.tables.Keep(this, std::move(kept));
    if (!sent.ok()) return sent;
    absl::Status verdict = running.verdict();
    return verdict.ok() ? status : verdict;
  });
}

void AnalysisSession::Send(Analysis* analysis, const v1::AnalyzeResponse& update) {
  v1::SessionResponse response;
  response.set_id(analysis->id);
  *response.mutable_update() = update;
  if (update.has_best_move()) {
    analysis->last = std::move(response);
    return;
  }
  Lock lock(mutex_);
  if (!broken_) Push(response);
  Pump(std::move(lock));
}

void AnalysisSession::End(const Analysis& analysis, const absl::Status& status) {
  Lock lock(mutex_);
  current_ = nullptr;
  if (!broken_) {
    if (status.ok()) {
      Push(*analysis.last);
    } else {
      Refuse(analysis, status);
    }
  }
  Pump(std::move(lock));
}

void AnalysisSession::Pump(Lock lock) {
  if (pumping_) return;
  pumping_ = true;
  for (Step step = NextStep(); step != Step::kNone; step = NextStep()) {
    const absl::Status status = step == Step::kFinish ? FinalStatus() : absl::OkStatus();
    lock.unlock();
    switch (step) {
      case Step::kNone:
        break;
      case Step::kSubmit:
        // Without the lock, since others may have to make room.
        if (const absl::Status submitted = Submit(submitted_); !submitted.ok()) {
          End(*std::exchange(submitted_, nullptr), submitted);
        }
        submitted_ = nullptr;
        break;
      case Step::kRead:
        rpc().StartRead();
        break;
      case Step::kWrite:
        rpc().StartWrite(ToBuffer(std::move(writing_->bytes)), false);
        break;
      case Step::kFinish:
        scope().set_items(items_);
        rpc().StartFinish(scope().Finish(status, ""));
        return;
    }
    lock.lock();
  }
  pumping_ = false;
}

AnalysisSession::Step AnalysisSession::NextStep() {
  if (finished_) return Step::kNone;
  if (!writing_.has_value() && !queue_.empty()) {
    writing_ = queue_.Pop();
    return Step::kWrite;
  }
  if (current_ == nullptr && next_ != nullptr) {
    current_ = std::exchange(next_, nullptr);
    submitted_ = current_;
    return Step::kSubmit;
  }
  const bool refused = !scope().admitted().ok();
  const bool reads_over = refused || half_closed_ || !unreadable_.ok() || too_many_unread_ ||
                          idle_ || draining_ || broken_;
  if (!reads_over && !reading_ && queue_.kept() < kMaxUnsent) {
    reading_ = true;
    return Step::kRead;
  }
  finished_ = reads_over && current_ == nullptr && !writing_.has_value();
  return finished_ ? Step::kFinish : Step::kNone;
}

absl::Status AnalysisSession::FinalStatus() const {
  if (!scope().admitted().ok()) return scope().admitted();
  if (broken_) return scope().BrokenOff();
  if (!unreadable_.ok()) return unreadable_;
  if (too_many_unread_) return TooManyUnreadError();
  if (draining_) return ShuttingDownError();
  return half_closed_ ? absl::OkStatus() : IdleError();
}

}  // namespace arbiter
