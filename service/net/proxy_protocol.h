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

// A list of networks. Immutable once parsed.
class Networks {
 public:
  // Parses networks in CIDR notation, separated by commas, such as
  // `10.0.0.0/8,2001:db8::/32,192.0.2.7`. Empty text means no networks. INVALID_ARGUMENT names the
  // part that is wrong.
  static absl::StatusOr<Networks> Parse(std::string_view text);

  bool empty() const { return networks_.empty(); }
  // Whether the host belongs to one of the networks. An IPv4-mapped IPv6 address counts as IPv4.
  bool Contain(const SocketAddress& address) const;

 private:
  struct Network {
    // The 4 or 16 bytes of the address, in network order.
    std::string address;
    int prefix_bits;
  };

  std::vector<Network> networks_;
};

// The header that a proxy sends at the beginning of a connection, in version 2 of the PROXY
// protocol (https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt). No version of gRPC reads
// it yet.
struct ProxyHeader {
  // The size of the header in bytes, as far as it is known. If fewer bytes have arrived, read up to
  // this size and parse again, but do not read further: the client's bytes follow.
  size_t size = 0;
  // The client. std::nullopt if the proxy itself is the client (LOCAL), for example in a health
  // check, if the client has no IP address, or if the header is incomplete.
  std::optional<SocketAddress> client = {};
};

// The maximum size of a header in bytes. A header without options has at most 52.
inline constexpr size_t kMaxProxyHeader = 536;

// Parses a header, or the beginning of one. Returns INVALID_ARGUMENT if `bytes` is neither.
absl::StatusOr<ProxyHeader> ParseProxyHeader(std::string_view bytes);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_PROXY_PROTOCOL_H_
