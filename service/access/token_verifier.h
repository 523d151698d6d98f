#ifndef ARBITER_SERVICE_ACCESS_TOKEN_VERIFIER_H_
#define ARBITER_SERVICE_ACCESS_TOKEN_VERIFIER_H_

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "service/access/jwks.h"
#include "service/access/key_file.h"

namespace arbiter {

// Returns the payload of a token (RFC 7515, compact serialisation) if its signature matches the key
// that it names, otherwise UNAUTHENTICATED. Only if there is a single key, a token need not name
// it. Accepts only RS256 and ES256, each with its own kind of key, and refuses a header with
// `crit`. Error messages never quote a token.
absl::StatusOr<std::string> VerifiedPayload(const Jwks& keys, std::string_view token);

// The client that a token names.
struct TokenBearer {
  std::string name;
  // The time from which on the token is refused.
  std::chrono::system_clock::time_point expires;
};

// Verifies tokens (RFC 7519). Thread-safe.
class TokenVerifier {
 public:
  using Time = std::chrono::system_clock::time_point;

  static constexpr size_t kMaxTokenBytes = 8192;

  TokenVerifier(Jwks keys, std::string issuer, std::string audience);

  // Returns the bearer, named by `sub`, of a token with a valid signature, the right `iss` and
  // `aud`, and a `time` within its `exp`, `nbf` and `iat`. `exp` is required. All times have a
  // leeway of 60 s: a token expires 60 s after its `exp`. UNAUTHENTICATED otherwise.
  absl::StatusOr<TokenBearer> Verify(std::string_view token, Time time);

 private:
  // Parses and checks the claims, except for expiry. `now` is in seconds since the Unix epoch.
  absl::StatusOr<TokenBearer> ReadClaims(const std::string& payload, double now) const;

  const Jwks keys_;
  const std::string issuer_;
  const std::string audience_;
  std::mutex mutex_;
  // A cache of valid tokens by their hashes, because verifying a signature takes longer than
  // serving a call. Cleared when full.
  absl::flat_hash_map<Digest, TokenBearer> verified_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_TOKEN_VERIFIER_H_
