#include "clients/cpp/src/address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace arbiter::client {
namespace {

constexpr absl::string_view kDefaultPort = "50051";
constexpr int kMaxPort = 65'535;

// A host and its port.
struct Endpoint {
  // Without brackets.
  std::string host;
  std::string port;
};

absl::Status InvalidAddressError(const std::string& address) {
  return absl::InvalidArgumentError(
      absl::StrCat("'", address,
                   "' is not a valid address; an address is host:port, for example "
                   "localhost:50051"));
}

bool IsIpv4(const std::string& host) {
  in_addr address;
  return inet_pton(AF_INET, host.c_str(), &address) == 1;
}

bool IsHostName(absl::string_view host) {
  return !host.empty() && std::all_of(host.begin(), host.end(), [](unsigned char next) {
    return absl::ascii_isalnum(next) || next == '.' || next == '-' || next == '_';
  });
}

// Accepts an address with a zone, such as `fe80::1%eth0`.
bool IsIpv6(const std::string& host) {
  const size_t percent = host.find('%');
  if (percent != std::string::npos && !IsHostName(host.substr(percent + 1))) return false;
  in6_addr address;
  return inet_pton(AF_INET6, host.substr(0, percent).c_str(), &address) == 1;
}

bool IsPort(absl::string_view text) {
  int port = 0;
  return std::all_of(text.begin(), text.end(), absl::ascii_isdigit) &&
         absl::SimpleAtoi(text, &port) && port >= 1 && port <= kMaxPort;
}

bool IsLoopbackHost(const std::string& host) {
  return host == "localhost" || host == "::1" || (absl::StartsWith(host, "127.") && IsIpv4(host));
}

// Parses a host with or without a port, which is a part of `address`.
absl::StatusOr<Endpoint> ParseEndpoint(absl::string_view text, const std::string& address) {
  std::string host;
  // The colon and the port, or nothing.
  absl::string_view rest;
  if (absl::ConsumePrefix(&text, "[")) {
    const size_t end = text.find(']');
    if (end == absl::string_view::npos) return InvalidAddressError(address);
    host = std::string(text.substr(0, end));
    rest = text.substr(end + 1);
    if (!IsIpv6(host)) return InvalidAddressError(address);
  } else if (std::count(text.begin(), text.end(), ':') > 1) {
    host = std::string(text);
    if (!IsIpv6(host)) return InvalidAddressError(address);
  } else {
    const size_t end = std::min(text.find(':'), text.size());
    host = std::string(text.substr(0, end));
    rest = text.substr(end);
    if (host.empty() && !rest.empty()) host = "localhost";
    if (!IsHostName(host)) return InvalidAddressError(address);
  }
  if (rest.empty()) return Endpoint{std::move(host), std::string(kDefaultPort)};
  if (!absl::ConsumePrefix(&rest, ":")) return InvalidAddressError(address);
  if (!IsPort(rest)) {
    return absl::InvalidArgumentError(absl::StrCat("'", address, "' has the port '", rest,
                                                   "'; a port is a number from 1 to ", kMaxPort));
  }
  return Endpoint{std::move(host), std::string(rest)};
}

// Formats an endpoint as `host:port`, with an IPv6 address in brackets.
std::string Format(const Endpoint& endpoint) {
  const bool is_ipv6 = absl::StrContains(endpoint.host, ':');
  return is_ipv6 ? absl::StrCat("[", endpoint.host, "]:", endpoint.port)
                 : absl::StrCat(endpoint.host, ":", endpoint.port);
}

// Makes the target of endpoints, which gRPC finds by `scheme`.
Target MakeTarget(absl::string_view scheme, const std::vector<Endpoint>& endpoints) {
  Target target;
  target.text = absl::StrJoin(endpoints, ",", [](std::string* out, const Endpoint& endpoint) {
    absl::StrAppend(out, Format(endpoint));
  });
  // A target is a URI, in which a percent sign is escaped.
  target.grpc_target = absl::StrCat(scheme, absl::StrReplaceAll(target.text, {{"%", "%25"}}));
  target.is_loopback =
      std::all_of(endpoints.begin(), endpoints.end(),
                  [](const Endpoint& endpoint) { return IsLoopbackHost(endpoint.host); });
  return target;
}

// Parses IP addresses separated by commas, which are a part of `address`.
absl::StatusOr<Target> ParseList(absl::string_view text, const std::string& address) {
  std::vector<Endpoint> endpoints;
  for (const absl::string_view entry : absl::StrSplit(text, ',')) {
    absl::StatusOr<Endpoint> endpoint = ParseEndpoint(entry, address);
    if (!endpoint.ok()) return endpoint.status();
    endpoints.push_back(*std::move(endpoint));
  }
  const auto all = [&endpoints](bool (*is)(const std::string&)) {
    return std::all_of(endpoints.begin(), endpoints.end(),
                       [is](const Endpoint& endpoint) { return is(endpoint.host); });
  };
  if (all(IsIpv4)) return MakeTarget("ipv4:", endpoints);
  if (all(IsIpv6)) return MakeTarget("ipv6:", endpoints);
  return absl::InvalidArgumentError(
      absl::StrCat("'", address,
                   "' is not a list of IPv4 addresses or of IPv6 addresses; for several hosts, use "
                   "one DNS name that resolves to all of them"));
}

// Parses what follows `dns:`, for example `///host:port` or `//nameserver/host:port`.
absl::StatusOr<Target> ParseDns(absl::string_view text, const std::string& address) {
  std::string scheme = "dns:///";
  bool has_nameserver = false;
  if (absl::ConsumePrefix(&text, "//")) {
    const size_t end = text.find('/');
    if (end == absl::string_view::npos) return InvalidAddressError(address);
    const absl::string_view nameserver = text.substr(0, end);
    text.remove_prefix(end + 1);
    has_nameserver = !nameserver.empty();
    if (has_nameserver) {
      const absl::StatusOr<Endpoint> valid = ParseEndpoint(nameserver, address);
      if (!valid.ok()) return valid.status();
      scheme = absl::StrCat("dns://", nameserver, "/");
    }
  }
  const absl::StatusOr<Endpoint> endpoint = ParseEndpoint(text, address);
  if (!endpoint.ok()) return endpoint.status();
  Target target = MakeTarget(scheme, {*endpoint});
  target.is_loopback = target.is_loopback && !has_nameserver;
  return target;
}

}  // namespace

