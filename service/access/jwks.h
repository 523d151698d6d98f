#ifndef ARBITER_SERVICE_ACCESS_JWKS_H_
#define ARBITER_SERVICE_ACCESS_JWKS_H_

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "google/protobuf/struct.pb.h"
#include "openssl/evp.h"

namespace arbiter {

// Public keys that verify the signatures of tokens (RFC 7517). Thread-safe.
class Jwks {
 public:
  // Parses a JWK set: RSA keys of 2048 to 4096 bits for RS256, and P-256 keys for ES256. Keys for
  // anything else are ignored, as the RFC requires. INVALID_ARGUMENT if a key is malformed, private
  // or too large, if a token cannot name it among the other keys, or if no key is left; the message
  // names the key.
  static absl::StatusOr<Jwks> Parse(const std::string& json);

  // Whether a token must name its key. If not, there is only one.
  bool requires_key_id() const { return keys_.size() > 1; }

  // Whether there is a key for `algorithm` with the id `key_id`, or with any id if it is nullptr.
  bool Has(std::string_view algorithm, const std::string* key_id) const {
    return Find(algorithm, key_id) != nullptr;
  }

  // Whether `signature` signs `message` with the key for `algorithm` that has the id `key_id`. If
  // `key_id` is nullptr, any id will do; this requires `!requires_key_id()`. Verifies at most one
  // signature, because that takes long.
  bool Verify(std::string_view algorithm, const std::string* key_id, std::string_view message,
              std::string_view signature) const;

 private:
  struct Free {
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
  };
  using KeyPtr = std::unique_ptr<EVP_PKEY, Free>;
  struct Key {
    std::optional<std::string> id;
    std::string algorithm;
    KeyPtr key;
  };

  static absl::StatusOr<KeyPtr> ReadRsa(const google::protobuf::Struct& jwk);
  static absl::StatusOr<KeyPtr> ReadP256(const google::protobuf::Struct& jwk);
  // Returns the first key with this algorithm and id, or with any id if `key_id` is nullptr;
  // nullptr if there is none.
  const Key* Find(std::string_view algorithm, const std::string* key_id) const;
  static bool VerifyWith(const Key& key, std::string_view message, std::string_view signature);

  std::vector<Key> keys_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_JWKS_H_
