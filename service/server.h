#ifndef ARBITER_SERVICE_SERVER_H_
#define ARBITER_SERVICE_SERVER_H_

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "service/ops/config.h"
#include "service/ops/log.h"

namespace arbiter {

// The whole service: gRPC with health and reflection, and the operator's HTTP
// port. Several may live in one process.
class Server {
 public:
  // Serves as soon as it returns. UNAVAILABLE where an address can't be had.
  // `log` outlives the server.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServerConfig& config, Logger* log);
  // As Shutdown().
  virtual ~Server() = default;

  // Where it listens, with the real port; empty where it does not.
  virtual std::string listen() const = 0;
  virtual std::string metrics_listen() const = 0;

  // Whether the threads that serve still make progress. Load alone does not change that.
  // Thread-safe.
  virtual bool is_alive() const = 0;

  // Takes over what may change while it serves: the files that it reads, and of `config` the
  // logging. What can't be read stays as it was; all does where `config` is an error.
  virtual void Reload(const absl::StatusOr<ServerConfig>& config) = 0;

  // Drains for `drain_delay_ms`: health NOT_SERVING and `/readyz` 503, calls still
  // served. Then takes no more calls and waits for those that run; at the end of
  // the grace period they end UNAVAILABLE. Returns within `drain_delay_ms` +
  // `grace_period_ms`.
  virtual void Shutdown() = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_H_
