#ifndef ARBITER_SERVICE_NET_SELF_PROBE_H_
#define ARBITER_SERVICE_NET_SELF_PROBE_H_

#include <chrono>
#include <functional>
#include <thread>

#include "absl/status/status.h"
#include "service/net/address.h"
#include "service/net/fd.h"

namespace arbiter {

// The server to probe.
struct ProbeTarget {
  SocketAddress address;
  bool tls = false;
  // Called before each connection is made, with the address that it will come from.
  std::function<void(const SocketAddress& source)> announce;
  // The time limit of a probe. It is generous, because a server must not be restarted for being
  // busy.
  std::chrono::milliseconds timeout = std::chrono::seconds(10);
};

// Opens a connection and waits for the first bytes from gRPC: its HTTP/2 settings or, with TLS, its
// response to a ClientHello. Returns
// - UNAVAILABLE with the cause if there is no response;
// - CANCELLED as soon as `stop` is readable;
// - RESOURCE_EXHAUSTED if this host has no port left, or no place in the queue of a Unix socket,
//   which says nothing about the server.
absl::Status Probe(const ProbeTarget& target, int stop);

// Probes repeatedly, on its own thread, because no version of gRPC reports that its threads have
// stopped responding.
class SelfProbe {
 public:
  // The number of consecutive failures after which the server counts as unreachable.
  static constexpr int kFailuresInARow = 3;

  // The functions are called by the thread that probes.
  struct Listener {
    // Called for each failure.
    std::function<void(const absl::Status& status)> failed;
    // Called at the third failure in a row, after which there are no more probes.
    std::function<void(const absl::Status& status)> unreachable;
    // Called for each probe that was not possible, which is neither a failure nor a success.
    std::function<void(const absl::Status& status)> unable = [](const absl::Status&) {};
  };

  // Makes the first probe after `interval`.
  SelfProbe(ProbeTarget target, std::chrono::milliseconds interval, Listener listener);
  // Stops at once, even during a probe.
  ~SelfProbe();
  SelfProbe(const SelfProbe&) = delete;
  SelfProbe& operator=(const SelfProbe&) = delete;

 private:
  void Run();
  // Returns false if the thread must stop.
  bool WaitInterval() const;

  const ProbeTarget target_;
  const std::chrono::milliseconds interval_;
  const Listener listener_;
  // An eventfd that becomes readable when the thread must stop.
  const Fd stop_;
  std::thread thread_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_SELF_PROBE_H_
