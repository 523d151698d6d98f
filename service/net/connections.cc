#include "service/net/connections.h"

#include <fcntl.h>
// The kernel's tcp_info. The one in <netinet/tcp.h> lacks the later fields.
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <optional>
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
// How long an address gets no new connection after one of its connections was broken off.
constexpr std::chrono::seconds kBarredFor(1);

// Returns 0 if the descriptor is closed or not a socket.
ino_t SocketInode(int fd) {
  struct stat found = {};
  if (fstat(fd, &found) != 0 || !S_ISSOCK(found.st_mode)) return 0;
  return found.st_ino;
}

// Returns 0 if the descriptor is not a TCP connection.
uint64_t BytesReceived(int fd) {
  tcp_info info = {};
  socklen_t size = sizeof(info);
  return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 ? info.tcpi_bytes_received : 0;
}

}  // namespace

std::string_view BreakReasonName(BreakReason reason) {
  constexpr std::array<std::string_view, kBreakReasons> kNames = {
      "streams", "resets", "headers", "small_frames", "memory", "hogging"};
  return kNames.at(static_cast<size_t>(reason));
}

// Breaks a connection off if it floods the server.
class Connections::Filter final : public ReadFilter {
 public:
  Filter(Connections* connections, ConnectionPtr connection, std::shared_ptr<FloodBudget> budget)
      : connections_(connections),
        connection_(std::move(connection)),
        flood_(connections->limits_.max_streams, std::move(budget), &connection_->answered_calls) {}

  bool OnRead(std::string_view bytes) override {
    return Accepts([&] { return flood_.Read(bytes, Clock::now()); });
  }
  bool OnTlsHandshakeRecord() override {
    return Accepts([&] { return flood_.ReadTlsHandshakeRecord(Clock::now()); });
  }

 private:
  template <typename FindFlood>
  bool Accepts(FindFlood find_flood) {
    if (!connection_->broken_off()) {
      const std::optional<Flood> flood = find_flood();
      if (!flood.has_value()) return true;
      if (IsOpen(*connection_)) connections_->BreakOff(*connection_, ReasonOf(*flood));
    }
    // If the connection is closed, another socket may have its descriptor; let those bytes pass.
    return !IsOpen(*connection_);
  }

  static BreakReason ReasonOf(Flood flood) {
    switch (flood) {
      case Flood::kResets:
        return BreakReason::kResets;
      case Flood::kHeaders:
        return BreakReason::kHeaders;
      case Flood::kSmallFrames:
        break;
    }
    return BreakReason::kSmallFrames;
  }

  Connections* const connections_;
  const ConnectionPtr connection_;
  FloodFilter flood_;
};

Connections::Connections(const Limits& limits,
                         std::function<void(BreakReason, const std::string&)> broken_off)
    : limits_(limits), broken_off_(std::move(broken_off)) {
  unknown_->client = "unix:";
  unknown_->client_key = FairShareKey(unknown_->client);
}

Connections::~Connections() {
  for (const auto& [unused, connection] : open_) Forget(*connection);
}

