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

// What gRPC and this server keep of an open RPC, about, in bytes.
inline constexpr size_t kBytesOfCall = 24 << 10;

// A connection that was handed to gRPC. The counters are thread-safe.
struct Connection {
  // The address of the client, as gRPC writes addresses: that of the peer, unless a proxy has
  // named another one.
  std::string client;
  // Who shares the limit of connections of one address, and turns if he has no name (FairShareKey).
  std::string client_key;
  // RPCs that are open.
  std::atomic<int64_t> open_calls = 0;
  // RPCs that ended OK.
  std::atomic<uint64_t> answered_calls = 0;
  // Whether it was broken off; what it still brings is of no use then.
  bool broken_off() const { return broken_off_.load(std::memory_order_relaxed); }
  // Counts a request that has arrived, with what HTTP/2 takes beside it.
  void CountMessage(size_t bytes) {
    explained_bytes.fetch_add(bytes + kBytesBesideMessage, std::memory_order_relaxed);
  }

 private:
  friend class Connections;

  static constexpr size_t kBytesBesideMessage = 256;

  std::atomic<uint64_t> explained_bytes = 0;
  // What its bytes pass; only to tell it from others.
  const ReadFilter* filter = nullptr;
  // -1 for none.
  int fd = -1;
  // Of its socket. A descriptor is this connection while it names the same socket.
  ino_t inode = 0;
  std::atomic<bool> broken_off_ = false;
  // As found when last looked at.
  uint64_t noted_bytes = 0;
};

using ConnectionPtr = std::shared_ptr<Connection>;

// Why a connection is broken off.
enum class BreakReason {
  // It has many times as many calls open as it was told it may.
  kStreams,
  // Its address floods the server (Flood).
  kResets,
  kHeaders,
  kSmallFrames,
  // It holds most of the memory while there is too little.
  kMemory,
  // It sends so much that is no request that the threads that serve see to nothing else.
  kHogging,
};
inline constexpr int kBreakReasons = 6;
// As the log and the metrics have it: `streams`.
std::string_view BreakReasonName(BreakReason reason);

// The connections that are open, of those handed to gRPC, which closes them without a word. Goes
// once gRPC limits connections and memory for an address, which no version does yet. Thread-safe.
class Connections {
 public:
  struct Limits {
    // Connections at a time, and those of one client's address; 0 for any number of the latter.
    size_t max = SIZE_MAX;
    size_t max_of_address = 0;
    // Streams of a connection at a time, as it is told.
    int64_t max_streams = INT64_MAX / 8;
    // Bytes of a request.
    uint64_t max_message = 0;
  };

  // `broken_off` is told of every connection that is broken off, with the client's address. It is
  // called by the thread that does so.
  Connections(const Limits& limits,
              std::function<void(BreakReason reason, const std::string& client)> broken_off);
  // Only once gRPC reads from none of them.
  ~Connections();
  Connections(const Connections&) = delete;
  Connections& operator=(const Connections&) = delete;

  // How many connections an address may have at most while memory is short.
  static constexpr size_t kMaxOfAddressWhenShortOfMemory = 16;

  // Whether there is room for one more connection of this client; not for a second after one of the
  // same address was broken off. Looks which connections are still open only if there may be too
  // many, and then for at most a twentieth of the time: between two looks the answer is that of the
  // last. `pending` more are about to come, of which `pending_of_address` from the same address.
  bool HasRoomFor(const SocketAddress& client, size_t pending = 0, size_t pending_of_address = 0);
  // Whether kMaxOfAddressWhenShortOfMemory holds.
  void set_short_of_memory(bool is_short) { short_of_memory_ = is_short; }
  // Before it is handed over. `client` is the peer, or whom a proxy names. Returns what the bytes
  // of the connection have to pass on their way to gRPC, which breaks it off when they are a flood.
  std::shared_ptr<ReadFilter> Add(int fd, const SocketAddress& peer, const SocketAddress& client);
  // The connection with this peer, as gRPC writes it. One without a socket if it is not known, as
  // for Unix sockets, which have no names.
  ConnectionPtr Find(std::string_view peer);

  // Counts one more open RPC. False if the connection has three times as many as it was told it
  // may: then it is broken off.
  bool CountCall(Connection& connection);

  // How many are open; looks at each.
  size_t Count();
  // As Count() or more; looks at none.
  size_t CountAtMost();

  // Sends the end of the stream on each.
  void HalfClose();

  // Breaks off the connection that holds most, and those that hold half as much: by what each has
  // sent that was no request, and what its open RPCs take. False if none holds `at_least` bytes.
  bool BreakOffGreatest(uint64_t at_least);
  // Breaks off those that have sent more than this many bytes that were no request.
  void BreakOffHogs(uint64_t at_least);
  // Notes how much each has sent so far: the two above count what comes later. One thread calls
  // these three.
  void NoteTraffic();

 private:
  using Clock = std::chrono::steady_clock;

  // What is known of a client's address, by Connection::client_key.
  struct Address {
    size_t connections = 0;
    // It gets no new connection until then, since one of its was broken off.
    Clock::time_point barred_until = {};
    std::shared_ptr<FloodBudget> budget = std::make_shared<FloodBudget>();
  };
  class Filter;

  static bool IsOpen(const Connection& connection);
  // Those that were not broken off, as far as is known.
  std::vector<ConnectionPtr> OpenOnes();
  void BreakOff(Connection& connection, BreakReason reason);
  // What a connection has sent that was no request, since the last note.
  static uint64_t UnexplainedBytes(const Connection& connection);
  // The same without what may still become a request.
  uint64_t SuspectBytes(const Connection& connection) const;
  // The rest needs the lock. Forgets those that are closed, and addresses that owe nothing.
  void Sweep();
  void ForgetAddresses();
  void Forget(const Connection& connection);

  const Limits limits_;
  const std::function<void(BreakReason, const std::string&)> broken_off_;
  // What Find() returns for an unknown peer.
  const ConnectionPtr unknown_ = std::make_shared<Connection>();

  std::atomic<bool> short_of_memory_ = false;
  std::mutex mutex_;
  // By the peer.
  absl::flat_hash_map<std::string, ConnectionPtr> open_;
  // By Connection::client_key.
  absl::flat_hash_map<std::string, Address> addresses_;
  // How many addresses there are when it is next tried to forget some.
  size_t next_cleanup_size_ = 1000;
  Clock::time_point next_sweep_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_CONNECTIONS_H_
