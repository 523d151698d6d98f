#include "service/server/call_scope.h"

#include <exception>
#include <iterator>
#include <new>

#include "absl/strings/str_cat.h"
#include "core/rules/error.h"
#include "service/errors.h"

namespace arbiter {
namespace {

constexpr char kRequestIdKey[] = "x-request-id";
constexpr char kTraceKey[] = "traceparent";
// gRPC cancels a call at its deadline by another clock than ours.
constexpr std::chrono::milliseconds kClockSlack(5);
constexpr size_t kMaxInlineRequestBytes = 16 * 1024;

std::string_view WantedId(const grpc::CallbackServerContext& context) {
  const auto& metadata = context.client_metadata();
  const auto found = metadata.find(kRequestIdKey);
  if (found == metadata.end()) return {};
  return {found->second.data(), found->second.size()};
}

// Nothing where the caller names none, or several.
std::optional<TraceContext> TraceOf(const grpc::CallbackServerContext& context) {
  const auto& metadata = context.client_metadata();
  const auto found = metadata.find(kTraceKey);
  if (found == metadata.end()) return std::nullopt;
  const auto next = std::next(found);
  if (next != metadata.end() && next->first == found->first) return std::nullopt;
  return TraceContext::Parse({found->second.data(), found->second.size()});
}

absl::Status CheckContext(const grpc::CallbackServerContext& context, const Drain& drain,
                          ErrorReason deadline_reason) {
  if (drain.work_stopped()) return ShuttingDownError();
  const bool cancelled = context.IsCancelled();
  const auto now = std::chrono::system_clock::now();
  if (now >= context.deadline() - (cancelled ? kClockSlack : std::chrono::milliseconds(0))) {
    return MakeError(deadline_reason, absl::StatusCode::kDeadlineExceeded,
                     "the deadline passed before the work was done");
  }
  if (cancelled) return MakeError(ErrorReason::kCancelled, "the caller cancelled the call");
  return absl::OkStatus();
}

bool IsServerFault(const absl::Status& status) {
  return status.code() == absl::StatusCode::kInternal ||
         status.code() == absl::StatusCode::kUnknown ||
         (status.code() == absl::StatusCode::kResourceExhausted &&
          ReasonOf(status) == ErrorReason::kOverloaded);
}

}  // namespace

CallScope::CallScope(const CallEnvironment* environment, const MethodMetrics* method,
                     grpc::CallbackServerContext* context)
    : environment_(environment),
      method_(method),
      context_(context),
      start_(std::chrono::steady_clock::now()),
      request_id_(environment->request_ids.Choose(WantedId(*context))),
      trace_(TraceOf(*context)),
      sampled_(IsSampled()),
      peer_(sampled_ ? context->peer() : ""),
      admission_(&environment->access, context, method->method) {
  method_->started->Increment();
  environment_->metrics.in_flight().Increment();
}

absl::Status CallScope::Admitted() const {
  return environment_->drain.begun() ? ShuttingDownError() : admission_.status();
}

void CallScope::AnswerRequestId() {
  context_->AddInitialMetadata(kRequestIdKey, request_id_);
  request_id_answered_ = true;
}

grpc::Status CallScope::Finish(const absl::Status& status, std::string_view locale) {
  const auto duration = std::chrono::steady_clock::now() - start_;
  admission_.End();
  method_->handled.at(static_cast<size_t>(status.code()))->Increment();
  method_->seconds->Observe(std::chrono::duration<double>(duration).count());
  environment_->metrics.in_flight().Decrement();
  client_calls().Count(*method_, status.code());
  if (!status.ok()) environment_->metrics.answers().OnRefusal(status);
  Log(status, duration);
  if (status.ok()) {
    if (!request_id_answered_) AnswerRequestId();
    return grpc::Status::OK;
  }
  if (!request_id_answered_) context_->AddTrailingMetadata(kRequestIdKey, request_id_);
  const google::rpc::Status rpc = ToRpcStatus(status, locale);
  return {static_cast<grpc::StatusCode>(rpc.code()), rpc.message(), rpc.SerializeAsString()};
}

ClientCalls& CallScope::client_calls() const {
  ClientMetrics& clients = environment_->metrics.clients();
  const Client* const caller = admission_.caller();
  return caller == nullptr ? clients.anonymous() : clients.Of(*caller);
}

bool CallScope::IsSampled() const {
  if (!environment_->log.Enabled(LogLevel::kInfo)) return false;
  if (!trace_.has_value()) return environment_->log_sample.Takes(request_id_);
  return trace_->sampled() || environment_->log_sample.Takes(trace_->trace_id());
}

void CallScope::Log(const absl::Status& status, std::chrono::nanoseconds duration) const {
  if (status.ok() && !sampled_) return;
  const LogLevel level = IsServerFault(status) ? LogLevel::kError : LogLevel::kInfo;
  if (!environment_->log.Enabled(level)) return;
  LogLine line(level, "call");
  line.Add("service", method_->service);
  line.Add("method", method_->method);
  line.Add("code", CodeName(status.code()));
  if (!status.ok()) line.Add("reason", ReasonName(ReasonOf(status)));
  line.Add("duration_ms", duration);
  line.Add("peer", peer_.empty() ? context_->peer() : peer_);
  if (!admission_.client().empty()) line.Add("client", admission_.client());
  line.Add("request_id", request_id_);
  if (items_.has_value()) line.Add("items", *items_);
  if (trace_.has_value()) {
    line.Add("trace_id", trace_->trace_id());
    line.Add("parent_id", trace_->parent_id());
    line.Add("sampled", int64_t{trace_->sampled()});
  }
  environment_->log.Write(line);
}

Budget::StopTest CallScope::stop_test() const {
  return [context = context_, drain = &environment_->drain] {
    return CheckContext(*context, *drain, ErrorReason::kLimitExceeded);
  };
}

absl::Status CallScope::CheckStart() const {
  return CheckContext(*context_, environment_->drain, ErrorReason::kCancelled);
}

absl::Status CallScope::BrokenOff() const {
  absl::Status status = CheckStart();
  return status.ok() ? MakeError(ErrorReason::kCancelled, "the stream broke off") : status;
}

absl::Status CallScope::CheckSize(size_t bytes) const {
  const int most = environment_->limits.max_message_bytes;
  if (bytes <= static_cast<size_t>(most)) return absl::OkStatus();
  return MakeError(
      ErrorReason::kLimitExceeded,
      absl::StrCat("the answer has ", bytes, " bytes, and the server sends ", most, " at most"));
}

absl::Status CallScope::Run(absl::FunctionRef<absl::Status()> work) const {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return MakeError(ErrorReason::kOverloaded, "the server has no memory for this work now");
  } catch (const std::exception& exception) {
    environment_->log.Write(LogLine(LogLevel::kError, "exception").Add("what", exception.what()));
    return MakeError(ErrorReason::kLimitExceeded, "the server can't do what the request asks for");
  }
}

absl::Status CallScope::Answer(
    absl::FunctionRef<absl::StatusOr<size_t>(const CallContext&)> work) const {
  if (absl::Status status = CheckStart(); !status.ok()) return status;
  const CallContext context = {.limits = &environment_->limits,
                               .stop_test = stop_test(),
                               .sealer = environment_->sealer,
                               .observer = &environment_->metrics.answers()};
  return Run([&] {
    const absl::StatusOr<size_t> bytes = work(context);
    return bytes.ok() ? CheckSize(*bytes) : bytes.status();
  });
}

absl::Status OverloadedError() {
  return MakeError(ErrorReason::kOverloaded, "the server has no room for this work now");
}

absl::Status ShuttingDownError() {
  return MakeError(ErrorReason::kOverloaded, absl::StatusCode::kUnavailable,
                   "the server is shutting down");
}

bool IsLargeRequest(size_t bytes) { return bytes > kMaxInlineRequestBytes; }

bool BelongsOnPool(v1::BatchRequest::RequestCase method, size_t bytes) {
  return MayRunLong(method) || IsLargeRequest(bytes);
}

}  // namespace arbiter
