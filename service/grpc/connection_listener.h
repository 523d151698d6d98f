#ifndef ARBITER_SERVICE_GRPC_CONNECTION_LISTENER_H_
#define ARBITER_SERVICE_GRPC_CONNECTION_LISTENER_H_

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "grpcpp/server_builder.h"
#include "prometheus/counter.h"
#include "prometheus/gauge.h"
#include "prometheus/registry.h"
#include "service/net/acceptor.h"
#include "service/net/connections.h"
#include "service/net/self_probe.h"
#include "service/net/tls.h"
#include "service/ops/config.h"
#include "service/ops/log.h"

namespace arbiter {

// Listens for connections and hands them to gRPC, and to further doors. Also loads the TLS files,
// limits the number of connections, and probes whether the server can reach itself.
class ConnectionListener {
 public:
  struct Hooks {
    // Called by the thread of the probe when the server can no longer reach itself.
    std::function<void()> unreachable;
  };

  // Starts to listen; clients can connect, but wait until Start() is called. Fails with UNAVAILABLE
  // if the address is not available, and with INVALID_ARGUMENT if a TLS file is not valid.
  // `registry`, `log` and `log_limit` must outlive the listener.
  static absl::StatusOr<std::unique_ptr<ConnectionListener>> Open(const ServerConfig& config,
                                                                  prometheus::Registry* registry,
                                                                  Logger* log, LogLimit* log_limit,
                                                                  Hooks hooks);

  // Listens on another address as well, for a door with this name, which is not empty. `accepted`
  // takes ownership of its connections. Fails with UNAVAILABLE if the address is not available.
  // Must be called before Start().
  using Accepted = std::function<void(int fd, const ConnectionPtr& connection)>;
  absl::Status AddDoor(const std::string& listen, const std::string& door, Accepted accepted);

  // Registers the listener with `builder`, before the gRPC server is built.
  void AddTo(grpc::ServerBuilder* builder);
  // Accepts connections and starts the probe. The gRPC server must have been built.
  void Start();
  // Ends the probe. Must be called before the server becomes unreachable on purpose.
  void StopProbing() { probe_.reset(); }
  // Accepts no further connections; open ones stay open. Must be called after StopProbing().
  void Stop();
  // Shuts down the sending side of every connection. Clients still receive what has been sent;
  // their calls under way fail with UNAVAILABLE.
  void HalfCloseConnections() { connections_.HalfClose(); }
  Connections& connections() { return connections_; }

  // The port; 0 for a Unix socket.
  int port() const { return acceptor_.port(); }
  // The port of the door that was added with this index.
  int port(size_t door) const { return doors_.at(door)->port(); }
  bool has_tls() const { return tls_ != nullptr; }
  const std::shared_ptr<Tls>& tls() const { return tls_; }
  // Reads the TLS files again, for new connections. After an error, the previous ones stay in use.
  // Requires has_tls().
  absl::Status ReloadTls();
  // Updates the gauges. Must be called before they are read.
  void UpdateMetrics();

 private:
  ConnectionListener(const ServerConfig& config, ListenSockets sockets, size_t cap,
                     std::shared_ptr<Tls> tls, prometheus::Registry* registry, Logger* log,
                     LogLimit* log_limit, Hooks hooks);

  Acceptor::Hooks MakeHooks(Accepted accepted);
  void HandOver(int connection);
  void OnBrokenOff(BreakReason reason, const std::string& client);
  void OnNotFromProxy(const absl::Status& why);
  void OnProbeUnable(const absl::Status& status);
  void OnProbeFailed(const absl::Status& status);

  const std::chrono::milliseconds probe_interval_;
  const std::shared_ptr<Tls> tls_;
  Logger* const log_;
  LogLimit* const log_limit_;
  const Hooks hooks_;
  prometheus::Gauge& open_;
  prometheus::Counter& refused_;
  std::array<prometheus::Counter*, kBreakReasons> broken_off_;
  prometheus::Counter& probe_failures_;
  prometheus::Gauge* const certificate_expiry_;
  std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> grpc_;
  Connections connections_;
  const Networks proxies_;
  Acceptor acceptor_;
  std::vector<std::unique_ptr<Acceptor>> doors_;
  std::optional<SelfProbe> probe_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_GRPC_CONNECTION_LISTENER_H_
