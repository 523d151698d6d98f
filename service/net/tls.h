#ifndef ARBITER_SERVICE_NET_TLS_H_
#define ARBITER_SERVICE_NET_TLS_H_

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "absl/status/statusor.h"

namespace arbiter {

// The files that the flags --tls-cert, --tls-key and --tls-client-ca name. `client_ca` may be
// empty.
struct TlsPaths {
  std::string certificate;
  std::string key;
  std::string client_ca;
};

// The server's certificate and the authorities that it trusts, in PEM format.
struct TlsFiles {
  std::string certificate_chain;
  std::string private_key;
  // Empty if clients need no certificate.
  std::string client_ca;
  // When the certificate expires, in seconds since 1970.
  int64_t not_after = 0;

  bool operator==(const TlsFiles&) const = default;
};

// Reads the files. Returns INVALID_ARGUMENT with the flag and the file if
// - a file cannot be read or is not in PEM format;
// - the key does not belong to the certificate, or needs a password;
// - a certificate of the chain, or each of the authorities, has expired or is not valid yet;
// - OpenSSL considers the certificates or the key too weak.
absl::StatusOr<TlsFiles> ReadTlsFiles(const TlsPaths& paths);

// The certificates for new connections. Thread-safe.
class Tls {
 public:
  // Loads the files. Returns INVALID_ARGUMENT like ReadTlsFiles().
  static absl::StatusOr<std::shared_ptr<Tls>> Load(const TlsPaths& paths);

  // Reads the files again. New handshakes use the new files, and open connections keep theirs. If
  // the new files are bad, returns an error and the old ones stay in use.
  absl::Status Reload();

  std::shared_ptr<const TlsFiles> files() const;

 private:
  explicit Tls(TlsPaths paths) : paths_(std::move(paths)) {}

  const TlsPaths paths_;
  mutable std::mutex mutex_;
  std::shared_ptr<const TlsFiles> files_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_TLS_H_
