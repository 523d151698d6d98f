#ifndef ARBITER_SERVICE_NET_SELF_PROBE_H_
#define ARBITER_SERVICE_NET_SELF_PROBE_H_

#include <chrono>
#include <functional>
#include <thread>

#include "absl/status/status.h"
#include "service/net/address.h"
#include "service/net/fd.h"

namespace arbiter {

// What is probed, and how.
struct ProbeTarget {
  SocketAddress address;
  bool tls = false;
  // Told where the connection will come from, before it is made.
  std::function<void(const SocketAddress& source)> announce;
  // Of the whole attempt. A busy server answers late, and must not die of it.
  std::chrono::milliseconds timeout = std::chrono::seconds(10);
};

// Makes a new connection and waits for the first bytes that gRPC says on it: its HTTP/2 settings,
// or with TLS its answer to a ClientHello. UNAVAILABLE, with the cause, where none come; CANCELLED
// as soon as `stop` is readable; RESOURCE_EXHAUSTED where this host had no port left, or no place
// in the queue of a Unix socket, which says nothing of the server.
absl::Status Probe(const ProbeTarget& target, int stop);

// Probes again and again, from a thread of its own. gRPC tells nobody when its threads have stopped
// to answer, in no version yet.
class SelfProbe {
 public:
  static constexpr int kFailuresInARow = 3;

  struct Listener {
    // Each failure.
    std::function<void(const absl::Status& status)> failed;
    // At the third in a row; the probing ends.
    std::function<void(const absl::Status& status)> unreachable;
    // Each time it was not possible to probe: neither a failure nor a success.
    std::function<void(const absl::Status& status)> unable = [](const absl::Status&) {};
  };

  // The first probe is after `interval`.
  SelfProbe(ProbeTarget target, std::chrono::milliseconds interval, Listener listener);
  // Ends it at once, a probe under way too.
  ~SelfProbe();
  SelfProbe(const SelfProbe&) = delete;
  SelfProbe& operator=(const SelfProbe&) = delete;

 private:
  void Run();
  // False once it is to stop.
  bool WaitInterval() const;

  const ProbeTarget target_;
  const std::chrono::milliseconds interval_;
  const Listener listener_;
  // Readable once it is to stop.
  const Fd stop_;
  std::thread thread_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_SELF_PROBE_H_
