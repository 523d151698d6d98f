#ifndef ARBITER_SERVICE_NET_PROXY_PROTOCOL_H_
#define ARBITER_SERVICE_NET_PROXY_PROTOCOL_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "service/net/address.h"

namespace arbiter {

// Networks in CIDR notation. Thread-safe once parsed.
class Networks {
 public:
  // Parses `10.0.0.0/8,2001:db8::/32,192.0.2.7`; empty text for none. INVALID_ARGUMENT, naming the
  // part that is wrong.
  static absl::StatusOr<Networks> Parse(std::string_view text);

  bool empty() const { return networks_.empty(); }
  // Whether one of them has this host. An IPv4 address inside IPv6 is the IPv4 address.
  bool Contain(const SocketAddress& address) const;

 private:
  struct Network {
    // 4 or 16 bytes.
    std::string address;
    int prefix_bits;
  };

  std::vector<Network> networks_;
};

// What a proxy says at the beginning of a connection, by version 2 of the PROXY protocol
// (https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt), which no version of gRPC reads
// yet.
struct ProxyHeader {
  // How many bytes it has, as far as is known yet: if more than have arrived, more have to be read,
  // and none beyond them, since the bytes of the client follow.
  size_t size = 0;
  // The client; std::nullopt if the proxy speaks for itself (LOCAL), as it does to check health, or
  // for a client without an IP address, or the header is not complete.
  std::optional<SocketAddress> client = {};
};

// Longer headers are refused. Without options a header has at most 52 bytes.
inline constexpr size_t kMaxProxyHeader = 536;

// Reads a header, or the beginning of one. INVALID_ARGUMENT if `bytes` is not one.
absl::StatusOr<ProxyHeader> ParseProxyHeader(std::string_view bytes);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_PROXY_PROTOCOL_H_
