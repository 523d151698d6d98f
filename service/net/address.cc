#include "service/net/address.h"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "absl/strings/ascii.h"
#include "core/rules/strings.h"

namespace arbiter {
namespace {

constexpr std::array<std::string_view, 3> kSchemes = {"ipv4:", "ipv6:", "dns:"};
constexpr std::array<std::string_view, 2> kUnixSchemes = {"unix-abstract:", "unix:"};
constexpr size_t kMaxPortDigits = 5;

bool ParsePort(std::string_view text, int* port) {
  return !text.empty() && text.size() <= kMaxPortDigits &&
         std::all_of(text.begin(), text.end(), absl::ascii_isdigit) &&
         std::from_chars(text.data(), text.data() + text.size(), *port).ec == std::errc() &&
         *port <= 0xFFFF;
}

bool IsHostName(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return absl::ascii_isalnum(c) || c == '.' || c == '-' || c == '_';
  });
}

bool IsIpv6(const std::string& text) {
  in6_addr address;
  return inet_pton(AF_INET6, text.c_str(), &address) == 1;
}

}  // namespace

bool Address::is_loopback() const {
  if (is_unix() || host == "localhost" || host == "::1") return true;
  in_addr address;
  return inet_pton(AF_INET, host.c_str(), &address) == 1 && (ntohl(address.s_addr) >> 24) == 127;
}

std::string Address::Text() const {
  if (is_unix()) return scheme + path;
  const bool brackets = host.find(':') != std::string::npos;
  return brackets ? StrCat(scheme, "[", host, "]:", port) : StrCat(scheme, host, ":", port);
}

std::optional<Address> ParseAddress(std::string_view text) {
  Address address;
  for (const std::string_view scheme : kUnixSchemes) {
    if (!ConsumePrefix(&text, scheme)) continue;
    if (text.empty()) return std::nullopt;
    address.scheme = scheme;
    address.path = text;
    return address;
  }
  for (const std::string_view scheme : kSchemes) {
    if (ConsumePrefix(&text, scheme)) {
      address.scheme = scheme;
      break;
    }
  }
  const size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || !ParsePort(text.substr(colon + 1), &address.port)) {
    return std::nullopt;
  }
  std::string_view host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) {
    address.host = host.substr(1, host.size() - 2);
    if (!IsIpv6(address.host)) return std::nullopt;
    return address;
  }
  address.host = host;
  if (!IsHostName(host)) return std::nullopt;
  return address;
}

}  // namespace arbiter
