#include "service/access/fair_share_key.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/strings.h"

namespace arbiter {
namespace {

constexpr char kUnknown[] = "unknown";
// The bytes of a /64 network prefix.
constexpr size_t kNetworkBytes = 8;

// Returns the host of `host:port`; std::nullopt if there is no port.
std::optional<std::string> ParseHost(std::string_view host_and_port) {
  const size_t colon = host_and_port.rfind(':');
  if (colon == std::string_view::npos) return std::nullopt;
  return std::string(host_and_port.substr(0, colon));
}

// Returns the address between the brackets, which gRPC percent-encodes, without its zone;
// std::nullopt if there are no brackets.
std::optional<std::string> ParseIpv6Host(std::string_view host_and_port) {
  const bool encoded = ConsumePrefix(&host_and_port, "%5B");
  if (!encoded && !ConsumePrefix(&host_and_port, "[")) return std::nullopt;
  const size_t end = host_and_port.find(encoded ? "%5D" : "]");
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view host = host_and_port.substr(0, end);
  return std::string(host.substr(0, host.find('%')));
}

std::string Ipv4Key(const in_addr& address) {
  std::array<char, INET_ADDRSTRLEN> text;
  inet_ntop(AF_INET, &address, text.data(), text.size());
  return text.data();
}

std::string Ipv6Key(in6_addr address) {
  if (IN6_IS_ADDR_V4MAPPED(&address)) {
    in_addr mapped;
    std::copy(std::begin(address.s6_addr) + 12, std::end(address.s6_addr),
              reinterpret_cast<uint8_t*>(&mapped));
    return Ipv4Key(mapped);
  }
  std::fill(std::begin(address.s6_addr) + kNetworkBytes, std::end(address.s6_addr), 0);
  std::array<char, INET6_ADDRSTRLEN> text;
  inet_ntop(AF_INET6, &address, text.data(), text.size());
  return StrCat(text.data(), "/64");
}

}  // namespace

std::string FairShareKey(std::string_view peer) {
  if (ConsumePrefix(&peer, "ipv4:")) {
    const std::optional<std::string> host = ParseHost(peer);
    in_addr address;
    return host && inet_pton(AF_INET, host->c_str(), &address) == 1 ? Ipv4Key(address) : kUnknown;
  }
  if (ConsumePrefix(&peer, "ipv6:")) {
    const std::optional<std::string> host = ParseIpv6Host(peer);
    in6_addr address;
    return host && inet_pton(AF_INET6, host->c_str(), &address) == 1 ? Ipv6Key(address) : kUnknown;
  }
  return peer.starts_with("unix:") || peer.starts_with("unix-abstract:") ? "unix" : kUnknown;
}

}  // namespace arbiter
