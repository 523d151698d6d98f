#include "service/net/address.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>

#include "absl/strings/ascii.h"
#include "core/base/strings.h"

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

const sockaddr_in& V4(const SocketAddress& address) {
  return reinterpret_cast<const sockaddr_in&>(address.storage);
}
const sockaddr_in6& V6(const SocketAddress& address) {
  return reinterpret_cast<const sockaddr_in6&>(address.storage);
}
sockaddr_in& V4(SocketAddress& address) { return reinterpret_cast<sockaddr_in&>(address.storage); }
sockaddr_in6& V6(SocketAddress& address) {
  return reinterpret_cast<sockaddr_in6&>(address.storage);
}

// Returns the IPv4 address of an IPv4-mapped IPv6 address, and any other address unchanged.
SocketAddress Unmapped(const SocketAddress& address) {
  if (address.family() != AF_INET6 || !IN6_IS_ADDR_V4MAPPED(&V6(address).sin6_addr)) {
    return address;
  }
  SocketAddress unmapped;
  unmapped.length = sizeof(sockaddr_in);
  V4(unmapped).sin_family = AF_INET;
  V4(unmapped).sin_port = V6(address).sin6_port;
  constexpr size_t kPrefix = sizeof(in6_addr) - sizeof(in_addr);
  memcpy(&V4(unmapped).sin_addr, V6(address).sin6_addr.s6_addr + kPrefix, sizeof(in_addr));
  return unmapped;
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

SocketAddress SocketAddress::Local(int socket) {
  SocketAddress address;
  if (getsockname(socket, address.get(), &address.length) != 0) return {};
  return address;
}

SocketAddress SocketAddress::Peer(int socket) {
  SocketAddress address;
  if (getpeername(socket, address.get(), &address.length) != 0) return {};
  return address;
}

bool SocketAddress::FitsUnix(std::string_view path) {
  return path.size() < sizeof(sockaddr_un::sun_path);
}

SocketAddress SocketAddress::Unix(std::string_view path, bool abstract) {
  SocketAddress address;
  auto& target = reinterpret_cast<sockaddr_un&>(address.storage);
  target.sun_family = AF_UNIX;
  memcpy(target.sun_path + (abstract ? 1 : 0), path.data(), path.size());
  // The length includes the null byte before an abstract name or after a path.
  address.length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size() + 1);
  return address;
}

int SocketAddress::port() const {
  if (family() == AF_INET) return ntohs(V4(*this).sin_port);
  if (family() == AF_INET6) return ntohs(V6(*this).sin6_port);
  return 0;
}

void SocketAddress::set_port(int port) {
  if (family() == AF_INET) V4(*this).sin_port = htons(static_cast<uint16_t>(port));
  if (family() == AF_INET6) V6(*this).sin6_port = htons(static_cast<uint16_t>(port));
}

SocketAddress SocketAddress::Target() const {
  const bool is_wildcard = family() == AF_INET ? V4(*this).sin_addr.s_addr == htonl(INADDR_ANY)
                           : family() == AF_INET6
                               ? IN6_IS_ADDR_UNSPECIFIED(&V6(*this).sin6_addr) != 0
                               : false;
  if (!is_wildcard) return *this;
  SocketAddress target;
  target.length = sizeof(sockaddr_in);
  V4(target).sin_family = AF_INET;
  V4(target).sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  target.set_port(port());
  return target;
}

std::string SocketAddress::Uri() const {
  const SocketAddress address = Unmapped(*this);
  char host[INET6_ADDRSTRLEN];
  const std::string port = std::to_string(address.port());
  if (address.family() == AF_INET) {
    inet_ntop(AF_INET, &V4(address).sin_addr, host, sizeof(host));
    return std::string("ipv4:") + host + ":" + port;
  }
  if (address.family() == AF_INET6) {
    inet_ntop(AF_INET6, &V6(address).sin6_addr, host, sizeof(host));
    std::string text = std::string("ipv6:%5B") + host;
    char zone[IF_NAMESIZE];
    const unsigned scope = V6(address).sin6_scope_id;
    if (scope != 0 && if_indextoname(scope, zone) != nullptr) text += std::string("%25") + zone;
    return text + "%5D:" + port;
  }
  return "unix:";
}

bool SocketAddress::IsSameAs(const SocketAddress& other) const {
  const SocketAddress a = Unmapped(*this);
  const SocketAddress b = Unmapped(other);
  if (a.family() != b.family()) return false;
  switch (a.family()) {
    case AF_INET:
      return V4(a).sin_port == V4(b).sin_port && V4(a).sin_addr.s_addr == V4(b).sin_addr.s_addr;
    case AF_INET6:
      return V6(a).sin6_port == V6(b).sin6_port &&
             IN6_ARE_ADDR_EQUAL(&V6(a).sin6_addr, &V6(b).sin6_addr);
    case AF_UNIX:
      return a.length == b.length && memcmp(&a.storage, &b.storage, a.length) == 0;
    default:
      return false;
  }
}

}  // namespace arbiter
