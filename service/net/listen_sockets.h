#ifndef ARBITER_SERVICE_NET_LISTEN_SOCKETS_H_
#define ARBITER_SERVICE_NET_LISTEN_SOCKETS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "service/net/address.h"
#include "service/net/fd.h"

namespace arbiter {

// The sockets that listen on one address. A name may stand for several addresses. 0.0.0.0 stands
// for all IPv4 addresses of the machine, and :: for all its addresses, IPv6 and IPv4 (for those of
// IPv4 alone on a machine without IPv6). Non-blocking. A Unix socket is removed at the end.
// Goes with Acceptor, but for what HttpServer needs.
class ListenSockets {
 public:
  // UNAVAILABLE, with the cause, where the address can't be had. A socket that a server has left
  // behind is replaced, one that a server listens on is not.
  static absl::StatusOr<ListenSockets> Open(const Address& address);
  ListenSockets(ListenSockets&&) = default;
  ListenSockets& operator=(ListenSockets&&) = default;
  ~ListenSockets();

  const std::vector<Fd>& sockets() const { return sockets_; }
  // 0 for a Unix socket.
  int port() const { return address().port(); }
  // Where this host reaches the first of them.
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
