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

// The bytes that a token (RFC 7515, compact) was signed for, where one of the keys has signed it.
// RS256 and ES256 only, with the kind of key that belongs to it; no `crit`. UNAUTHENTICATED
// otherwise. Messages quote nothing of a token.
absl::StatusOr<std::string> VerifiedPayload(const Jwks& keys, std::string_view token);

// Whom a token names, and from when on it is refused.
struct TokenBearer {
  std::string name;
  std::chrono::system_clock::time_point expires;
};

// Says whom a token (RFC 7519) names. Thread-safe.
class TokenVerifier {
 public:
  using Time = std::chrono::system_clock::time_point;

  static constexpr size_t kMaxTokenBytes = 8192;

  TokenVerifier(Jwks keys, std::string issuer, std::string audience);

  // The `sub` of a token with a good signature, of the right `iss` and `aud`, within `exp` (which
  // it must have), `nbf` and `iat`, give or take 60 s: it expires 60 s after its `exp`.
  // UNAUTHENTICATED otherwise.
  absl::StatusOr<TokenBearer> Verify(std::string_view token, Time time);

 private:
  // `now` in seconds since 1970.
  absl::StatusOr<TokenBearer> ReadClaims(const std::string& payload, double now) const;

  const Jwks keys_;
  const std::string issuer_;
  const std::string audience_;
  std::mutex mutex_;
  // Good tokens by their hashes, since a signature takes longer than a call. Emptied when full.
  absl::flat_hash_map<Digest, TokenBearer> known_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_TOKEN_VERIFIER_H_
