#ifndef ARBITER_SERVICE_NET_ADDRESS_H_
#define ARBITER_SERVICE_NET_ADDRESS_H_

#include <sys/socket.h>

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

// An address as the kernel takes and gives it.
struct SocketAddress {
  sockaddr_storage storage = {};
  socklen_t length = sizeof(storage);

  // Of this end of a socket, and of the other; empty where it has none.
  static SocketAddress Local(int socket);
  static SocketAddress Peer(int socket);
  // A Unix socket, or one of the abstract namespace. `path` fits.
  static SocketAddress Unix(std::string_view path, bool abstract);
  // Whether the kernel takes so long a path.
  static bool FitsUnix(std::string_view path);

  sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
  int family() const { return storage.ss_family; }
  // 0 where it has no port.
  int port() const;
  void set_port(int port);

  // Where this host reaches a socket that listens here, for both IPv4 and IPv6 where it is a
  // wildcard: there the loopback of IPv4, since that of IPv6 is often missing.
  SocketAddress Target() const;
  // As gRPC writes the peer of an RPC: `ipv4:192.0.2.7:5000`, `ipv6:%5B2001:db8::7%5D:5000` or
  // `unix:`. An IPv4 address inside IPv6 is the IPv4 address.
  std::string Uri() const;
  // The same host and port; an IPv4 address inside IPv6 is the IPv4 address.
  bool IsSameAs(const SocketAddress& other) const;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_ADDRESS_H_
