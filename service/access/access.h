#ifndef ARBITER_SERVICE_ACCESS_ACCESS_H_
#define ARBITER_SERVICE_ACCESS_ACCESS_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/access/clients.h"
#include "service/access/token_verifier.h"

namespace arbiter {

// Where it is written who may call; an empty path: not used.
struct AccessFiles {
  std::string api_keys;
  std::string jwt_keys;
  std::string jwt_issuer;
  std::string jwt_audience;
  // Callers may show certificates, which have been checked.
  bool client_certificates = false;
};

// What a caller shows of himself; a view, valid while the call's metadata is.
struct Credentials {
  // An API key or a token; empty: none.
  std::string_view secret;
  // The names in his certificate.
  std::vector<std::string> certificate_names;
};

// Who calls, and until when his credentials hold.
struct Caller {
  // Null for someone without a name.
  Clients::Ptr client;
  // From then on they are refused; std::nullopt if they hold until they are revoked.
  std::optional<std::chrono::system_clock::time_point> expires;
};

// Knows who calls. Thread-safe.
class Access {
 public:
  explicit Access(AccessFiles files);

  // Read the files, where there are any, in place of what was read before; on error that stays.
  // Messages name the flag. A server needs both before its first call.
  absl::Status LoadApiKeys();
  absl::Status LoadJwtKeys();

  // Whether callers have names at all; otherwise there is nothing to ask.
  bool enabled() const { return enabled_; }
  // Whether keys or tokens are asked for; where not, what is sent of them means nothing.
  bool asks() const { return !files_.api_keys.empty() || !files_.jwt_keys.empty(); }
  bool client_certificates() const { return files_.client_certificates; }
  // Goes up with each file read: who was known before may not be any more.
  uint64_t generation() const { return generation_.load(std::memory_order_acquire); }

  // Who shows these; someone without a name only where no file asks for one. A key or token
  // decides, where there is one, over a certificate. UNAUTHENTICATED where they are not known or
  // have expired, PERMISSION_DENIED for a good token of someone who is not in the key file.
  absl::StatusOr<Caller> Authenticate(const Credentials& credentials,
                                      std::chrono::system_clock::time_point now) const;

 private:
  absl::StatusOr<Caller> WithToken(const Clients& clients, std::string_view token,
                                   std::chrono::system_clock::time_point now) const;
  absl::StatusOr<Clients::Ptr> WithCertificate(const Clients& clients,
                                               const std::vector<std::string>& names) const;

  const AccessFiles files_;
  const bool enabled_;
  std::atomic<uint64_t> generation_ = 0;
  // Held while a file is read; guards nothing that a call needs.
  std::mutex reload_mutex_;
  mutable std::mutex mutex_;
  std::shared_ptr<const Clients> clients_;
  std::shared_ptr<TokenVerifier> tokens_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_ACCESS_H_
