#include "service/calls/call_record.h"

#include "core/base/error.h"
#include "service/convert/errors.h"

namespace arbiter {
namespace {

constexpr char kRequestIdHeader[] = "x-request-id";
constexpr char kTraceparentHeader[] = "traceparent";

std::string_view RequestedId(const Rpc& rpc) {
  const Rpc::HeaderValues values = rpc.FindHeaders(kRequestIdHeader);
  return values.empty() ? std::string_view() : values.front();
}

// Parses the `traceparent` header; std::nullopt if the header is missing, repeated or not valid.
std::optional<TraceContext> ParseTrace(const Rpc& rpc) {
  const Rpc::HeaderValues values = rpc.FindHeaders(kTraceparentHeader);
  return values.size() == 1 ? TraceContext::Parse(values.front()) : std::nullopt;
}

bool IsServerFault(const absl::Status& status) {
  return status.code() == absl::StatusCode::kInternal ||
         status.code() == absl::StatusCode::kUnknown ||
         (status.code() == absl::StatusCode::kResourceExhausted &&
          ReasonOf(status) == ErrorReason::kOverloaded);
}

}  // namespace

CallRecord::CallRecord(const RecordResources* resources, MethodMetrics* method, Rpc* rpc)
    : resources_(*resources),
      method_(method),
      rpc_(rpc),
      start_(Clock::now()),
      request_id_(resources->request_ids.Choose(RequestedId(*rpc))),
      trace_(ParseTrace(*rpc)),
      sampled_(IsSampled()) {
  method_->started.Increment();
  resources_.metrics.in_flight().Increment();
}

void CallRecord::AddRequestId() {
  rpc_->AddInitialMetadata(kRequestIdHeader, request_id_);
  request_id_added_ = true;
}

RpcStatus CallRecord::Finish(const absl::Status& status, std::string_view locale,
                             const CallAdmission& admission) {
  const auto duration = Clock::now() - start_;
  method_->handled.at(static_cast<size_t>(status.code())).Increment();
  method_->seconds->Observe(std::chrono::duration<double>(duration).count());
  resources_.metrics.in_flight().Decrement();
  ClientMetrics& clients = resources_.metrics.clients();
  const Client* const caller = admission.authorization().caller();
  ClientCalls& calls = caller == nullptr ? clients.anonymous() : clients.Of(*caller);
  calls.Count(*method_, status.code());
  if (!status.ok()) resources_.metrics.answers().OnRefusal(status);
  Log(status, duration, admission);
  if (!request_id_added_) {
    if (status.ok() || rpc_->allows_retry_after_metadata()) {
      AddRequestId();
    } else {
      rpc_->AddTrailingMetadata(kRequestIdHeader, request_id_);
    }
  }
  if (status.ok()) return {};
  const google::rpc::Status rpc = ToRpcStatus(status, locale);
  return {.code = static_cast<absl::StatusCode>(rpc.code()),
          .message = rpc.message(),
          .details = rpc.SerializeAsString()};
}

bool CallRecord::IsSampled() const {
  if (!resources_.log.Enabled(LogLevel::kInfo)) return false;
  if (!trace_.has_value()) return resources_.log_sample.Includes(request_id_);
  return trace_->sampled() || resources_.log_sample.Includes(trace_->trace_id());
}

void CallRecord::Log(const absl::Status& status, std::chrono::nanoseconds duration,
                     const CallAdmission& admission) const {
  // A stream lasts as long as its client wants.
  const bool is_slow =
      method_->type == CallType::kUnary && resources_.log_sample.IncludesSlow(duration);
  if (status.ok() && !sampled_ && !is_slow) return;
  const LogLevel level = IsServerFault(status) ? LogLevel::kError : LogLevel::kInfo;
  if (!resources_.log.Enabled(level)) return;
  if (!status.ok() && !resources_.log_limit.Allows(ReasonOf(status), start_ + duration)) return;
  LogLine line(level, "call");
  line.Add("service", method_->service);
  line.Add("method", method_->method);
  line.Add("code", absl::StatusCodeToString(status.code()));
  if (!status.ok()) line.Add("reason", ReasonName(ReasonOf(status)));
  line.Add("duration_ms", duration);
  line.Add("peer", admission.connection().client);
  const std::string_view client = admission.authorization().client();
  if (!client.empty()) line.Add("client", client);
  line.Add("request_id", request_id_);
  if (items_.has_value()) line.Add("items", *items_);
  if (trace_.has_value()) {
    line.Add("trace_id", trace_->trace_id());
    line.Add("parent_id", trace_->parent_id());
    line.Add("sampled", int64_t{trace_->sampled()});
  }
  resources_.log.Write(line);
}

}  // namespace arbiter
