#ifndef ARBITER_SERVICE_SERVER_HTTP_H_
#define ARBITER_SERVICE_SERVER_HTTP_H_

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"

class CivetServer;

namespace arbiter {

// What the operator's HTTP port answers from; called from several threads.
struct HttpSources {
  // Prometheus' text format.
  std::function<std::string()> metrics;
  std::function<bool()> ready;
};

// `/metrics`, `/healthz` (200 while the process lives) and `/readyz` (200, or 503
// while the server does not want calls), for GET and HEAD.
class HttpServer {
 public:
  // Serves on `listen`, `host:port`, port 0 for any. UNAVAILABLE, with the
  // cause, where that address can't be had.
  static absl::StatusOr<std::unique_ptr<HttpServer>> Start(const std::string& listen,
                                                           HttpSources sources);
  // Waits for running answers.
  ~HttpServer();

  int port() const;

 private:
  friend class HttpCallbacks;

  explicit HttpServer(HttpSources sources);

  const HttpSources sources_;
  // The first complaint of the HTTP library, for Start().
  std::string complaint_;
  std::unique_ptr<CivetServer> civet_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SERVER_HTTP_H_