bool Connections::HasRoomFor(const SocketAddress& client, size_t pending,
                             size_t pending_from_address) {
  const std::string key = FairShareKey(client.Uri());
  const std::lock_guard lock(mutex_);
  const auto known = addresses_.find(key);
  const bool is_local = client.family() == AF_UNIX;
  if (!is_local && known != addresses_.end() && Clock::now() < known->second.barred_until) {
    return false;
  }
  const auto has_room = [&] {
    if (open_.size() + pending >= limits_.max) return false;
    if (is_local) return true;
    const auto found = addresses_.find(key);
    const size_t open = found == addresses_.end() ? 0 : found->second.connections;
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

std::shared_ptr<ReadFilter> Connections::Add(int fd, const SocketAddress& peer,
                                             const SocketAddress& client) {
  auto connection = std::make_shared<Connection>();
  connection->client = client.Uri();
  connection->client_key = FairShareKey(connection->client);
  connection->fd_ = fd;
  connection->inode_ = SocketInode(fd);
  // Unix sockets have no names, so their descriptors tell them apart.
  std::string name = peer.Uri();
  if (peer.family() == AF_UNIX) name += std::to_string(fd);
  const std::lock_guard lock(mutex_);
  if (addresses_.size() >= next_cleanup_size_) {
    ForgetAddresses();
    next_cleanup_size_ = std::max(next_cleanup_size_, 2 * addresses_.size());
  }
  Address& address = addresses_[connection->client_key];
  ++address.connections;
  // Clients on Unix sockets cannot be told apart, so each connection has a budget of its own.
  const bool shares_budget = client.family() != AF_UNIX;
  auto filter = std::make_shared<Filter>(
      this, connection, shares_budget ? address.budget : std::make_shared<FloodBudget>());
  connection->filter_ = filter.get();
  // An earlier connection with this name is closed by now.
  ConnectionPtr& place = open_[std::move(name)];
  if (place != nullptr) Forget(*place);
  place = std::move(connection);
  return filter;
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

bool Connections::BreakOffLargest(uint64_t at_least) {
  // What the connections of a client hold, in bytes.
  struct Held {
    uint64_t bytes = 0;
    // The part of it that may belong to unfinished requests.
    uint64_t excused = 0;
    std::vector<std::pair<uint64_t, ConnectionPtr>> connections;
  };
  absl::flat_hash_map<std::string, Held> clients;
  for (ConnectionPtr& connection : OpenConnections()) {
    const auto calls = static_cast<uint64_t>(connection->open_calls.load());
    const uint64_t unexplained = UnexplainedBytes(*connection);
    Held& held = clients[connection->client_key];
    // The bytes may be part of an unfinished request, unless many calls are open.
    const bool excused = calls <= static_cast<uint64_t>(limits_.max_streams) / 2;
    held.excused += excused ? std::min<uint64_t>(unexplained, limits_.max_message) : 0;
    const uint64_t bytes = calls * kBytesPerCall + unexplained;
    held.bytes += bytes;
    held.connections.emplace_back(bytes, std::move(connection));
  }
  uint64_t max = 0;
  for (auto& [unused, held] : clients) {
    held.bytes -= std::min(held.excused, kExcusedMessages * limits_.max_message);
    max = std::max(max, held.bytes);
  }
  if (max < at_least) return false;
  for (const auto& [unused, held] : clients) {
    if (held.bytes < std::max(at_least, max / 2)) continue;
    const uint64_t largest =
        std::max_element(held.connections.begin(), held.connections.end())->first;
    for (const auto& [bytes, connection] : held.connections) {
      if (bytes >= largest / 2) BreakOff(*connection, BreakReason::kMemory);
    }
  }
  return true;
}

void Connections::BreakOffHogs(uint64_t limit) {
  for (const ConnectionPtr& connection : OpenConnections()) {
    if (UnexplainedBytes(*connection) > limit) BreakOff(*connection, BreakReason::kHogging);
  }
}

void Connections::NoteTraffic() {
  for (const ConnectionPtr& connection : OpenConnections()) {
    connection->noted_bytes_ += UnexplainedBytes(*connection);
  }
}

std::vector<ConnectionPtr> Connections::OpenConnections() {
  std::vector<ConnectionPtr> connections;
  const std::lock_guard lock(mutex_);
  connections.reserve(open_.size());
  for (const auto& [unused, connection] : open_) {
    if (!connection->broken_off()) connections.push_back(connection);
  }
  return connections;
}

bool Connections::IsOpen(const Connection& connection) {
  return SocketInode(connection.fd_) == connection.inode_;
}

void Connections::BreakOff(Connection& connection, BreakReason reason) {
  if (connection.broken_off_.exchange(true)) return;
  // A duplicate is needed because gRPC may close its descriptor at any time.
  const Fd socket(fcntl(connection.fd_, F_DUPFD_CLOEXEC, 0));
  if (SocketInode(socket.get()) != connection.inode_) {
    // The connection is gone, or no descriptor is left for the duplicate. In the latter case, allow
    // another attempt.
    if (!socket && IsOpen(connection)) connection.broken_off_ = false;
    return;
  }
  shutdown(socket.get(), SHUT_RDWR);
  {
    const std::lock_guard lock(mutex_);
    addresses_[connection.client_key].barred_until = Clock::now() + kBarredFor;
  }
  broken_off_(reason, connection.client);
}

uint64_t Connections::UnexplainedBytes(const Connection& connection) {
  // If the descriptor was closed and reused, this counts another connection's bytes, but only once.
  const uint64_t received = BytesReceived(connection.fd_);
  const uint64_t explained = connection.noted_bytes_ + connection.explained_bytes_.load();
  return received > explained ? received - explained : 0;
}

void Connections::Sweep() {
  absl::erase_if(open_, [this](const auto& entry) {
    const Connection& connection = *entry.second;
    if (IsOpen(connection)) return false;
    Forget(connection);
    return true;
  });
  ForgetAddresses();
}

void Connections::Forget(const Connection& connection) {
  --addresses_[connection.client_key].connections;
  StopFilteringReads(connection.fd_, connection.filter_);
}

void Connections::ForgetAddresses() {
  const Clock::time_point now = Clock::now();
  absl::erase_if(addresses_, [now](const auto& entry) {
    const Address& address = entry.second;
    return address.connections == 0 && address.barred_until <= now && address.budget->IsFull(now) &&
           address.budget.use_count() == 1;
  });
}

}  // namespace arbiter
