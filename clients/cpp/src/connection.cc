#include "clients/cpp/src/connection.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "clients/cpp/src/build_values.h"
#include "clients/cpp/src/unreachable.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/security/credentials.h"
#include "grpcpp/support/channel_arguments.h"

namespace arbiter::client {
namespace {

constexpr char kRequestIdKey[] = "x-request-id";
constexpr size_t kMaxRequestId = 128;

// The server accepts pings that are at least 10 s apart.
constexpr int kKeepaliveMs = 30'000;
constexpr int kKeepaliveTimeoutMs = 10'000;
constexpr int kMinReconnectBackoffMs = 100;
constexpr int kMaxReconnectBackoffMs = 1'000;
// How often a wait checks whether its call has been cancelled.
constexpr absl::Duration kCancellationCheckInterval = absl::Milliseconds(10);

// Whether the text arrives unchanged if it is sent as a metadata value, because it is printable
// ASCII without spaces.
bool IsToken(const std::string& text) {
  return std::all_of(text.begin(), text.end(), absl::ascii_isgraph);
}

absl::Status CheckOptions(const ClientOptions& options, const Target& target,
                          const std::string& address) {
  if (!IsToken(options.api_key)) {
    return absl::InvalidArgumentError(
        "the API key has invalid characters; a key is printable ASCII without spaces");
  }
  if (options.tls.has_value() && options.tls->certificate.empty() != options.tls->key.empty()) {
    return absl::InvalidArgumentError(
        "the client's certificate and its key go together; set both or neither");
  }
  if (target.tls.has_value() && *target.tls != options.tls.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "'", address, "'",
        *target.tls ? " needs TLS: set ClientOptions::tls" : " is without TLS: use https://"));
  }
  if (!options.api_key.empty() && !options.tls.has_value() && !options.api_key_in_the_clear &&
      !target.is_loopback) {
    return absl::InvalidArgumentError(absl::StrCat("the API key would be sent to ", target.text,
                                                   " in the clear; use TLS, or set "
                                                   "api_key_in_the_clear to allow it"));
  }
  return absl::OkStatus();
}

std::shared_ptr<grpc::ChannelCredentials> Credentials(const ClientOptions& options) {
  if (!options.tls.has_value()) return grpc::InsecureChannelCredentials();
  return grpc::SslCredentials(
      {options.tls->authorities, options.tls->key, options.tls->certificate});
}

std::shared_ptr<grpc::Channel> Connect(const Target& target, const ClientOptions& options) {
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(kServiceConfig);
  // Retries takes the place of gRPC's own retries, which end after the attempts that the service
  // config allows.
  arguments.SetInt(GRPC_ARG_ENABLE_RETRIES, 0);
  // The server limits the size of its responses.
  arguments.SetMaxReceiveMessageSize(-1);
  // Pings let a stream notice that its server is gone.
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kMinReconnectBackoffMs);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kMaxReconnectBackoffMs);
  if (target.is_loopback) arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  std::string agent = options.user_agent;
  absl::StrAppend(&agent, agent.empty() ? "" : " ", "arbiter-client-cpp/", kVersion);
  arguments.SetUserAgentPrefix(agent);
  if (options.tls.has_value() && !options.tls->server_name.empty()) {
    arguments.SetSslTargetNameOverride(options.tls->server_name);
  }
  return grpc::CreateCustomChannel(target.grpc_target, Credentials(options), arguments);
}

template <typename Metadata>
std::string FindRequestId(const Metadata& metadata) {
  const auto found = metadata.find(kRequestIdKey);
  return found == metadata.end() ? "" : std::string(found->second.data(), found->second.size());
}

// The server sends the id as trailing metadata with an error, unless a stream had already begun:
// then it has been sent as initial metadata.
std::string RequestIdOf(const grpc::ClientContext& context) {
  const std::string trailing = FindRequestId(context.GetServerTrailingMetadata());
  return trailing.empty() ? FindRequestId(context.GetServerInitialMetadata()) : trailing;
}

}  // namespace

absl::StatusOr<std::shared_ptr<const Connection>> Connection::Make(const std::string& address,
                                                                   const ClientOptions& options) {
  const absl::StatusOr<Target> target = ParseTarget(address);
  if (!target.ok()) return target.status();
  if (absl::Status status = CheckOptions(options, *target, address); !status.ok()) return status;
  return std::shared_ptr<const Connection>(new Connection(*target, options));
}

