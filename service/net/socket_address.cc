#include "service/net/socket_address.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/un.h>

#include <cstddef>
#include <cstring>

namespace arbiter {
namespace {

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

// The IPv4 address that an IPv6 address stands for; else the address itself.
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
  // With the 0 that begins an abstract name or ends a path.
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
  const bool any = family() == AF_INET    ? V4(*this).sin_addr.s_addr == htonl(INADDR_ANY)
                   : family() == AF_INET6 ? IN6_IS_ADDR_UNSPECIFIED(&V6(*this).sin6_addr) != 0
                                          : false;
  if (!any) return *this;
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
  const SocketAddress one = Unmapped(*this);
  const SocketAddress two = Unmapped(other);
  if (one.family() != two.family()) return false;
  switch (one.family()) {
    case AF_INET:
      return V4(one).sin_port == V4(two).sin_port &&
             V4(one).sin_addr.s_addr == V4(two).sin_addr.s_addr;
    case AF_INET6:
      return V6(one).sin6_port == V6(two).sin6_port &&
             IN6_ARE_ADDR_EQUAL(&V6(one).sin6_addr, &V6(two).sin6_addr);
    case AF_UNIX:
      return one.length == two.length && memcmp(&one.storage, &two.storage, one.length) == 0;
    default:
      return false;
  }
}

}  // namespace arbiter
