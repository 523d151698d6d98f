#include "service/net/connections.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "service/access/fair_share_key.h"
#include "service/net/fd.h"

namespace arbiter {
namespace {

// The minimum pause after a sweep, as a multiple of the time that the sweep took.
constexpr int kSweepPauseFactor = 20;
// The maximum number of open calls on a connection, as a multiple of its maximum number of streams.
// gRPC enforces the latter itself, but a call whose end the client has seen may still count as open
// here.
constexpr int64_t kOpenCallsFactor = 3;

// Returns 0 if the descriptor is closed or not a socket.
ino_t SocketInode(int fd) {
  struct stat found = {};
  if (fstat(fd, &found) != 0 || !S_ISSOCK(found.st_mode)) return 0;
  return found.st_ino;
}

}  // namespace

std::string_view BreakReasonName(BreakReason reason) {
  constexpr std::array<std::string_view, kBreakReasons> kNames = {"streams", "memory"};
  return kNames.at(static_cast<size_t>(reason));
}

Connections::Connections(const Limits& limits,
                         std::function<void(BreakReason, const std::string&)> broken_off)
    : limits_(limits), broken_off_(std::move(broken_off)) {
  unknown_->client = "unix:";
  unknown_->client_key = FairShareKey(unknown_->client);
}

bool Connections::HasRoomFor(const SocketAddress& client, size_t pending,
                             size_t pending_from_address) {
  const std::string key = FairShareKey(client.Uri());
  const bool is_local = client.family() == AF_UNIX;
  const std::lock_guard lock(mutex_);
  const auto has_room = [&] {
    if (open_.size() + pending >= limits_.max) return false;
    if (is_local) return true;
    const auto found = addresses_.find(key);
    const size_t open = found == addresses_.end() ? 0 : found->second;
    const size_t usual = limits_.max_per_address > 0 ? limits_.max_per_address : SIZE_MAX;
    const size_t max = short_of_memory_ ? std::min(usual, kMaxPerAddressWhenShortOfMemory) : usual;
    return open + pending_from_address < max;
  };
  if (has_room()) return true;
  const Clock::time_point start = Clock::now();
  if (start < next_sweep_) return false;
  Sweep();
  const Clock::time_point end = Clock::now();
  next_sweep_ = end + kSweepPauseFactor * (end - start);
  return has_room();
}

ConnectionPtr Connections::Add(int fd, std::string_view door, const SocketAddress& peer,
                               const SocketAddress& client) {
  auto connection = std::make_shared<Connection>();
  connection->client = client.Uri();
  connection->client_key = FairShareKey(connection->client);
  connection->fd_ = fd;
  connection->inode_ = SocketInode(fd);
  // Unix sockets have no names, so their descriptors tell them apart.
  std::string name = std::string(door) + peer.Uri();
  if (peer.family() == AF_UNIX) name += std::to_string(fd);
  const std::lock_guard lock(mutex_);
  connection->number_ = next_number_++;
  ++addresses_[connection->client_key];
  // An earlier connection with this name is closed by now.
  ConnectionPtr& place = open_[std::move(name)];
  if (place != nullptr) Forget(*place);
  place = connection;
  return connection;
}

ConnectionPtr Connections::Find(std::string_view peer) {
  const std::lock_guard lock(mutex_);
  const auto found = open_.find(absl::string_view(peer.data(), peer.size()));
  return found == open_.end() ? unknown_ : found->second;
}

bool Connections::CountCall(Connection& connection) {
  const int64_t open = connection.open_calls.fetch_add(1, std::memory_order_relaxed) + 1;
  if (connection.fd_ < 0 || open <= kOpenCallsFactor * limits_.max_streams) return true;
  BreakOff(connection, BreakReason::kStreams);
  return false;
}

size_t Connections::Count() {
  const std::lock_guard lock(mutex_);
  Sweep();
  return open_.size();
}

size_t Connections::CountUpperBound() {
  const std::lock_guard lock(mutex_);
  return open_.size();
}

void Connections::HalfClose() {
  const std::lock_guard lock(mutex_);
  for (const auto& [unused, connection] : open_) {
    if (IsOpen(*connection)) shutdown(connection->fd_, SHUT_WR);
  }
}

size_t Connections::BreakOffNewest(double share) {
  std::vector<ConnectionPtr> newest = OpenConnections();
  newest.resize(static_cast<size_t>(std::ceil(share * static_cast<double>(newest.size()))));
  size_t broken_off = 0;
  for (const ConnectionPtr& connection : newest) {
    broken_off += BreakOff(*connection, BreakReason::kMemory) ? 1 : 0;
  }
  return broken_off;
}

std::vector<ConnectionPtr> Connections::OpenConnections() {
  std::vector<ConnectionPtr> connections;
  {
    const std::lock_guard lock(mutex_);
    connections.reserve(open_.size());
    for (const auto& [unused, connection] : open_) {
      if (!connection->broken_off() && IsOpen(*connection)) connections.push_back(connection);
    }
  }
  std::sort(connections.begin(), connections.end(),
            [](const auto& a, const auto& b) { return a->number_ > b->number_; });
  return connections;
}

bool Connections::IsOpen(const Connection& connection) {
  return SocketInode(connection.fd_) == connection.inode_;
}

bool Connections::BreakOff(Connection& connection, BreakReason reason) {
  if (connection.broken_off_.exchange(true)) return false;
  // A duplicate is needed because gRPC may close its descriptor at any time.
  const Fd socket(fcntl(connection.fd_, F_DUPFD_CLOEXEC, 0));
  if (SocketInode(socket.get()) != connection.inode_) {
    // The connection is gone, or no descriptor is left for the duplicate. In the latter case, allow
    // another attempt.
    if (!socket && IsOpen(connection)) connection.broken_off_ = false;
    return false;
  }
  shutdown(socket.get(), SHUT_RDWR);
  broken_off_(reason, connection.client);
  return true;
}

void Connections::Sweep() {
  absl::erase_if(open_, [this](const auto& entry) {
    const Connection& connection = *entry.second;
    if (IsOpen(connection)) return false;
    Forget(connection);
    return true;
  });
}

void Connections::Forget(const Connection& connection) {
  const auto address = addresses_.find(connection.client_key);
  if (--address->second == 0) addresses_.erase(address);
}

}  // namespace arbiter
