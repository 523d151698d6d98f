#ifndef ARBITER_SERVICE_NET_TLS_FILES_H_
#define ARBITER_SERVICE_NET_TLS_FILES_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "service/ops/config.h"

namespace arbiter {

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

// Reads --tls-cert, --tls-key and --tls-client-ca. INVALID_ARGUMENT, with the flag and the file,
// where one can't be read, the key is another certificate's or is locked by a password, a
// certificate of the chain or all authorities have expired or are not valid yet, or OpenSSL holds
// them too weak to serve with.
absl::StatusOr<TlsFiles> ReadTlsFiles(const SecurityConfig& config);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_NET_TLS_FILES_H_
