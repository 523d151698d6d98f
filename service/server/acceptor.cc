#include "service/server/acceptor.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

namespace arbiter {
namespace {

constexpr int kRetryMs = 50;
// Standard streams, pollers, files under reload, the metrics port and its connections, the
// self-probe, a cache's connections.
constexpr rlim_t kOtherDescriptors = 64;

bool LacksResources(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

}  // namespace

Acceptor::Acceptor(ListenSockets sockets, size_t max_connections, Handler handler,
                   std::function<void()> refused)
    : sockets_(std::move(sockets)),
      max_connections_(max_connections),
      handler_(std::move(handler)),
      refused_(std::move(refused)),
      port_(sockets_->port()),
      target_(sockets_->target()),
      stop_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Acceptor::~Acceptor() { Stop(); }

void Acceptor::Start() {
  thread_ = std::thread([this] { Run(); });
}

void Acceptor::Stop() {
  if (thread_.joinable()) {
    eventfd_write(stop_.get(), 1);
    thread_.join();
  }
  sockets_.reset();
}

void Acceptor::Welcome(const SocketAddress& source) {
  const std::lock_guard lock(mutex_);
  welcome_ = source;
}

void Acceptor::Run() {
  std::vector<pollfd> polled = {{.fd = stop_.get(), .events = POLLIN, .revents = 0}};
  for (const Fd& socket : sockets_->sockets()) {
    polled.push_back({.fd = socket.get(), .events = POLLIN, .revents = 0});
  }
  bool lacking = false;
  while (true) {
    // What can't be accepted stays readable: only the signal to stop is waited for then.
    if (poll(polled.data(), lacking ? 1 : polled.size(), lacking ? kRetryMs : -1) < 0) continue;
    if (polled[0].revents != 0) return;
    lacking = false;
    for (size_t i = 1; i < polled.size(); ++i) lacking |= !AcceptFrom(polled[i].fd);
  }
}

bool Acceptor::AcceptFrom(int socket) {
  // Other sockets and the signal to stop get their turn.
  constexpr int kAtATime = 64;
  for (int i = 0; i < kAtATime; ++i) {
    Fd connection(accept4(socket, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (connection) {
      Admit(std::move(connection));
    } else if (LacksResources(errno)) {
      return false;
    } else if (errno == EAGAIN) {
      return true;
    }
    // Everything else is about a client that has gone.
  }
  return true;
}

void Acceptor::Admit(Fd connection) {
  if (!table_.HasRoom(max_connections_) && !IsWelcome(connection.get())) {
    refused_();
    return;
  }
  table_.Add(connection.get());
  handler_(connection.release());
}

bool Acceptor::IsWelcome(int connection) {
  const SocketAddress peer = SocketAddress::Peer(connection);
  const std::lock_guard lock(mutex_);
  return peer.IsSameAs(welcome_);
}

size_t ConnectionCap(size_t wanted) {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return wanted;
  const rlim_t needed = std::min<rlim_t>(limit.rlim_max, wanted + kOtherDescriptors);
  if (limit.rlim_cur < needed) {
    limit.rlim_cur = needed;
    setrlimit(RLIMIT_NOFILE, &limit);
    getrlimit(RLIMIT_NOFILE, &limit);
  }
  const rlim_t left =
      limit.rlim_cur > kOtherDescriptors ? limit.rlim_cur - kOtherDescriptors : rlim_t{1};
  return std::min<size_t>(wanted, left);
}

}  // namespace arbiter
