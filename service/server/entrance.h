#ifndef ARBITER_SERVICE_SERVER_ENTRANCE_H_
#define ARBITER_SERVICE_SERVER_ENTRANCE_H_

#include <functional>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "grpcpp/server_builder.h"
#include "prometheus/counter.h"
#include "prometheus/gauge.h"
#include "prometheus/registry.h"
#include "service/server/acceptor.h"
#include "service/server/config.h"
#include "service/server/log.h"
#include "service/server/memory_guard.h"
#include "service/server/self_probe.h"
#include "service/server/tls.h"

namespace arbiter {

// How connections come to gRPC: the address, TLS, the cap, the guard against those that fill the
// memory, and the probe of all that.
class Entrance {
 public:
  struct Hooks {
    // Called where the server can't reach itself any more.
    std::function<void()> unreachable;
    // Bytes of the heap that belong to no connection.
    std::function<size_t()> heap_in_order;
  };

  // Listens. All arguments outlive it. UNAVAILABLE where the address can't be had, INVALID_ARGUMENT
  // at bad files.
  static absl::StatusOr<std::unique_ptr<Entrance>> Open(const ServerConfig& config,
                                                        prometheus::Registry* registry, Logger* log,
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
  void HalfCloseConnections() { acceptor_.connections().HalfClose(); }

  // 0 for a Unix socket.
  int port() const { return acceptor_.port(); }
  bool has_tls() const { return tls_ != nullptr; }
  absl::Status ReloadTls();
  void UpdateMetrics();

 private:
  Entrance(const ServerConfig& config, ListenSockets sockets, size_t cap, std::shared_ptr<Tls> tls,
           prometheus::Registry* registry, Logger* log, Hooks hooks);

  void HandOver(int connection);
  void BrokeOff(size_t heap_bytes);
  void Unable(const absl::Status& status);
  void Failed(const absl::Status& status);

  const std::chrono::milliseconds probe_interval_;
  const std::shared_ptr<Tls> tls_;
  Logger* const log_;
  const Hooks hooks_;
  prometheus::Gauge& connections_;
  prometheus::Counter& refused_;
  prometheus::Counter& broken_off_;
  prometheus::Counter& probe_failures_;
  prometheus::Gauge* const certificate_expiry_;
  std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> grpc_;
  Acceptor acceptor_;
  std::optional<SelfProbe> probe_;
  MemoryGuard guard_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_ENTRANCE_H_
