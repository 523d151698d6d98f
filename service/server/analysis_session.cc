#include "service/server/analysis_session.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/rules/error.h"
#include "core/search/stop_token.h"
#include "service/analysis_handlers.h"
#include "service/errors.h"
#include "service/server/table_store.h"
#include "service/wire.h"
#include "service/wire_analysis.h"

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
  WorkPool::Ticket ticket = 0;
  Charge charge;
  // Held back until the threads are free; the pool's until End().
  std::optional<v1::SessionResponse> last;
};

AnalysisSession* AnalysisSession::Start(const CallEnvironment* environment,
                                        const MethodMetrics* method,
                                        grpc::CallbackServerContext* context) {
  std::shared_ptr<AnalysisSession> reactor(new AnalysisSession(environment, method, context));
  reactor->self_ = reactor;
  if (reactor->scope_.Admitted().ok()) {
    reactor->scope_.AnswerRequestId();
    reactor->StartSendInitialMetadata();
  }
  reactor->Pump(Lock(reactor->mutex_));
  environment->drain.Add(reactor);
  return reactor.get();
}

AnalysisSession::AnalysisSession(const CallEnvironment* environment, const MethodMetrics* method,
                                 grpc::CallbackServerContext* context)
    : scope_(environment, method, context) {}

void AnalysisSession::OnReadDone(bool ok) {
  Lock lock(mutex_);
  if (finished_) return;
  if (ok) {
    ++items_;
    scope_.method().received->Increment();
    if (!draining_ && !broken_) Handle(&*reading_);
  } else {
    half_closed_ = true;
    const AnalysisPtr& newest = next_ != nullptr ? next_ : current_;
    if (newest != nullptr && newest->request.limits().infinite()) newest->stop.Stop();
  }
  reading_.reset();
  Pump(std::move(lock));
}

void AnalysisSession::OnWriteDone(bool ok) {
  Lock lock(mutex_);
  writing_.reset();
  if (ok) {
    scope_.method().sent->Increment();
  } else {
    Break();
  }
  Pump(std::move(lock));
}

void AnalysisSession::OnCancel() {
  Lock lock(mutex_);
  Break();
  Pump(std::move(lock));
}

void AnalysisSession::OnDrain() {
  Lock lock(mutex_);
  draining_ = true;
  Close();
  Pump(std::move(lock));
}

void AnalysisSession::OnDone() {
  scope_.environment().drain.Remove(this);
  scope_.environment().tables.Leave(this);
  const std::shared_ptr<AnalysisSession> last = std::move(self_);
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
  next_ = analysis;
  StartNext();
}

void AnalysisSession::StartNext() {
  if (current_ != nullptr || next_ == nullptr) return;
  current_ = std::move(next_);
  if (const absl::Status status = Submit(current_); !status.ok()) {
    Refuse(*current_, status);
    current_ = nullptr;
  }
}

absl::Status AnalysisSession::Submit(const AnalysisPtr& analysis) {
  const Limits& limits = scope_.environment().limits;
  const absl::StatusOr<int> threads = ReadThreads(limits, analysis->request.threads());
  if (!threads.ok()) return threads.status();
  const absl::StatusOr<size_t> table_bytes = TableBytesFor(limits, analysis->request);
  if (!table_bytes.ok()) return table_bytes.status();
  absl::StatusOr<Charge> charge = scope_.admission().AdmitAnalysis(analysis->request, *threads);
  if (!charge.ok()) return charge.status();
  analysis->charge = *std::move(charge);
  analysis->ticket = scope_.environment().analysis_pool.TrySubmit(
      [self = shared_from_this(), analysis, bytes = *table_bytes]() -> WorkPool::Delivery {
        return [self, analysis, status = self->Search(analysis.get(), bytes)] {
          self->End(*analysis, status);
        };
      },
      *threads);
  return analysis->ticket == 0 ? OverloadedError() : absl::OkStatus();
}

