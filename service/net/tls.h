#ifndef ARBITER_SERVICE_NET_TLS_H_
#define ARBITER_SERVICE_NET_TLS_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "grpcpp/security/server_credentials.h"

namespace arbiter {

// The files that the flags --tls-cert, --tls-key and --tls-client-ca name; the last may be empty.
struct TlsPaths {
  std::string certificate;
  std::string key;
  std::string client_ca;
};

// What the server shows, and whom it believes, in PEM.
struct TlsFiles {
  std::string certificate_chain;
  std::string private_key;
  // Empty where clients need no certificate.
  std::string client_ca;
  // When the certificate ends, in seconds since 1970.
  int64_t not_after = 0;

  bool operator==(const TlsFiles&) const = default;
};

// Reads the files. INVALID_ARGUMENT, with the flag and the file, where one can't be read, the key
// is another certificate's or is locked by a password, a certificate of the chain or all
// authorities have expired or are not valid yet, or OpenSSL holds them too weak to serve with.
absl::StatusOr<TlsFiles> ReadTlsFiles(const TlsPaths& paths);

// The certificates that new connections are greeted with. Thread-safe.
class Tls {
 public:
  // INVALID_ARGUMENT as of ReadTlsFiles().
  static absl::StatusOr<std::shared_ptr<Tls>> Load(const TlsPaths& paths);

  // Reads the files again: handshakes take them from now on, connections live on with what they
  // began with. Where they are bad, those before stay in use.
  absl::Status Reload();

  std::shared_ptr<const TlsFiles> files() const;

 private:
  explicit Tls(TlsPaths paths) : paths_(std::move(paths)) {}

  const TlsPaths paths_;
  mutable std::mutex mutex_;
  std::shared_ptr<const TlsFiles> files_;
};

// Credentials whose handshakes take what `tls` holds then. For connections that are accepted by one
// thread.
std::shared_ptr<grpc::ServerCredentials> TlsServerCredentials(std::shared_ptr<const Tls> tls);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_TLS_H_
