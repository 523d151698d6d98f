#include "service/net/proxy_protocol.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <charconv>
#include <cstdint>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace arbiter {
namespace {

constexpr std::string_view kSignature("\r\n\r\n\0\r\nQUIT\n", 12);
constexpr size_t kFixedSize = 16;
constexpr uint8_t kVersion2 = 2;
constexpr uint8_t kLocal = 0;
constexpr uint8_t kProxy = 1;
// The address family in the upper four bits, and TCP in the lower four.
constexpr uint8_t kTcp4 = 0x11;
constexpr uint8_t kTcp6 = 0x21;
constexpr size_t kAddresses4 = 12;
constexpr size_t kAddresses6 = 36;

// Returns the 4 or 16 bytes of a host, or an empty string for other addresses.
std::string HostBytes(const SocketAddress& address) {
  if (address.family() == AF_INET) {
    const auto& v4 = reinterpret_cast<const sockaddr_in&>(address.storage);
    return {reinterpret_cast<const char*>(&v4.sin_addr), sizeof(v4.sin_addr)};
  }
  if (address.family() != AF_INET6) return "";
  const auto& v6 = reinterpret_cast<const sockaddr_in6&>(address.storage);
  const std::string bytes(reinterpret_cast<const char*>(&v6.sin6_addr), sizeof(v6.sin6_addr));
  return IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr) ? bytes.substr(sizeof(in6_addr) - sizeof(in_addr))
                                             : bytes;
}

// Returns the bytes of an IP address, or an empty string if `text` is not one.
std::string ParseHost(const std::string& text) {
  char bytes[sizeof(in6_addr)];
  if (inet_pton(AF_INET, text.c_str(), bytes) == 1) return {bytes, sizeof(in_addr)};
  if (inet_pton(AF_INET6, text.c_str(), bytes) == 1) return {bytes, sizeof(in6_addr)};
  return "";
}

bool SamePrefix(std::string_view a, std::string_view b, int bits) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size() && bits > 0; ++i, bits -= 8) {
    const int mask = bits >= 8 ? 0xff : 0xff << (8 - bits) & 0xff;
    if (((a[i] ^ b[i]) & mask) != 0) return false;
  }
  return true;
}

SocketAddress Ipv4Client(const char* addresses) {
  SocketAddress client;
  auto& v4 = reinterpret_cast<sockaddr_in&>(client.storage);
  v4.sin_family = AF_INET;
  memcpy(&v4.sin_addr, addresses, sizeof(v4.sin_addr));
  memcpy(&v4.sin_port, addresses + 2 * sizeof(in_addr), sizeof(v4.sin_port));
  client.length = sizeof(sockaddr_in);
  return client;
}

SocketAddress Ipv6Client(const char* addresses) {
  SocketAddress client;
  auto& v6 = reinterpret_cast<sockaddr_in6&>(client.storage);
  v6.sin6_family = AF_INET6;
  memcpy(&v6.sin6_addr, addresses, sizeof(v6.sin6_addr));
  memcpy(&v6.sin6_port, addresses + 2 * sizeof(in6_addr), sizeof(v6.sin6_port));
  client.length = sizeof(sockaddr_in6);
  return client;
}

}  // namespace

absl::StatusOr<Networks> Networks::Parse(std::string_view text) {
  Networks networks;
  if (text.empty()) return networks;
  for (const absl::string_view part :
       absl::StrSplit(absl::string_view(text.data(), text.size()), ',')) {
    const std::pair<std::string, std::string> halves =
        absl::StrSplit(part, absl::MaxSplits('/', 1));
    const std::string host = ParseHost(halves.first);
    const int max_bits = static_cast<int>(host.size()) * 8;
    int bits = max_bits;
    if (absl::StrContains(part, "/")) {
      const char* const end = halves.second.data() + halves.second.size();
      const auto [rest, error] = std::from_chars(halves.second.data(), end, bits);
      if (error != std::errc() || rest != end) bits = -1;
    }
    if (host.empty() || bits < 0 || bits > max_bits) {
      return absl::InvalidArgumentError(absl::StrCat(
          "'", part, "' is not a network; write, for example, 10.0.0.5/32 or 2001:db8::/64"));
    }
    if (bits == 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("'", part,
                       "' is every address, so that everybody could name any client; write the "
                       "address of the proxy, for example 10.0.0.5/32"));
    }
    networks.networks_.push_back({host, bits});
  }
  return networks;
}

bool Networks::Contain(const SocketAddress& address) const {
  const std::string host = HostBytes(address);
  for (const Network& network : networks_) {
    if (SamePrefix(host, network.address, network.prefix_bits)) return true;
  }
  return false;
}

absl::StatusOr<ProxyHeader> ParseProxyHeader(std::string_view bytes) {
  if (bytes.substr(0, kSignature.size()) != kSignature.substr(0, bytes.size())) {
    return absl::InvalidArgumentError("the connection does not begin with a PROXY header");
  }
  if (bytes.size() < kFixedSize) return ProxyHeader{.size = kFixedSize};
  const auto version = static_cast<uint8_t>(bytes[12]) >> 4;
  const auto command = static_cast<uint8_t>(bytes[12]) & 0x0f;
  const auto family = static_cast<uint8_t>(bytes[13]);
  const auto length =
      static_cast<size_t>(static_cast<uint8_t>(bytes[14]) << 8 | static_cast<uint8_t>(bytes[15]));
  if (version != kVersion2 || (command != kLocal && command != kProxy)) {
    return absl::InvalidArgumentError("the PROXY header has an unknown version or command");
  }
  ProxyHeader header = {.size = kFixedSize + length};
  if (header.size > kMaxProxyHeader) {
    return absl::InvalidArgumentError("the PROXY header is too long");
  }
  const bool v4 = family == kTcp4;
  const bool v6 = family == kTcp6;
  if (command == kProxy && ((v4 && length < kAddresses4) || (v6 && length < kAddresses6))) {
    return absl::InvalidArgumentError("the PROXY header is too short for its addresses");
  }
  if (bytes.size() < header.size) return header;
  const char* const addresses = bytes.data() + kFixedSize;
  if (command == kProxy && v4) header.client = Ipv4Client(addresses);
  if (command == kProxy && v6) header.client = Ipv6Client(addresses);
  return header;
}

}  // namespace arbiter
