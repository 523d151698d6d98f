#ifndef ARBITER_SERVICE_NET_ADDRESS_H_
#define ARBITER_SERVICE_NET_ADDRESS_H_

#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

// Where a socket listens: `host:port`, with an IPv6 host in brackets, or
// `unix:path` and `unix-abstract:name`.
struct Address {
  // `ipv4:`, `ipv6:`, `dns:` where written so, `unix:`, `unix-abstract:`; else empty.
  std::string scheme;
  // Without brackets; empty for Unix sockets.
  std::string host;
  // 0 to 65535, 0 for any free port.
  int port = 0;
  // For Unix sockets.
  std::string path;

  bool is_unix() const { return !path.empty(); }
  // Only this machine reaches it: a Unix socket, 127.0.0.0/8, ::1, localhost.
  bool is_loopback() const;
  // As it is written.
  std::string Text() const;
};

// Nothing where `text` is no address.
std::optional<Address> ParseAddress(std::string_view text);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_ADDRESS_H_
