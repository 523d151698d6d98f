#include "service/net/acceptor.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/access/fair_share_key.h"

namespace arbiter {
namespace {

// The pause before accepting again after descriptors or memory have run out.
constexpr int kRetryMs = 50;
// The descriptors that the process needs for other purposes: the standard streams, pollers, files
// that are reloaded, the metrics port and its connections, the self-probe, and the connections of
// the cache.
constexpr rlim_t kOtherDescriptors = 64;

// The maximum number of pending connections, and the time in which each must send its PROXY header.
constexpr size_t kMaxPending = 1024;
constexpr std::chrono::seconds kPendingTimeout(10);
// An address may open this many connections at once, and then one per interval.
constexpr int kMaxBurst = 16;
constexpr std::chrono::milliseconds kPaceInterval(5);

bool IsOutOfResources(int error) {
  return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

}  // namespace

Acceptor::Acceptor(ListenSockets sockets, Networks proxies, Connections* connections, Hooks hooks,
                   std::string door)
    : sockets_(std::move(sockets)),
      proxies_(std::move(proxies)),
      connections_(connections),
      hooks_(std::move(hooks)),
      door_(std::move(door)),
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
  pending_.clear();
}

void Acceptor::Trust(const SocketAddress& source) {
  const std::lock_guard lock(mutex_);
  trusted_ = source;
}

void Acceptor::Run() {
  bool out_of_resources = false;
  while (true) {
    std::vector<pollfd> polled = {{.fd = stop_.get(), .events = POLLIN, .revents = 0}};
    const size_t pending = pending_.size();
    for (const Pending& connection : pending_) {
      // A connection that only waits for its turn is not polled, not even to learn that the client
      // has closed it.
      const int fd = connection.admission.has_value() ? -1 : connection.fd.get();
      polled.push_back({.fd = fd, .events = POLLIN, .revents = 0});
    }
    // A connection that cannot be accepted keeps its listening socket readable, so these sockets
    // are not polled until the next attempt.
    if (!out_of_resources) {
      for (const Fd& socket : sockets_->sockets()) {
        polled.push_back({.fd = socket.get(), .events = POLLIN, .revents = 0});
      }
    }
    if (poll(polled.data(), polled.size(), TimeoutMs(out_of_resources)) < 0) continue;
    if (polled[0].revents != 0) return;
    size_t index = 1;
    const Clock::time_point now = Clock::now();
    std::erase_if(pending_, [&](Pending& connection) {
      return Advance(&connection, polled[index++].revents != 0, now);
    });
    const bool accepts = !out_of_resources;
    out_of_resources = false;
    for (size_t i = pending + 1; accepts && i < polled.size(); ++i) {
      out_of_resources |= !AcceptFrom(polled[i].fd);
    }
  }
}

int Acceptor::TimeoutMs(bool out_of_resources) const {
  if (out_of_resources) return kRetryMs;
  if (pending_.empty()) return -1;
  Clock::time_point next = Clock::time_point::max();
  for (const Pending& pending : pending_) {
    next = std::min(next, pending.admission.value_or(pending.deadline));
  }
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now());
  return static_cast<int>(std::max<int64_t>(0, left.count()));
}

bool Acceptor::AcceptFrom(int socket) {
  // The limit lets other sockets and the stop signal get their turn.
  constexpr int kMaxAccepts = 64;
  for (int i = 0; i < kMaxAccepts; ++i) {
    SocketAddress peer;
    Fd connection(accept4(socket, peer.get(), &peer.length, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (connection) {
      HandleNew(std::move(connection), peer);
    } else if (IsOutOfResources(errno)) {
      return false;
    } else if (errno == EAGAIN) {
      return true;
    }
    // Any other error concerns a client that has already gone.
  }
  return true;
}

void Acceptor::HandleNew(Fd connection, const SocketAddress& peer) {
  if (IsTrusted(peer)) {
    Admit(std::move(connection), peer, peer);
    return;
  }
  const bool from_proxy = proxies_.Contain(peer);
  if (!proxies_.empty() && !from_proxy) {
    hooks_.not_from_proxy(absl::PermissionDeniedError(
        absl::StrCat(peer.Uri(), " is not in a network of --proxy-protocol-from")));
    return;
  }
  const std::string key = FairShareKey(peer.Uri());
  const auto from_address = static_cast<size_t>(
      from_proxy ? 0
                 : std::count_if(pending_.begin(), pending_.end(), [&key](const Pending& pending) {
                     return pending.peer_key == key;
                   }));
  if (!from_proxy && !connections_->HasRoomFor(peer, pending_.size(), from_address)) {
    hooks_.refused();
    return;
  }
  if (pending_.size() >= kMaxPending) pending_.pop_front();
  Pending pending = {.fd = std::move(connection),
                     .peer = peer,
                     .peer_key = key,
                     .client = std::nullopt,
                     .deadline = Clock::now() + kPendingTimeout};
  if (!from_proxy) pending.client = peer;
  if (!Advance(&pending, true, Clock::now())) pending_.push_back(std::move(pending));
}

void Acceptor::Admit(Fd connection, const SocketAddress& peer, const SocketAddress& client) {
  if (!connections_->HasRoomFor(client) && !IsTrusted(peer)) {
    hooks_.refused();
    return;
  }
  const ConnectionPtr added = connections_->Add(connection.get(), door_, peer, client);
  hooks_.accepted(connection.release(), added);
}

bool Acceptor::Advance(Pending* pending, bool readable, Clock::time_point now) {
  if (!pending->client.has_value()) {
    if (readable && !ReadProxyHeader(pending)) return true;
    if (!pending->client.has_value()) return now >= pending->deadline;
  }
  if (!pending->admission.has_value()) pending->admission = ScheduleAdmission(*pending->client);
  if (now < *pending->admission) return false;
  Admit(std::move(pending->fd), pending->peer, *pending->client);
  return true;
}

bool Acceptor::ReadProxyHeader(Pending* pending) {
  while (true) {
    const absl::StatusOr<ProxyHeader> header = ParseProxyHeader(pending->bytes);
    if (!header.ok()) {
      hooks_.not_from_proxy(header.status());
      return false;
    }
    const size_t missing = header->size - pending->bytes.size();
    if (missing == 0) {
      pending->client = header->client.value_or(pending->peer);
      pending->bytes.clear();
      return true;
    }
    char bytes[kMaxProxyHeader];
    const ssize_t read = recv(pending->fd.get(), bytes, missing, 0);
    if (read < 0) return errno == EAGAIN || errno == EINTR;
    if (read == 0) return false;
    pending->bytes.append(bytes, static_cast<size_t>(read));
  }
}

Acceptor::Clock::time_point Acceptor::ScheduleAdmission(const SocketAddress& client) {
  const Clock::time_point now = Clock::now();
  if (client.family() == AF_UNIX) return now;
  if (pace_.size() >= kMaxPending) {
    std::erase_if(pace_, [now](const auto& entry) { return entry.second < now; });
  }
  // After a pause, an address can open a full burst of connections again.
  Clock::time_point& turn = pace_[FairShareKey(client.Uri())];
  turn = std::max(turn, now - kMaxBurst * kPaceInterval) + kPaceInterval;
  return std::max(now, turn);
}

bool Acceptor::IsTrusted(const SocketAddress& peer) {
  const std::lock_guard lock(mutex_);
  return peer.IsSameAs(trusted_);
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
