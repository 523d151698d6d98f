#ifndef ARBITER_SERVICE_NET_ACCEPTOR_H_
#define ARBITER_SERVICE_NET_ACCEPTOR_H_

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
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

namespace arbiter {

// Accepts connections on behalf of gRPC. The listener of gRPC 1.51 never accepts again once
// descriptors have run out (CVE-2023-4785), cannot limit the number of connections, and cannot read
// PROXY headers.
//
// When descriptors run out, the acceptor waits and tries again. A connection for which there is no
// room is closed at once, and one that has not sent its PROXY header after ten seconds is closed
// too. A burst of connections from one address is admitted one by one, so that connections from
// other addresses get their turn.
//
// gRPC 1.57 fixes the CVE, but no version yet reads PROXY headers or limits the connections of an
// address. This class and ListenSockets can be removed once a version does both.
class Acceptor {
 public:
  struct Hooks {
    // Takes ownership of a connection, which is non-blocking. Called only by the acceptor's thread.
    std::function<void(int fd, const ConnectionPtr& connection)> accepted;
    // Called for each connection that is closed because there is no room for it.
    std::function<void()> refused;
    // Called for each connection that is closed because it does not come from one of the proxies or
    // begins with something other than a valid PROXY header. One that sends too little is just
    // closed.
    std::function<void(const absl::Status& why)> not_from_proxy;
  };

  // Takes listening sockets: clients can connect already, but wait until Start() is called.
  // If there are `proxies`, all connections must come from these and begin with a PROXY header.
  // `door` names the connections (see Connections::Add). `connections` must outlive the acceptor.
  Acceptor(ListenSockets sockets, Networks proxies, Connections* connections, Hooks hooks,
           std::string door = "");
  // Calls Stop().
  ~Acceptor();
  Acceptor(const Acceptor&) = delete;
  Acceptor& operator=(const Acceptor&) = delete;

  // Starts the thread that accepts connections.
  void Start();
  // Closes the listening sockets and pending connections. Accepted connections stay open.
  void Stop();

  int port() const { return port_; }
  // The address at which this host reaches the acceptor.
  const SocketAddress& target() const { return target_; }

  // Admits connections from this source at once from now on, regardless of all limits and without a
  // PROXY header. Replaces the source of the previous call.
  void Trust(const SocketAddress& source);

 private:
  using Clock = std::chrono::steady_clock;

  // A connection whose PROXY header is incomplete, or whose turn has not come.
  struct Pending {
    Fd fd;
    SocketAddress peer;
    // The FairShareKey of `peer`.
    std::string peer_key;
    // The client; std::nullopt until the proxy has named it.
    std::optional<SocketAddress> client;
    Clock::time_point deadline;
    // The part of the PROXY header that has been read.
    std::string bytes = {};
    // When the connection is admitted; std::nullopt until its client is known.
    std::optional<Clock::time_point> admission = {};
  };
  // The last admission that was scheduled for each address, by FairShareKey. Admissions of an
  // address are spaced by a fixed interval; a connection that is scheduled for a time in the past
  // is admitted at once.
  using Pace = std::unordered_map<std::string, Clock::time_point>;

  void Run();
  // Returns how long poll() may wait, in milliseconds; -1 for no limit.
  int TimeoutMs(bool out_of_resources) const;
  // Accepts the connections that wait on a socket. Returns false if descriptors or memory have run
  // out.
  bool AcceptFrom(int socket);
  // Refuses, admits or queues a new connection.
  void HandleNew(Fd connection, const SocketAddress& peer);
  // Hands a connection over, or refuses it if there is no room for it.
  void Admit(Fd connection, const SocketAddress& peer, const SocketAddress& client);
  // Continues with a connection that is readable or may be due. Returns true once the connection
  // was admitted, was refused, or is too late, so that it is no longer pending.
  bool Advance(Pending* pending, bool readable, Clock::time_point now);
  // Reads the available part of the PROXY header. Returns false if the connection must be closed.
  bool ReadProxyHeader(Pending* pending);
  // Reserves the next turn of the client's address and returns the time of that turn.
  Clock::time_point ScheduleAdmission(const SocketAddress& client);
  bool IsTrusted(const SocketAddress& peer);

  std::optional<ListenSockets> sockets_;
  const Networks proxies_;
  Connections* const connections_;
  const Hooks hooks_;
  const std::string door_;
  const int port_;
  const SocketAddress target_;
  // The oldest connection is first. Only `thread_` uses `pending_` and `pace_`.
  std::deque<Pending> pending_;
  Pace pace_;
  // Guards `trusted_`.
  std::mutex mutex_;
  SocketAddress trusted_;
  // An eventfd that becomes readable when the thread must stop.
  Fd stop_;
  std::thread thread_;
};

// Returns how many of the `wanted` connections the process can have open: at most its limit of
// descriptors minus those that it needs for other purposes. First raises the limit as far as
// `wanted` requires and the system allows.
size_t ConnectionCap(size_t wanted);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_ACCEPTOR_H_
