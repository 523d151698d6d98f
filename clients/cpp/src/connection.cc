#include "clients/cpp/src/connection.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "clients/cpp/src/build_values.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/security/credentials.h"
#include "grpcpp/support/channel_arguments.h"

namespace arbiter::client {
namespace {

using Addresses = std::vector<absl::string_view>;

// Checks only which characters are used; gRPC parses the address.
bool IsIpv4(absl::string_view address) {
  return !address.empty() && std::all_of(address.begin(), address.end(), [](char next) {
    return absl::ascii_isdigit(next) || next == '.' || next == ':';
  });
}

bool IsIpv6(absl::string_view address) { return absl::StartsWith(address, "["); }

// Returns the address without its port.
absl::string_view HostOf(absl::string_view address) {
  if (IsIpv6(address)) return address.substr(0, address.find(']') + 1);
  return address.substr(0, address.rfind(':'));
}

bool IsLoopback(absl::string_view address) {
  const absl::string_view host = HostOf(address);
  return host == "localhost" || host == "[::1]" || (absl::StartsWith(host, "127.") && IsIpv4(host));
}

// Converts a target to the form that gRPC accepts, where a list of addresses has a scheme. Returns
// INVALID_ARGUMENT for an empty target, and for a list of names or of addresses of both families.
absl::StatusOr<std::string> ToGrpcTarget(const std::string& target) {
  if (target.empty()) return absl::InvalidArgumentError("the target is empty");
  if (!absl::StrContains(target, ',') || absl::StartsWith(target, "ipv4:") ||
      absl::StartsWith(target, "ipv6:")) {
    return target;
  }
  const Addresses addresses = absl::StrSplit(target, ',');
  if (std::all_of(addresses.begin(), addresses.end(), IsIpv4)) return "ipv4:" + target;
  if (std::all_of(addresses.begin(), addresses.end(), IsIpv6)) return "ipv6:" + target;
  return absl::InvalidArgumentError(
      absl::StrCat("'", target,
                   "' is not a list of IPv4 addresses or of bracketed IPv6 addresses; "
                   "for several hosts, use one DNS name that resolves to all of them"));
}

// Whether every address of the target is certainly on this machine.
bool IsThisMachine(const std::string& grpc_target) {
  absl::string_view rest = grpc_target;
  if (absl::StartsWith(rest, "unix:") || absl::StartsWith(rest, "unix-abstract:")) return true;
  for (const char* scheme : {"dns:///", "dns:", "ipv4:", "ipv6:"}) {
    if (absl::ConsumePrefix(&rest, scheme)) break;
  }
  const Addresses addresses = absl::StrSplit(rest, ',');
  return std::all_of(addresses.begin(), addresses.end(), IsLoopback);
}

constexpr char kRequestIdKey[] = "x-request-id";
constexpr size_t kMaxRequestId = 128;

// The server accepts pings that are at least 10 s apart.
constexpr int kKeepaliveMs = 30'000;
constexpr int kKeepaliveTimeoutMs = 10'000;
constexpr int kMinReconnectBackoffMs = 100;
constexpr int kMaxReconnectBackoffMs = 5'000;

// Whether the text arrives unchanged if it is sent as a metadata value, because it is printable
// ASCII without spaces.
bool IsToken(const std::string& text) {
  return std::all_of(text.begin(), text.end(), absl::ascii_isgraph);
}

absl::Status CheckOptions(const ClientOptions& options, const std::string& target) {
  if (!IsToken(options.api_key)) {
    return absl::InvalidArgumentError(
        "the API key has invalid characters; a key is printable ASCII without spaces");
  }
  if (options.tls.has_value() && options.tls->certificate.empty() != options.tls->key.empty()) {
    return absl::InvalidArgumentError(
        "the client's certificate and its key go together; set both or neither");
  }
  if (!options.api_key.empty() && !options.tls.has_value() && !options.api_key_in_the_clear &&
      !IsThisMachine(target)) {
    return absl::InvalidArgumentError(absl::StrCat("the API key would be sent to ", target,
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

std::shared_ptr<grpc::Channel> Connect(const std::string& target, const ClientOptions& options) {
  grpc::ChannelArguments arguments;
  arguments.SetServiceConfigJSON(kServiceConfig);
  // The server limits the size of its responses.
  arguments.SetMaxReceiveMessageSize(-1);
  // Pings let a stream notice that its server is gone.
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIME_MS, kKeepaliveMs);
  arguments.SetInt(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, kKeepaliveTimeoutMs);
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kMinReconnectBackoffMs);
  arguments.SetInt(GRPC_ARG_MAX_RECONNECT_BACKOFF_MS, kMaxReconnectBackoffMs);
  if (IsThisMachine(target)) arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  std::string agent = options.user_agent;
  absl::StrAppend(&agent, agent.empty() ? "" : " ", "arbiter-client-cpp/", kVersion);
  arguments.SetUserAgentPrefix(agent);
  if (options.tls.has_value() && !options.tls->server_name.empty()) {
    arguments.SetSslTargetNameOverride(options.tls->server_name);
  }
  return grpc::CreateCustomChannel(target, Credentials(options), arguments);
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

absl::StatusOr<std::shared_ptr<const Connection>> Connection::Make(const std::string& target,
                                                                   const ClientOptions& options) {
  const absl::StatusOr<std::string> resolvable = ToGrpcTarget(target);
  if (!resolvable.ok()) return resolvable.status();
  if (absl::Status status = CheckOptions(options, *resolvable); !status.ok()) return status;
  return std::shared_ptr<const Connection>(new Connection(*resolvable, options));
}

Connection::Connection(const std::string& target, const ClientOptions& options)
    : target_(target), timeout_(options.timeout), api_key_(options.api_key) {
  const std::shared_ptr<grpc::Channel> channel = Connect(target, options);
  rules_ = v1::RulesService::NewStub(channel);
  analysis_ = v1::AnalysisService::NewStub(channel);
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
      return absl::StrCat("cannot reach the server at ", target_, ": ", end.error_message());
    case grpc::StatusCode::DEADLINE_EXCEEDED:
      return absl::StrCat("no answer from the server at ", target_, " within ",
                          absl::FormatDuration(timeout));
    default:
      return end.error_message();
  }
}

}  // namespace arbiter::client