Connection::Connection(const Target& target, const ClientOptions& options)
    : address_(target.text),
      tls_(options.tls.has_value()),
      timeout_(options.timeout),
      api_key_(options.api_key),
      channel_(Connect(target, options)),
      retry_budget_(kMaxRetryTokens, kRetryTokenRatio),
      rules_(v1::RulesService::NewStub(channel_)),
      analysis_(v1::AnalysisService::NewStub(channel_)),
      jobs_(v1::JobService::NewStub(channel_)) {}

absl::Status Connection::WaitUntilConnected(absl::Duration timeout) const {
  CallOptions call;
  call.timeout = timeout;
  const CallSettings settings = MakeSettings(call, timeout_);
  const auto deadline = absl::ToChronoTime(settings.deadline);
  grpc_connectivity_state state = channel_->GetState(/*try_to_connect=*/true);
  while (state == GRPC_CHANNEL_IDLE || state == GRPC_CHANNEL_CONNECTING) {
    if (!channel_->WaitForStateChange(state, deadline)) {
      return absl::UnavailableError(NoAnswerText(address_));
    }
    state = channel_->GetState(/*try_to_connect=*/true);
  }
  if (state == GRPC_CHANNEL_READY) return absl::OkStatus();
  // Only a call tells why there is no connection. It fails at once. Later failures may say less,
  // because gRPC then reports only one of several addresses.
  const auto context = MakeContext(settings);
  v1::ListVariantsResponse response;
  const grpc::Status end = rules_->ListVariants(context.get(), {}, &response);
  if (channel_->WaitForConnected(deadline)) return absl::OkStatus();
  absl::Status why = ToStatus(end, settings, *context);
  return absl::IsUnavailable(why) ? why : absl::UnavailableError(NoAnswerText(address_));
}

bool Connection::Wait(absl::Duration duration, const std::atomic<bool>* cancelled) const {
  const absl::Time end = absl::Now() + duration;
  while (absl::Now() < end) {
    if (cancelled != nullptr && *cancelled) return false;
    const absl::Time next =
        cancelled == nullptr ? end : std::min(end, absl::Now() + kCancellationCheckInterval);
    channel_->WaitForStateChange(channel_->GetState(/*try_to_connect=*/true),
                                 absl::ToChronoTime(next));
  }
  return true;
}

CallSettings Connection::MakeSettings(const CallOptions& call, absl::Duration default_timeout) {
  const absl::Duration timeout = call.timeout.value_or(default_timeout);
  return {timeout, absl::Now() + timeout, call.request_id};
}

std::unique_ptr<grpc::ClientContext> Connection::MakeContext(const CallSettings& settings) const {
  auto context = std::make_unique<grpc::ClientContext>();
  if (settings.deadline != absl::InfiniteFuture()) {
    context->set_deadline(absl::ToChronoTime(settings.deadline));
  }
  if (!api_key_.empty()) context->AddMetadata("authorization", "Bearer " + api_key_);
  const std::string& id = settings.request_id;
  if (!id.empty() && id.size() <= kMaxRequestId && IsToken(id)) {
    context->AddMetadata(kRequestIdKey, id);
  }
  return context;
}

absl::Status Connection::ToStatus(const grpc::Status& end, const CallSettings& settings,
                                  const grpc::ClientContext& context) const {
  if (end.ok()) return absl::OkStatus();
  google::rpc::Status error;
  if (end.error_details().empty() || !error.ParseFromString(end.error_details())) {
    error.Clear();
    error.set_message(Explain(end, settings.timeout));
  }
  error.set_code(end.error_code());
  absl::Status status = client::ToStatus(error);
  const std::string request_id = RequestIdOf(context);
  if (!request_id.empty()) status.SetPayload(kRequestIdPayload, absl::Cord(request_id));
  return status;
}

std::string Connection::Explain(const grpc::Status& end, absl::Duration timeout) const {
  switch (end.error_code()) {
    case grpc::StatusCode::UNAVAILABLE:
      return UnreachableText(address_, tls_, end.error_message());
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      return absl::StrCat("no answer from the server at ", address_, " within ",
                          absl::FormatDuration(timeout));
    default:
      return end.error_message();
  }
}

}  // namespace arbiter::client
