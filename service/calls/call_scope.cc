#include "service/calls/call_scope.h"

#include <exception>
#include <new>
#include <string>
#include <string_view>

#include "absl/strings/str_cat.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/access/authentication.h"
#include "service/convert/errors.h"
#include "service/scheduling/overload_manager.h"

namespace arbiter {
namespace {

constexpr char kRequestIdHeader[] = "x-request-id";
constexpr char kAuthorizationHeader[] = "authorization";
constexpr char kApiKeyHeader[] = "x-api-key";
constexpr char kTraceparentHeader[] = "traceparent";
// gRPC rounds deadlines, so it may cancel a call slightly before its deadline.
constexpr std::chrono::milliseconds kDeadlineSlack(5);

std::string_view RequestedId(const Rpc& rpc) {
  const Rpc::HeaderValues values = rpc.FindHeaders(kRequestIdHeader);
  return values.empty() ? std::string_view() : values.front();
}

// Parses the `traceparent` header; std::nullopt if the header is missing, repeated or not valid.
std::optional<TraceContext> ParseTrace(const Rpc& rpc) {
  const Rpc::HeaderValues values = rpc.FindHeaders(kTraceparentHeader);
  return values.size() == 1 ? TraceContext::Parse(values.front()) : std::nullopt;
}

// Returns those credentials of the caller that `access` accepts. They refer to the headers of
// `rpc`, which must outlive them. UNAUTHENTICATED if there is more than one key or token.
absl::StatusOr<Credentials> ReadCredentials(const Access& access, const Rpc& rpc) {
  Credentials credentials;
  if (access.accepts_secrets()) {
    ARBITER_ASSIGN_OR_RETURN(
        const std::string_view secret,
        FindSecret(rpc.FindHeaders(kAuthorizationHeader), rpc.FindHeaders(kApiKeyHeader)));
    credentials.secret = secret;
  }
  if (access.client_certificates()) credentials.certificate_names = rpc.CertificateNames();
  return credentials;
}

absl::Status CheckCall(const Rpc& rpc, const Drain& drain, ErrorReason deadline_reason) {
  if (drain.has_stopped_work()) return ShuttingDownError();
  const bool cancelled = rpc.is_cancelled();
  const auto slack = cancelled ? kDeadlineSlack : std::chrono::milliseconds(0);
  if (CallScope::Clock::now() >= rpc.deadline() - slack) {
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

CallScope::CallScope(const CallEnvironment* environment, MethodMetrics* method, Rpc* rpc)
    : environment_(environment),
      method_(method),
      rpc_(rpc),
      start_(Clock::now()),
      request_id_(environment->request_ids.Choose(RequestedId(*rpc))),
      trace_(ParseTrace(*rpc)),
      sampled_(IsSampled()),
      connection_(rpc->connection()),
      authorization_(&environment->access, ReadCredentials(environment->access, *rpc),
                     method->method, static_cast<int>(environment->limits.max_analysis_threads)),
      share_(environment->shares.FindOrAdd(authorization_.caller() == nullptr
                                               ? std::string_view(connection_->client_key)
                                               : authorization_.client())),
      admitted_(Admit()) {
  method_->started.Increment();
  environment_->metrics.in_flight().Increment();
}

CallScope::~CallScope() {
  share_->open_calls.fetch_sub(1, std::memory_order_relaxed);
  connection_->open_calls.fetch_sub(1, std::memory_order_relaxed);
}

absl::Status CallScope::Admit() {
  const int64_t of_client = share_->open_calls.fetch_add(1, std::memory_order_relaxed) + 1;
  if (!environment_->connections.CountCall(*connection_)) return TooManyCallsError();
  if (environment_->drain.has_begun()) return ShuttingDownError();
  if (!authorization_.status().ok()) return authorization_.status();
  if (of_client > environment_->limits.max_calls_per_client) {
    return TooManyCallsError();
  }
  if (environment_->overload.IsRefused(*share_)) {
    return MakeError(
        ErrorReason::kOverloaded,
        "the server is short of memory, and this client uses the most; finish some calls first");
  }
  return absl::OkStatus();
}

void CallScope::AddRequestId() {
  rpc_->SetInitialMetadata(kRequestIdHeader, request_id_);
  request_id_added_ = true;
}

void CallScope::CountMessage() { method_->received.Increment(); }

RpcStatus CallScope::Finish(const absl::Status& status, std::string_view locale) {
  const auto duration = Clock::now() - start_;
  authorization_.End();
  method_->handled.at(static_cast<size_t>(status.code())).Increment();
  method_->seconds->Observe(std::chrono::duration<double>(duration).count());
  environment_->metrics.in_flight().Decrement();
  client_calls().Count(*method_, status.code());
  if (!status.ok()) environment_->metrics.answers().OnRefusal(status);
  Log(status, duration);
  if (status.ok()) {
    if (!request_id_added_) AddRequestId();
    return {};
  }
  if (!request_id_added_) rpc_->SetTrailingMetadata(kRequestIdHeader, request_id_);
  const google::rpc::Status rpc = ToRpcStatus(status, locale);
  return {.code = static_cast<absl::StatusCode>(rpc.code()),
          .message = rpc.message(),
          .details = rpc.SerializeAsString()};
}

ClientCalls& CallScope::client_calls() const {
  ClientMetrics& clients = environment_->metrics.clients();
  const Client* const caller = authorization_.caller();
  return caller == nullptr ? clients.anonymous() : clients.Of(*caller);
}

bool CallScope::IsSampled() const {
  if (!environment_->log.Enabled(LogLevel::kInfo)) return false;
  if (!trace_.has_value()) return environment_->log_sample.Includes(request_id_);
  return trace_->sampled() || environment_->log_sample.Includes(trace_->trace_id());
}

void CallScope::Log(const absl::Status& status, std::chrono::nanoseconds duration) const {
  if (status.ok() && !sampled_) return;
  const LogLevel level = IsServerFault(status) ? LogLevel::kError : LogLevel::kInfo;
  if (!environment_->log.Enabled(level)) return;
  if (!status.ok() && !environment_->log_limit.Allows(ReasonOf(status), start_ + duration)) return;
  LogLine line(level, "call");
  line.Add("service", method_->service);
  line.Add("method", method_->method);
  line.Add("code", CodeName(status.code()));
  if (!status.ok()) line.Add("reason", ReasonName(ReasonOf(status)));
  line.Add("duration_ms", duration);
  line.Add("peer", connection_->client);
  if (!authorization_.client().empty()) line.Add("client", authorization_.client());
  line.Add("request_id", request_id_);
  if (items_.has_value()) line.Add("items", *items_);
  if (trace_.has_value()) {
    line.Add("trace_id", trace_->trace_id());
    line.Add("parent_id", trace_->parent_id());
    line.Add("sampled", int64_t{trace_->sampled()});
  }
  environment_->log.Write(line);
}

CallScope::Clock::time_point CallScope::WorkDeadline() const {
  return Clock::now() + std::chrono::milliseconds(environment_->limits.max_call_ms);
}

absl::Status CallScope::MissingRequestError() const {
  absl::Status status = CheckStart();
  return status.ok() ? MakeError(ErrorReason::kBadField, "the call ended without a request")
                     : status;
}

absl::Status CallScope::CheckStart() const {
  return CheckCall(*rpc_, environment_->drain, ErrorReason::kCancelled);
}

absl::Status CallScope::DisconnectedError() const {
  absl::Status status = CheckStart();
  return status.ok() ? MakeError(ErrorReason::kCancelled, "the connection was lost") : status;
}

absl::Status CallScope::CheckSize(size_t bytes) const {
  const int max = environment_->limits.max_message_bytes;
  if (bytes <= static_cast<size_t>(max)) return absl::OkStatus();
  return MakeError(
      ErrorReason::kLimitExceeded,
      absl::StrCat("the answer has ", bytes, " bytes, but a message may have at most ", max));
}

absl::StatusOr<BufferedBytes::Answer> CallScope::Buffer(size_t bytes) const {
  BufferedBytes::Answer answer = environment_->buffered.Count(share_, bytes);
  if (!answer) return TooManyUnreadError();
  return answer;
}

absl::Status CallScope::Run(absl::FunctionRef<absl::Status()> work) const {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return MakeError(ErrorReason::kOverloaded,
                     "the server has no memory for this work at the moment; try again later");
  } catch (const std::exception& exception) {
    environment_->log.Write(LogLine(LogLevel::kError, "exception").Add("what", exception.what()));
    return MakeError(ErrorReason::kLimitExceeded, "the server cannot process this request");
  }
}

absl::Status CallScope::Answer(const AnswerOptions& options,
                               absl::FunctionRef<absl::StatusOr<size_t>(const CallContext&)> make) {
  std::optional<ChargedTime> charged;
  std::optional<RunningWork> running;
  if (options.turn == nullptr) {
    charged.emplace(options.charge);
  } else {
    running.emplace(&environment_->review, RunningWork::Options{.turn = options.turn,
                                                                .charge = options.charge,
                                                                .authorization = &authorization_,
                                                                .needed = options.needed,
                                                                .deadline = options.deadline});
  }
  absl::Status status = CheckStart();
  if (status.ok() && running.has_value()) status = running->verdict();
  if (!status.ok()) return status;
  CallContext context = {.limits = &environment_->limits,
                         .stop_test = nullptr,
                         .sealer = environment_->sealer,
                         .observer = &environment_->metrics.answers()};
  if (running.has_value()) {
    context.stop_test = [&running, this]() -> absl::Status {
      ARBITER_RETURN_IF_ERROR(running->Continue());
      return CheckCall(*rpc_, environment_->drain, ErrorReason::kLimitExceeded);
    };
  }
  status = Run([&] {
    const absl::StatusOr<size_t> bytes = make(context);
    return bytes.ok() ? CheckSize(*bytes) : bytes.status();
  });
  running.reset();
  return options.charge->AfterSettling(std::move(status));
}

FairScheduler::Ticket CallScope::Schedule(
    size_t bytes, std::function<FairScheduler::Completion(FairScheduler::Turn&)> run,
    const std::function<void(FairScheduler::Refusal)>& shed) const {
  auto waiting = std::make_shared<BufferedBytes::Request>(&environment_->buffered, bytes);
  FairScheduler::Refusal refusal;
  const FairScheduler::Ticket ticket = environment_->work.Submit(
      {.client = share_->key,
       .needs = {.waiting_bytes = bytes, .held_bytes = bytes},
       .run = [run = std::move(run), waiting](FairScheduler::Turn& turn)
           -> FairScheduler::Completion { return [deliver = run(turn), waiting] { deliver(); }; },
       .shed = shed},
      &refusal);
  if (ticket == 0) shed(refusal);
  return ticket;
}

absl::Status OverloadedError(FairScheduler::Refusal why) {
  const char* message = nullptr;
  switch (why) {
    case FairScheduler::Refusal::kLargestShare:
      message =
          "the queue is full, and this client has the most work in it; send requests more slowly";
      break;
    case FairScheduler::Refusal::kQueueFull:
      message = "the queue is full of the work of many clients; try again later";
      break;
    case FairScheduler::Refusal::kNoRoom:
      message =
          "there is no memory for another table of this size, because other clients' analyses hold "
          "it; try again later";
      break;
    case FairScheduler::Refusal::kShed:
      message =
          "the server is short of memory, and this client uses the most; wait for some answers "
          "first";
      break;
  }
  return MakeError(ErrorReason::kOverloaded, message);
}

absl::Status ShuttingDownError() {
  return MakeError(ErrorReason::kOverloaded, absl::StatusCode::kUnavailable,
                   "the server is shutting down");
}

absl::Status RequestTimeoutError() {
  return MakeError(ErrorReason::kCancelled, absl::StatusCode::kDeadlineExceeded,
                   "the request did not arrive in time");
}

absl::Status IdleError() {
  return MakeError(ErrorReason::kCancelled, absl::StatusCode::kDeadlineExceeded,
                   "the stream was idle for too long; open another one when it is needed");
}

absl::Status TooManyCallsError() {
  return MakeError(ErrorReason::kOverloaded,
                   "this client has too many open calls; finish some of them first");
}

absl::Status TooManyUnreadError() {
  return MakeError(ErrorReason::kOverloaded,
                   "too many answers are unread; read them before sending further requests");
}

}  // namespace arbiter
