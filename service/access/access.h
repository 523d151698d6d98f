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

// The files and settings that say who is allowed to call. An empty path means that the file is not
// used.
struct AccessFiles {
  std::string api_keys;
  std::string jwt_keys;
  std::string jwt_issuer;
  std::string jwt_audience;
  // Whether callers can authenticate with a certificate, which the TLS layer has verified.
  bool client_certificates = false;
};

// The credentials that a caller presents. Valid only as long as the call's metadata, which owns the
// secret.
struct Credentials {
  // The API key or token; empty if there is neither.
  std::string_view secret;
  // The names in the caller's certificate.
  std::vector<std::string> certificate_names;
};

// An authenticated caller.
struct Caller {
  // nullptr if the caller has no name.
  Clients::Ptr client;
  // The time from which on the credentials are refused; std::nullopt if they are valid until they
  // are revoked.
  std::optional<std::chrono::system_clock::time_point> expires;
};

// Authenticates callers. Thread-safe.
class Access {
 public:
  explicit Access(AccessFiles files);

  // Each function loads its file, if one is configured. On error, the contents that were loaded
  // before stay in force, and the message names the flag. Call both before Authenticate().
  absl::Status LoadApiKeys();
  absl::Status LoadJwtKeys();

  // Whether callers are authenticated at all; if not, everyone is allowed everything.
  bool enabled() const { return enabled_; }
  // Whether API keys or tokens are accepted; if not, those that callers send are ignored.
  bool accepts_secrets() const { return !files_.api_keys.empty() || !files_.jwt_keys.empty(); }
  bool client_certificates() const { return files_.client_certificates; }
  // Increases whenever a file is loaded. A caller that was authenticated before may be refused now.
  uint64_t generation() const { return generation_.load(std::memory_order_acquire); }

  // Returns the client with this name as the key file describes it now, for work that does not
  // belong to a call; nullptr if callers are not authenticated, the name is empty, or the file does
  // not admit the client.
  Clients::Ptr FindClient(std::string_view name) const;

  // Returns the caller that presents `credentials`. A caller without a name is admitted only if the
  // server accepts neither API keys nor tokens. A key or a token takes precedence over a
  // certificate. UNAUTHENTICATED if the credentials are unknown or have expired, PERMISSION_DENIED
  // for a valid token of a client that the key file does not admit.
  absl::StatusOr<Caller> Authenticate(const Credentials& credentials,
                                      std::chrono::system_clock::time_point now) const;

 private:
  std::shared_ptr<const Clients> CurrentClients() const;
  absl::StatusOr<Caller> AuthenticateToken(const Clients& clients, std::string_view token,
                                           std::chrono::system_clock::time_point now) const;
  absl::StatusOr<Clients::Ptr> AuthenticateCertificate(const Clients& clients,
                                                       const std::vector<std::string>& names) const;

  const AccessFiles files_;
  const bool enabled_;
  std::atomic<uint64_t> generation_ = 0;
  // Serialises reloads. Calls never wait for it.
  std::mutex reload_mutex_;
  // Guards the following members.
  mutable std::mutex mutex_;
  std::shared_ptr<const Clients> clients_;
  std::shared_ptr<TokenVerifier> tokens_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_ACCESS_H_