absl::StatusOr<Target> ParseTarget(const std::string& address) {
  absl::string_view rest = address;
  const size_t scheme = address.find("://");
  if (scheme != std::string::npos) {
    const std::string name = absl::AsciiStrToLower(address.substr(0, scheme));
    if (name != "http" && name != "https" && name != "unix" && name != "dns") {
      return absl::InvalidArgumentError(absl::StrCat("'", address, "' has the unknown scheme ",
                                                     name, "; an address is host:port"));
    }
  }
  if (absl::ConsumePrefix(&rest, "unix:") || absl::ConsumePrefix(&rest, "unix-abstract:")) {
    if (rest.empty()) return InvalidAddressError(address);
    return Target{address, address, /*is_loopback=*/true, /*tls=*/std::nullopt};
  }
  if (absl::ConsumePrefix(&rest, "dns:")) return ParseDns(rest, address);
  if (absl::ConsumePrefix(&rest, "ipv4:") || absl::ConsumePrefix(&rest, "ipv6:")) {
    return ParseList(rest, address);
  }
  std::optional<bool> tls;
  if (absl::StartsWithIgnoreCase(rest, "https://")) {
    tls = true;
    rest.remove_prefix(8);
  } else if (absl::StartsWithIgnoreCase(rest, "http://")) {
    tls = false;
    rest.remove_prefix(7);
  }
  absl::ConsumeSuffix(&rest, "/");
  if (absl::StrContains(rest, '/')) {
    return absl::InvalidArgumentError(
        absl::StrCat("'", address, "' has a path; an address is host:port"));
  }
  absl::StatusOr<Target> target =
      absl::StrContains(rest, ',') ? ParseList(rest, address) : ParseDns(rest, address);
  if (target.ok()) target->tls = tls;
  return target;
}

absl::StatusOr<bool> IsLoopback(const std::string& address) {
  const absl::StatusOr<Target> target = ParseTarget(address);
  if (!target.ok()) return target.status();
  return target->is_loopback;
}

}  // namespace arbiter::client
