#ifndef ARBITER_SERVICE_OPS_HTTP_H_
#define ARBITER_SERVICE_OPS_HTTP_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

namespace arbiter {

// The functions that provide what the operator's HTTP port serves.
struct HttpSources {
  // Returns the metrics in Prometheus's text format. May be slow: it runs on a separate thread, one
  // call at a time, and delays no other page.
  std::function<std::string()> metrics;
  // Whether the server is ready for calls. Must not block, like `alive`: both are called on the
  // thread that serves all connections.
  std::function<bool()> ready;
  // Returns what the server lacks although it is ready, such as `but without jobs`; empty if it
  // lacks nothing. Must not block either.
  std::function<std::string()> lack;
  // Whether the server makes progress. If it does not, it should be restarted.
  std::function<bool()> alive;
};

// The operator's HTTP port. It serves for GET and HEAD:
//   /metrics  200 and `metrics`
//   /healthz  200 "ok", or 503 "stuck" if `alive` returns false
//   /readyz   200 "ready", followed by `lack`, or 503 "not ready" if `ready` returns false
// Other paths are 404, other methods 405, malformed requests 400, and requests with a header of
// more than 8 KiB 431. Each connection serves one request.
//
// Slow clients cannot keep others out. At most 32 connections are open; to make room for another,
// the server closes the oldest connection of the client address (IPv6 by /64) that has the most. No
// connection lives longer than ten seconds. Requests for /metrics that arrive while a text is being
// made share the next one, and at most eight texts are kept for clients that are slow to read them.
class HttpServer {
 public:
  // Serves on `listen`, which is `host:port`; port 0 stands for any free port. Returns UNAVAILABLE
  // with the cause if the port cannot be opened.
  static absl::StatusOr<std::unique_ptr<HttpServer>> Start(const std::string& listen,
                                                           HttpSources sources);
  // Waits until `metrics` has returned, and closes all connections.
  virtual ~HttpServer() = default;

  // The port it listens on.
  virtual int port() const = 0;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_OPS_HTTP_H_
