#ifndef ARBITER_SERVICE_NET_LISTEN_SOCKETS_H_
#define ARBITER_SERVICE_NET_LISTEN_SOCKETS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "service/net/address.h"
#include "service/net/fd.h"

namespace arbiter {

// The non-blocking sockets that listen on one address. A host name may have several addresses.
// 0.0.0.0 stands for all IPv4 addresses of the machine, and :: for all its addresses, both IPv6 and
// IPv4 (only IPv4 on a machine without IPv6). The file of a Unix socket is removed on destruction.
// If Acceptor is removed, only what HttpServer uses of this class is still needed.
class ListenSockets {
 public:
  // Listens on `address`. Returns UNAVAILABLE with the cause if that is not possible. A Unix socket
  // that a server has left behind is replaced, but not one that a server still listens on.
  static absl::StatusOr<ListenSockets> Open(const Address& address);
  ListenSockets(ListenSockets&&) = default;
  ListenSockets& operator=(ListenSockets&&) = default;
  ~ListenSockets();

  const std::vector<Fd>& sockets() const { return sockets_; }
  // 0 for a Unix socket.
  int port() const { return address().port(); }
  // The address at which this host reaches the first socket.
  SocketAddress target() const { return address().Target(); }

 private:
  ListenSockets() = default;
  absl::Status OpenUnix(const Address& address);
  absl::Status OpenInet(const Address& address);
  absl::Status Add(const SocketAddress& address);
  SocketAddress address() const { return SocketAddress::Local(sockets_.front().get()); }

  std::vector<Fd> sockets_;
  std::string unix_path_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_LISTEN_SOCKETS_H_
