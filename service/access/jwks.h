#ifndef ARBITER_SERVICE_ACCESS_JWKS_H_
#define ARBITER_SERVICE_ACCESS_JWKS_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "google/protobuf/struct.pb.h"
#include "openssl/evp.h"

namespace arbiter {

// Public keys that sign tokens (RFC 7517). Thread-safe.
class Jwks {
 public:
  // Reads a JWK set: RSA keys of 2048 to 8192 bits for RS256, and P-256 for ES256. Keys for
  // anything else are passed over, as the RFC asks. INVALID_ARGUMENT where a key is damaged or a
  // private one, or none is left; the message says which.
  static absl::StatusOr<Jwks> Parse(const std::string& json);

  // Whether one of the keys for `algorithm` has made this signature; those of the id `key_id`, or
  // any where it is null.
  bool Verify(std::string_view algorithm, const std::string* key_id, std::string_view message,
              std::string_view signature) const;

 private:
  struct Free {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  };
  using KeyPtr = std::unique_ptr<EVP_PKEY, Free>;
  struct Key {
    std::string id;
    std::string algorithm;
    KeyPtr key;
  };

  static absl::StatusOr<KeyPtr> ReadRsa(const google::protobuf::Struct& jwk);
  static absl::StatusOr<KeyPtr> ReadP256(const google::protobuf::Struct& jwk);
  static bool VerifyWith(const Key& key, std::string_view message, std::string_view signature);

  std::vector<Key> keys_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_JWKS_H_
