#ifndef ARBITER_SERVICE_NET_ADDRESS_H_
#define ARBITER_SERVICE_NET_ADDRESS_H_

#include <sys/socket.h>

#include <optional>
#include <string>
#include <string_view>

namespace arbiter {

// An address to listen on: `host:port` (an IPv6 host is in brackets), `unix:path` or
// `unix-abstract:name`.
struct Address {
  // `ipv4:`, `ipv6:`, `dns:`, `unix:` or `unix-abstract:`; empty if none was given.
  std::string scheme;
  // The host without brackets; empty for Unix sockets.
  std::string host;
  // 0 to 65535; 0 stands for any free port.
  int port = 0;
  // The path or the abstract name of a Unix socket; otherwise empty.
  std::string path;

  bool is_unix() const { return !path.empty(); }
  // Whether only this machine can reach the address: a Unix socket, 127.0.0.0/8, ::1 or localhost.
  bool is_loopback() const;
  // Formats the address in the form that ParseAddress() reads.
  std::string Text() const;
};

// Parses an address; std::nullopt if `text` is not one.
std::optional<Address> ParseAddress(std::string_view text);

// An address in the kernel's representation.
struct SocketAddress {
  sockaddr_storage storage = {};
  socklen_t length = sizeof(storage);

  // Return the address of the local or the remote end of a socket. The family is AF_UNSPEC if the
  // socket has no such address.
  static SocketAddress Local(int socket);
  static SocketAddress Peer(int socket);
  // Makes the address of a Unix socket, or of one in the abstract namespace. FitsUnix(path) must
  // hold.
  static SocketAddress Unix(std::string_view path, bool abstract);
  // Whether a path is short enough for the kernel.
  static bool FitsUnix(std::string_view path);

  sockaddr* get() { return reinterpret_cast<sockaddr*>(&storage); }
  const sockaddr* get() const { return reinterpret_cast<const sockaddr*>(&storage); }
  int family() const { return storage.ss_family; }
  // 0 if the address has no port.
  int port() const;
  void set_port(int port);

  // Returns the address at which this host reaches a socket that listens on this address. For the
  // wildcard addresses of IPv4 and IPv6 it is the IPv4 loopback address, because many hosts have no
  // IPv6 loopback.
  SocketAddress Target() const;
  // Formats the address as gRPC does for the peer of an RPC: `ipv4:192.0.2.7:5000`,
  // `ipv6:%5B2001:db8::7%5D:5000` or `unix:`. An IPv4-mapped IPv6 address counts as IPv4.
  std::string Uri() const;
  // Whether host and port, or the path of a Unix socket, are the same. An IPv4-mapped IPv6 address
  // counts as IPv4.
  bool IsSameAs(const SocketAddress& other) const;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_ADDRESS_H_
