#ifndef ARBITER_SERVICE_SERVER_H_
#define ARBITER_SERVICE_SERVER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "service/ops/config.h"
#include "service/ops/log.h"

namespace arbiter {

// The service: the gRPC server with health and reflection, the port for calls through HTTP/1.1, and
// the operator's HTTP port. A process may have several servers.
class Server {
 public:
  // Starts a server, which is serving when this returns. Fails with UNAVAILABLE if it cannot listen
  // on an address, and with an error that names the flag if a key or certificate file cannot be
  // used. `log` must outlive the server.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServerConfig& config, Logger* log);
  // Calls Shutdown() first.
  virtual ~Server() = default;

  // The addresses that the server listens on, with the actual port if the configured one is 0.
  // http_listen() and metrics_listen() are empty if these ports are disabled.
  virtual std::string listen() const = 0;
  virtual std::string http_listen() const = 0;
  virtual std::string metrics_listen() const = 0;

  // Whether the threads that serve calls still make progress; high load alone does not make this
  // false. Thread-safe.
  virtual bool is_alive() const = 0;

  // Applies the log level and the log sample of `config`, and reads the key and certificate files
  // again. If a file cannot be used, its previous contents stay in use. If `config` is an error,
  // nothing changes except the metric of failed reloads.
  virtual void Reload(const absl::StatusOr<ServerConfig>& config) = 0;

  // Drains for `drain_delay_ms`: health is NOT_SERVING and `/readyz` returns 503, but calls are
  // still served. Then refuses new calls, other than those that ask for the health, and waits for
  // running ones, which end with UNAVAILABLE when the grace period is over. Returns within
  // `drain_delay_ms` + `grace_period_ms`.
  virtual void Shutdown() = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_H_
