#ifndef ARBITER_SERVICE_NET_CONNECTIONS_H_
#define ARBITER_SERVICE_NET_CONNECTIONS_H_

#include <sys/types.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "service/net/address.h"

namespace arbiter {

// A connection that was handed to a door, such as gRPC. The counter is thread-safe.
struct Connection {
  // The address of the client, in gRPC's format: the address of the peer, unless a proxy has named
  // another one.
  std::string client;
  // The FairShareKey of `client`. Connections with the same key share the limit of an address, and
  // clients without a name also share their turns.
  std::string client_key;
  // The number of RPCs that are open.
  std::atomic<int64_t> open_calls = 0;
  // Whether the connection was broken off. Anything that still arrives on it can be ignored then.
  bool broken_off() const { return broken_off_.load(std::memory_order_relaxed); }

 private:
  friend class Connections;

  // The descriptor of the socket; -1 in the connection that Find() returns for unknown peers.
  int fd_ = -1;
  // The inode of the socket. `fd_` is this connection as long as it refers to the same inode.
  ino_t inode_ = 0;
  // Connections are numbered in the order in which they were added.
  uint64_t number_ = 0;
  std::atomic<bool> broken_off_ = false;
};

using ConnectionPtr = std::shared_ptr<Connection>;

// Why a connection is broken off, that is, shut down by the server without notice.
enum class BreakReason {
  // It has more than three times as many open calls as it is allowed.
  kStreams,
  // The heap has stayed above its limit.
  kMemory,
};
inline constexpr int kBreakReasons = 2;
// Returns the name of the reason in the log and in metrics, such as `streams`.
std::string_view BreakReasonName(BreakReason reason);

// The open connections that were handed to gRPC, which closes them without notifying this class.
// The class can be removed once gRPC limits the connections of an address and closes connections
// when memory is short, which no version does yet. Thread-safe.
class Connections {
 public:
  struct Limits {
    // The maximum number of open connections, in all and per client address. 0 per address means no
    // limit.
    size_t max = SIZE_MAX;
    size_t max_per_address = 0;
    // The limit of concurrent streams that is announced to each connection.
    int64_t max_streams = INT64_MAX / 8;
  };

  // `broken_off` is called for every connection that is broken off, with the client's address, by
  // the thread that breaks it off.
  Connections(const Limits& limits,
              std::function<void(BreakReason reason, const std::string& client)> broken_off);
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  // The maximum number of connections of an address while memory is short.
  static constexpr size_t kMaxPerAddressWhenShortOfMemory = 16;

  // Whether there is room for one more connection of this client, in addition to `pending`
  // connections that are about to be added, `pending_from_address` of them from the same address.
  //
  // Checks which connections are still open only if there may be too many, and spends at most a
  // twentieth of the time on such checks. In between, the result of the last check counts.
  bool HasRoomFor(const SocketAddress& client, size_t pending = 0, size_t pending_from_address = 0);
  // Sets whether kMaxPerAddressWhenShortOfMemory applies.
  void set_short_of_memory(bool is_short) { short_of_memory_ = is_short; }
  // Adds a connection that is about to be handed to a door, and returns it. `client` is the peer,
  // or the client that a proxy names. `door` is empty for gRPC, and otherwise tells connections of
  // the same peer to different ports apart.
  ConnectionPtr Add(int fd, std::string_view door, const SocketAddress& peer,
                    const SocketAddress& client);
  // Finds the connection of gRPC with this peer, which is in gRPC's format. Returns a connection
  // without a socket if the peer is unknown, and for all Unix sockets, because they have no names.
  // Never nullptr.
  ConnectionPtr Find(std::string_view peer);

  // Counts one more open RPC. Breaks the connection off and returns false if it now has more than
  // three times as many as it is allowed.
  bool CountCall(Connection& connection);

  // Returns how many connections are open, after checking each of them.
  size_t Count();
  // Returns an upper bound of Count() without checking any connection.
  size_t CountUpperBound();

  // Shuts down the sending side of every connection.
  void HalfClose();

  // Breaks off the newest of the open connections because memory is short. `share` is how many of
  // them, 0 to 1; the number is rounded up. Returns how many were broken off.
  size_t BreakOffNewest(double share);

 private:
  using Clock = std::chrono::steady_clock;

  static bool IsOpen(const Connection& connection);
  // Returns the connections that are open and were not broken off, the newest first.
  std::vector<ConnectionPtr> OpenConnections();
  // Returns false if the connection is gone or was broken off before.
  bool BreakOff(Connection& connection, BreakReason reason);
  // The following functions require the lock. Sweep() forgets closed connections.
  void Sweep();
  void Forget(const Connection& connection);

  const Limits limits_;
  const std::function<void(BreakReason, const std::string&)> broken_off_;
  // The result of Find() for an unknown peer.
  const ConnectionPtr unknown_ = std::make_shared<Connection>();

  std::atomic<bool> short_of_memory_ = false;
  std::mutex mutex_;
  // The connections by peer.
  absl::flat_hash_map<std::string, ConnectionPtr> open_;
  // The number of connections of each address, by Connection::client_key.
  absl::flat_hash_map<std::string, size_t> addresses_;
  uint64_t next_number_ = 0;
  Clock::time_point next_sweep_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_CONNECTIONS_H_
