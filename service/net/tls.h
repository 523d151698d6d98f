#ifndef ARBITER_SERVICE_NET_TLS_H_
#define ARBITER_SERVICE_NET_TLS_H_

#include <memory>
#include <mutex>

#include "absl/status/statusor.h"
#include "grpcpp/security/server_credentials.h"
#include "service/net/tls_files.h"
#include "service/ops/config.h"

namespace arbiter {

// The certificates that new connections are greeted with. Thread-safe.
class Tls {
 public:
  // INVALID_ARGUMENT as of ReadTlsFiles().
  static absl::StatusOr<std::shared_ptr<Tls>> Load(const SecurityConfig& config);

  // Reads the files again: handshakes take them from now on, connections live on with what they
  // began with. Where they are bad, those before stay in use.
  absl::Status Reload();

  std::shared_ptr<const TlsFiles> files() const;

 private:
  explicit Tls(const SecurityConfig& config) : config_(config) {}

  const SecurityConfig config_;
  mutable std::mutex mutex_;
  std::shared_ptr<const TlsFiles> files_;
};

// Credentials whose handshakes take what `tls` holds then. For connections that are accepted by one
// thread.
std::shared_ptr<grpc::ServerCredentials> TlsServerCredentials(std::shared_ptr<const Tls> tls);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_TLS_H_