AnalysisSession::AnalysisPtr AnalysisSession::StopCurrent() {
  if (current_ == nullptr) return nullptr;
  current_->stop.Stop();
  if (!scope_.environment().analysis_pool.Withdraw(current_->ticket)) return nullptr;
  return std::move(current_);
}

void AnalysisSession::Refuse(const Analysis& analysis, const absl::Status& status) {
  Refuse(analysis.id, status, analysis.request.locale());
}

void AnalysisSession::Refuse(const std::string& id, const absl::Status& status,
                             const std::string& locale) {
  scope_.environment().metrics.answers().OnRefusal(status);
  v1::SessionResponse response;
  response.set_id(id);
  *response.mutable_status() = ToRpcStatus(status, locale);
  outbox_.Push(std::move(response));
}

void AnalysisSession::Close() {
  next_ = nullptr;
  StopCurrent();
}

void AnalysisSession::Break() {
  broken_ = true;
  Close();
  outbox_.Clear();
}

absl::Status AnalysisSession::Search(Analysis* analysis, size_t table_bytes) {
  const ChargedTime time(&analysis->charge);
  return scope_.Run([&] {
    const CallEnvironment& environment = scope_.environment();
    const v1::AnalyzeRequest& request = analysis->request;
    AnswerMetrics& metrics = environment.metrics.answers();
    ObserveRequest(&metrics, request);
    const ThreadSeconds seconds(&metrics.analysis_seconds(), std::max<int>(request.threads(), 1));
    GameTable kept =
        environment.tables.Take(this, table_bytes, GameKey(request.position(), environment.sealer));
    absl::Status sent;
    const AnalysisContext context = {
        &environment.limits, &analysis->stop, kept.table.get(),
        environment.sealer,  &metrics,        environment.analysis_cache};
    absl::Status status = Analyze(context, request, [&](const v1::AnalyzeResponse& response) {
      if (sent.ok()) sent = scope_.CheckSize(response.ByteSizeLong());
      if (sent.ok()) {
        Send(analysis, response);
      } else {
        analysis->stop.Stop();
      }
    });
    environment.tables.Keep(this, std::move(kept));
    return sent.ok() ? status : sent;
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
  if (!broken_) outbox_.Push(std::move(response));
  Pump(std::move(lock));
}

void AnalysisSession::End(const Analysis& analysis, const absl::Status& status) {
  Lock lock(mutex_);
  current_ = nullptr;
  if (!broken_) {
    if (status.ok()) {
      outbox_.Push(*analysis.last);
    } else {
      Refuse(analysis, status);
    }
    StartNext();
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
      case Step::kRead:
        StartRead(&*reading_);
        break;
      case Step::kWrite:
        StartWrite(&*writing_);
        break;
      case Step::kFinish:
        scope_.set_items(items_);
        Finish(scope_.Finish(status, ""));
        return;
    }
    lock.lock();
  }
  pumping_ = false;
}

AnalysisSession::Step AnalysisSession::NextStep() {
  if (finished_) return Step::kNone;
  if (!writing_.has_value() && !outbox_.empty()) {
    writing_ = outbox_.Pop();
    return Step::kWrite;
  }
  const bool refused = !scope_.admission().status().ok();
  const bool reads_over = refused || half_closed_ || draining_ || broken_;
  if (!reads_over && !reading_.has_value() && outbox_.kept() < kMaxUnsent) {
    reading_.emplace();
    return Step::kRead;
  }
  finished_ = reads_over && current_ == nullptr && !writing_.has_value();
  return finished_ ? Step::kFinish : Step::kNone;
}

absl::Status AnalysisSession::FinalStatus() {
  if (!scope_.admission().status().ok()) return scope_.admission().status();
  if (broken_) return scope_.BrokenOff();
  return half_closed_ && !draining_ ? absl::OkStatus() : ShuttingDownError();
}

}  // namespace arbiter
