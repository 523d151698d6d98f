#include "service/net/listen_sockets.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/base/status_macros.h"

namespace arbiter {
namespace {

// The maximum number of connections that wait to be accepted. The kernel caps it at its own limit.
constexpr int kBacklog = 1 << 16;
// A connection is dead if sent bytes are not acknowledged for this long.
constexpr unsigned kUserTimeoutMs = 20'000;

// How many bytes of a connection the kernel buffers before they are read. They may still have to be
// processed after the connection is broken off.
constexpr int kReceiveBuffer = 128 << 10;

absl::Status ErrnoError(const char* what) {
  return absl::UnavailableError(absl::StrCat(what, ": ", strerror(errno)));
}

absl::Status SetOption(int socket, int level, int name, int value) {
  if (setsockopt(socket, level, name, &value, sizeof(value)) == 0) return absl::OkStatus();
  return ErrnoError("setsockopt");
}

// Sets the options that connections inherit from a listening socket.
absl::Status SetTcpOptions(int socket) {
  ARBITER_RETURN_IF_ERROR(SetOption(socket, SOL_SOCKET, SO_REUSEADDR, 1));
  ARBITER_RETURN_IF_ERROR(SetOption(socket, IPPROTO_TCP, TCP_NODELAY, 1));
  ARBITER_RETURN_IF_ERROR(SetOption(socket, SOL_SOCKET, SO_RCVBUF, kReceiveBuffer));
  return SetOption(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, kUserTimeoutMs);
}

using AddressList = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

absl::StatusOr<AddressList> Resolve(const std::string& host) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE;
  addrinfo* found = nullptr;
  const int error = getaddrinfo(host.c_str(), nullptr, &hints, &found);
  if (error != 0) return absl::UnavailableError(absl::StrCat(host, ": ", gai_strerror(error)));
  return AddressList(found, &freeaddrinfo);
}

SocketAddress ToAddress(const addrinfo& info) {
  SocketAddress address;
  memcpy(&address.storage, info.ai_addr, info.ai_addrlen);
  address.length = info.ai_addrlen;
  return address;
}

SocketAddress Wildcard(sa_family_t family, int port) {
  SocketAddress address;
  address.storage.ss_family = family;
  address.length = family == AF_INET6 ? sizeof(sockaddr_in6) : sizeof(sockaddr_in);
  address.set_port(port);
  return address;
}

// Removes the file of a Unix socket that no process listens on.
void RemoveStale(const std::string& path, const SocketAddress& address) {
  struct stat found = {};
  if (lstat(path.c_str(), &found) != 0 || !S_ISSOCK(found.st_mode)) return;
  const Fd probe(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (connect(probe.get(), address.get(), address.length) != 0 && errno == ECONNREFUSED) {
    unlink(path.c_str());
  }
}

}  // namespace

absl::StatusOr<ListenSockets> ListenSockets::Open(const Address& address) {
  ListenSockets sockets;
  ARBITER_RETURN_IF_ERROR(address.is_unix() ? sockets.OpenUnix(address)
                                            : sockets.OpenInet(address));
  return sockets;
}

ListenSockets::~ListenSockets() {
  if (!unix_path_.empty()) unlink(unix_path_.c_str());
}

absl::Status ListenSockets::OpenUnix(const Address& address) {
  const bool abstract = address.scheme == "unix-abstract:";
  std::string_view path = address.path;
  // unix:///absolute/path is the same as unix:/absolute/path.
  if (path.starts_with("///")) path.remove_prefix(2);
  if (!SocketAddress::FitsUnix(path)) return absl::UnavailableError("the path is too long");
  const SocketAddress target = SocketAddress::Unix(path, abstract);
  if (!abstract) RemoveStale(std::string(path), target);
  ARBITER_RETURN_IF_ERROR(Add(target));
  if (!abstract) unix_path_ = path;
  return absl::OkStatus();
}

absl::Status ListenSockets::OpenInet(const Address& address) {
  if (address.host == "0.0.0.0") return Add(Wildcard(AF_INET, address.port));
  if (address.host == "::") {
    // The machine may have no IPv6.
    if (Add(Wildcard(AF_INET6, address.port)).ok()) return absl::OkStatus();
    return Add(Wildcard(AF_INET, address.port));
  }
  ARBITER_ASSIGN_OR_RETURN(const AddressList found, Resolve(address.host));
  absl::Status status;
  for (const addrinfo* info = found.get(); info != nullptr; info = info->ai_next) {
    SocketAddress next = ToAddress(*info);
    next.set_port(sockets_.empty() ? address.port : port());
    if (absl::Status added = Add(next); !added.ok()) status = added;
  }
  // One address is enough: `localhost` may include ::1 on a machine without IPv6.
  return sockets_.empty() ? status : absl::OkStatus();
}

absl::Status ListenSockets::Add(const SocketAddress& address) {
  Fd fd(socket(address.family(), SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!fd) return ErrnoError("socket");
  if (address.family() != AF_UNIX) {
    ARBITER_RETURN_IF_ERROR(SetTcpOptions(fd.get()));
  }
  if (address.family() == AF_INET6) {
    ARBITER_RETURN_IF_ERROR(SetOption(fd.get(), IPPROTO_IPV6, IPV6_V6ONLY, 0));
  }
  if (bind(fd.get(), address.get(), address.length) != 0) return ErrnoError("bind");
  if (listen(fd.get(), kBacklog) != 0) return ErrnoError("listen");
  sockets_.push_back(std::move(fd));
  return absl::OkStatus();
}

}  // namespace arbiter
