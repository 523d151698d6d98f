#ifndef ARBITER_SERVICE_CONNECTION_LISTENER_H_
#define ARBITER_SERVICE_CONNECTION_LISTENER_H_

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>

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

// How connections come to gRPC: the address, TLS, the limits of their numbers, and the probe of all
// that.
class ConnectionListener {
 public:
  struct Hooks {
    // Called when the server can't reach itself any more.
    std::function<void()> unreachable;
  };

  // Listens. All arguments outlive it. UNAVAILABLE where the address can't be had, INVALID_ARGUMENT
  // at bad files, INTERNAL where this program was linked so that reads can't be filtered.
  static absl::StatusOr<std::unique_ptr<ConnectionListener>> Open(const ServerConfig& config,
                                                                  prometheus::Registry* registry,
                                                                  Logger* log, LogLimit* log_limit,
                                                                  Hooks hooks);

  // Before the server is built.
  void AddTo(grpc::ServerBuilder* builder);
  // Once it is.
  void Start();
  // Before it is meant to be out of reach.
  void StopProbing() { probe_.reset(); }
  // Takes no more connections; those that are there go on. After StopProbing().
  void Stop() { acceptor_.Stop(); }
  // Tells the clients that nothing more will come. What has been sent arrives; calls under way
  // fail UNAVAILABLE.
  void HalfCloseConnections() { connections_.HalfClose(); }
  Connections& connections() { return connections_; }

  // 0 for a Unix socket.
  int port() const { return acceptor_.port(); }
  bool has_tls() const { return tls_ != nullptr; }
  absl::Status ReloadTls();
  void UpdateMetrics();

 private:
  ConnectionListener(const ServerConfig& config, ListenSockets sockets, size_t cap,
                     std::shared_ptr<Tls> tls, prometheus::Registry* registry, Logger* log,
                     LogLimit* log_limit, Hooks hooks);

  void HandOver(int connection, std::shared_ptr<ReadFilter> filter);
  void BrokeOff(BreakReason reason, const std::string& client);
  void Unreadable(const absl::Status& why);
  void Unable(const absl::Status& status);
  void Failed(const absl::Status& status);

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
  Acceptor acceptor_;
  std::optional<SelfProbe> probe_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CONNECTION_LISTENER_H_
