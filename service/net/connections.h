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
#include "service/net/flood_filter.h"
#include "service/net/read_filter.h"

namespace arbiter {

// The approximate memory that gRPC and this server use for an open RPC, in bytes.
inline constexpr size_t kBytesPerCall = 24 << 10;

// A connection that was handed to gRPC. The counters are thread-safe.
struct Connection {
  // The address of the client, in gRPC's format: the address of the peer, unless a proxy has named
  // another one.
  std::string client;
  // The FairShareKey of `client`. Connections with the same key share the limit of an address, and
  // clients without a name also share their turns.
  std::string client_key;
  // The number of RPCs that are open.
  std::atomic<int64_t> open_calls = 0;
  // The number of RPCs that ended OK.
  std::atomic<uint64_t> answered_calls = 0;
  // Whether the connection was broken off. Anything that still arrives on it can be ignored then.
  bool broken_off() const { return broken_off_.load(std::memory_order_relaxed); }
  // Counts a request that has arrived, including the overhead of HTTP/2.
  void CountMessage(size_t bytes) {
    explained_bytes_.fetch_add(bytes + kMessageOverheadBytes, std::memory_order_relaxed);
  }

 private:
  friend class Connections;

  static constexpr size_t kMessageOverheadBytes = 256;

  // The bytes that belong to requests.
  std::atomic<uint64_t> explained_bytes_ = 0;
  // Identifies the filter that belongs to the connection; never dereferenced.
  const ReadFilter* filter_ = nullptr;
  // The descriptor of the socket; -1 in the connection that Find() returns for unknown peers.
  int fd_ = -1;
  // The inode of the socket. `fd_` is this connection as long as it refers to the same inode.
  ino_t inode_ = 0;
  std::atomic<bool> broken_off_ = false;
  // The bytes that belong to no request and that NoteTraffic() has seen.
  uint64_t noted_bytes_ = 0;
};

using ConnectionPtr = std::shared_ptr<Connection>;

// Why a connection is broken off, that is, shut down by the server without notice.
enum class BreakReason {
  // It has more than three times as many open calls as it is allowed.
  kStreams,
  // It takes part in a flood from its address (see Flood).
  kResets,
  kHeaders,
  kSmallFrames,
  // It holds the most memory while memory is short.
  kMemory,
  // It keeps the serving threads busy with bytes that belong to no request.
  kHogging,
};
inline constexpr int kBreakReasons = 6;
// Returns the name of the reason in the log and in metrics, such as `streams`.
std::string_view BreakReasonName(BreakReason reason);

// The open connections that were handed to gRPC, which closes them without notifying this class.
// The class can be removed once gRPC limits the connections and the memory of an address, which no
// version does yet. Thread-safe.
class Connections {
 public:
  struct Limits {
    // The maximum number of open connections, in all and per client address. 0 per address means no
    // limit.
    size_t max = SIZE_MAX;
    size_t max_per_address = 0;
    // The limit of concurrent streams that is announced to each connection.
    int64_t max_streams = INT64_MAX / 8;
    // The maximum size of a request, in bytes.
    uint64_t max_message = 0;
  };

  // `broken_off` is called for every connection that is broken off, with the client's address, by
  // the thread that breaks it off.
  Connections(const Limits& limits,
              std::function<void(BreakReason reason, const std::string& client)> broken_off);
  // gRPC must no longer read from any of the connections.
  ~Connections();
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  // The maximum number of connections of an address while memory is short.
  static constexpr size_t kMaxPerAddressWhenShortOfMemory = 16;

  // Whether there is room for one more connection of this client, in addition to `pending`
  // connections that are about to be added, `pending_from_address` of them from the same address.
  // Returns false for a second after a connection of the address was broken off.
  //
  // Checks which connections are still open only if there may be too many, and spends at most a
  // twentieth of the time on such checks. In between, the result of the last check counts.
  bool HasRoomFor(const SocketAddress& client, size_t pending = 0, size_t pending_from_address = 0);
  // Sets whether kMaxPerAddressWhenShortOfMemory applies.
  void set_short_of_memory(bool is_short) { short_of_memory_ = is_short; }
  // Adds a connection that is about to be handed to gRPC. `client` is the peer, or the client that
  // a proxy names. Returns the filter that its bytes must pass on their way to gRPC; the filter
  // terminates the connection if they amount to a flood.
  std::shared_ptr<ReadFilter> Add(int fd, const SocketAddress& peer, const SocketAddress& client);
  // Finds the connection with this peer, which is in gRPC's format. Returns a connection without a
  // socket if the peer is unknown, and for all Unix sockets, because they have no names. Never
  // nullptr.
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

  // The number of unfinished requests of maximum size that a client may have without being
  // suspected of filling the memory.
  static constexpr uint64_t kExcusedMessages = 4;
  // Breaks off the largest connections of the client that holds the most memory, and of all that
  // hold at least half as much. The memory of a connection is estimated from its open RPCs and from
  // the bytes it has sent that belong to no request; those of kExcusedMessages requests may still
  // be completed. Returns false if no client holds `at_least` bytes.
  bool BreakOffLargest(uint64_t at_least);
  // Breaks off the connections that sent more than `limit` bytes that belong to no request.
  void BreakOffHogs(uint64_t limit);
  // Notes how much each connection has sent so far, so that the two functions above count only what
  // it sends afterwards. All three must be called by the same thread.
  void NoteTraffic();

 private:
  using Clock = std::chrono::steady_clock;

  // The connections of one client address.
  struct Address {
    size_t connections = 0;
    // Until this time, the address gets no new connection, because one of its connections was
    // broken off.
    Clock::time_point barred_until = {};
    std::shared_ptr<FloodBudget> budget = std::make_shared<FloodBudget>();
  };
  class Filter;

  static bool IsOpen(const Connection& connection);
  // Returns the connections that may be open and were not broken off.
  std::vector<ConnectionPtr> OpenConnections();
  void BreakOff(Connection& connection, BreakReason reason);
  // Returns how many bytes that belong to no request the connection has sent since the last
  // NoteTraffic().
  static uint64_t UnexplainedBytes(const Connection& connection);
  // The following functions require the lock. Sweep() forgets closed connections, and addresses of
  // which nothing needs to be remembered.
  void Sweep();
  void ForgetAddresses();
  void Forget(const Connection& connection);

  const Limits limits_;
  const std::function<void(BreakReason, const std::string&)> broken_off_;
  // The result of Find() for an unknown peer.
  const ConnectionPtr unknown_ = std::make_shared<Connection>();

  std::atomic<bool> short_of_memory_ = false;
  std::mutex mutex_;
  // The connections by peer.
  absl::flat_hash_map<std::string, ConnectionPtr> open_;
  // The addresses by Connection::client_key.
  absl::flat_hash_map<std::string, Address> addresses_;
  // The number of addresses at which the next cleanup is due.
  size_t next_cleanup_size_ = 1000;
  Clock::time_point next_sweep_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_CONNECTIONS_H_
