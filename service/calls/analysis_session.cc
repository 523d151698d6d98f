#include "service/calls/analysis_session.h"

#include "absl/strings/str_cat.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/calls/call_errors.h"
#include "service/convert/errors.h"
#include "service/convert/read.h"
#include "service/measure/message_rules.h"
#include "service/scheduling/table_cache.h"

namespace arbiter {
namespace {

// The maximum length of a request's id, in bytes.
const size_t kMaxIdBytes =
    RuleOfField("SessionRequest", v1::SessionRequest::kIdFieldNumber).max_bytes;
// Reading pauses while this many final answers are unsent.
constexpr size_t kMaxUnsent = 16;

}  // namespace

AnalysisSession::AnalysisSession(const CallEnvironment* environment, MethodMetrics* method,
                                 std::unique_ptr<Rpc> rpc)
    : AnalysisCall(environment, method, std::move(rpc)) {
  record().CountItems(0);
}

void AnalysisSession::OnDone() {
  environment().work.tables.ReleaseOwned(this);
  OpenCall::OnDone();
}

bool AnalysisSession::WantsMessage() const { return queue().non_progress_size() < kMaxUnsent; }

void AnalysisSession::OnHalfClose() {
  if (newest() != nullptr && newest()->request->limits().infinite()) newest()->stop.Stop();
}

absl::Status AnalysisSession::FinalStatus() const {
  ARBITER_RETURN_IF_ERROR(failure());
  if (is_draining()) return ShuttingDownError();
  return is_half_closed() ? absl::OkStatus() : IdleError();
}

void AnalysisSession::OnParsed(const MessagePtr& message, const absl::Status& status) {
  if (message != nullptr) record().CountItems(1);
  if (!status.ok()) {
    Fail(status);
  } else if (!is_draining() && !is_broken()) {
    Handle(message);
  }
}

void AnalysisSession::Handle(const MessagePtr& message) {
  const v1::SessionRequest& request = **message;
  if (request.id().size() > kMaxIdBytes) {
    Refuse("", BadField("id", absl::StrCat("an id has at most ", kMaxIdBytes, " bytes")), "");
  } else if (request.has_analyze()) {
    const auto analysis = std::make_shared<Analysis>();
    analysis->id = request.id();
    analysis->request = std::shared_ptr<const v1::AnalyzeRequest>(message, &request.analyze());
    Replace(analysis);
  } else if (request.stop()) {
    if (newest() != nullptr) newest()->stop.Stop();
  } else {
    Refuse(request.id(), BadField("request", "the request is empty; set analyze or stop"), "");
  }
}

void AnalysisSession::Replace(AnalysisPtr analysis) {
  for (const AnalysisPtr& withdrawn : StopAll()) {
    Refuse(withdrawn->id, ReplacedError(), withdrawn->request->locale());
  }
  if (failure().ok()) Schedule(std::move(analysis));
}

void AnalysisSession::Refuse(const std::string& id, const absl::Status& status,
                             const std::string& locale) {
  environment().work.answers.OnRefusal(status);
  v1::SessionResponse response;
  response.set_id(id);
  *response.mutable_status() = ToRpcStatus(status, locale);
  Push(response.SerializeAsString(), false);
}

void AnalysisSession::OnEnd(const Analysis& analysis, const absl::Status& status) {
  if (is_broken()) return;
  if (status.ok()) {
    Push(Encode(analysis, *analysis.final_response), false);
  } else {
    Refuse(analysis.id, status, analysis.request->locale());
  }
}

std::string AnalysisSession::Encode(const Analysis& analysis, const v1::AnalyzeResponse& update) {
  v1::SessionResponse response;
  response.set_id(analysis.id);
  *response.mutable_update() = update;
  return response.SerializeAsString();
}

GameTable AnalysisSession::TakeTable(size_t bytes, const v1::AnalyzeRequest& request) {
  return environment().work.tables.TakeOwned(
      this, bytes, GameKey(request.position(), environment().work.sealer));
}

void AnalysisSession::ReturnTable(GameTable table) {
  environment().work.tables.KeepOwned(this, std::move(table));
}

}  // namespace arbiter
