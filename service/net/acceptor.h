#ifndef ARBITER_SERVICE_NET_ACCEPTOR_H_
#define ARBITER_SERVICE_NET_ACCEPTOR_H_

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>

#include "absl/status/status.h"
#include "service/net/address.h"
#include "service/net/connections.h"
#include "service/net/fd.h"
#include "service/net/listen_sockets.h"
#include "service/net/proxy_protocol.h"
#include "service/net/read_filter.h"

namespace arbiter {

// Accepts connections in gRPC's place, whose own listener in version 1.51 never accepts again once
// descriptors ran out (CVE-2023-4785), knows no cap, and can't read PROXY headers. Without
// descriptors it waits and tries again; a connection for which there is no room is closed at once.
// One that does not bring its PROXY header within seconds is closed, and many at once from one
// address are let in one after the other, so that those of others get their turn.
// gRPC 1.57 accepts again, but no version yet reads PROXY headers or knows limits for an address;
// the version that does makes this class and ListenSockets unnecessary.
class Acceptor {
 public:
  struct Hooks {
    // Takes a connection over, non-blocking, whose bytes have to pass the filter; called by one
    // thread.
    std::function<void(int fd, std::shared_ptr<ReadFilter> filter)> accepted;
    // Called for each connection that is closed for want of room.
    std::function<void()> refused;
    // Called for each connection that is closed for how it begins.
    std::function<void(const absl::Status& why)> unreadable;
  };

  // Clients can connect from now on, and wait for Start(). Connections from `proxies` have to begin
  // with a PROXY header. `connections` outlives the acceptor.
  Acceptor(ListenSockets sockets, Networks proxies, Connections* connections, Hooks hooks);
  // As Stop().
  ~Acceptor();
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;

  void Start();
  // Closes the sockets that listen; connections are left alone.
  void Stop();

  int port() const { return port_; }
  // Where this host reaches it.
  const SocketAddress& target() const { return target_; }

  // From now on a connection from there gets in at once, whatever holds for others.
  void Welcome(const SocketAddress& source);

 private:
  using Clock = std::chrono::steady_clock;

  // A connection that has not brought its PROXY header, or whose turn has not come.
  struct Pending {
    Fd fd;
    SocketAddress peer;
    // Its FairShareKey.
    std::string peer_key;
    // std::nullopt until the proxy has said who it is.
    std::optional<SocketAddress> client;
    Clock::time_point deadline;
    // What it has brought of the PROXY header.
    std::string bytes = {};
    // When it is let in; std::nullopt until it has brought all.
    std::optional<Clock::time_point> admission = {};
  };
  // What an address may still bring in at once, as the time at which that was or will be nothing.
  using Pace = std::unordered_map<std::string, Clock::time_point>;

  void Run();
  // Until when poll() may wait, in milliseconds; -1 for ever.
  int TimeoutMs(bool lacking) const;
  // Takes what waits on a socket; false if descriptors or memory are lacking.
  bool AcceptFrom(int socket);
  void Take(Fd connection, const SocketAddress& peer);
  void Admit(Fd connection, const SocketAddress& peer, const SocketAddress& client);
  // Goes on with a connection that is readable, or whose time has come; whether it is pending no
  // more.
  bool Advance(Pending* pending, bool readable, Clock::time_point now);
  // Reads what has come of it; false if the connection is to be closed.
  bool ReadProxyHeader(Pending* pending);
  // When a connection of this client is let in.
  Clock::time_point AdmissionOf(const SocketAddress& client);
  // Closes the connection; false.
  bool Refuse(const absl::Status& why);
  bool IsWelcome(const SocketAddress& peer);

  std::optional<ListenSockets> sockets_;
  const Networks proxies_;
  Connections* const connections_;
  const Hooks hooks_;
  const int port_;
  const SocketAddress target_;
  // The oldest first; the thread's.
  std::deque<Pending> pending_;
  // The thread's, too.
  Pace pace_;
  std::mutex mutex_;
  SocketAddress welcome_;
  // Readable once it is to stop.
  Fd stop_;
  std::thread thread_;
};

// How many connections a process may have, of `wanted`: as many as descriptors are allowed, less
// those that the rest of it needs. Raises the limit to what the system allows.
size_t ConnectionCap(size_t wanted);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_ACCEPTOR_H_
