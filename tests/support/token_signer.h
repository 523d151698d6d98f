#ifndef ARBITER_TESTS_SUPPORT_TOKEN_SIGNER_H_
#define ARBITER_TESTS_SUPPORT_TOKEN_SIGNER_H_

#include <memory>
#include <string>

#include "openssl/evp.h"

namespace arbiter::testing {

// A key pair that signs tokens, like that of a token issuer.
class TokenSigner {
 public:
  // Generates a key. `algorithm` is RS256 or ES256.
  TokenSigner(std::string algorithm, std::string key_id);

  // Return the public key as a JWK, and a JWK set that holds only this key.
  std::string Jwk() const;
  std::string JwkSet() const { return R"({"keys":[)" + Jwk() + "]}"; }

  // Returns a signed token with these claims (a JSON object) and the header that fits the key.
  std::string Sign(const std::string& claims) const;
  // Like Sign(), but with an arbitrary header.
  std::string SignAs(const std::string& header, const std::string& claims) const;

 private:
  // Returns the number `name` of the public key, as this many bytes, in base64url.
  std::string Number(const char* name, size_t bytes) const;

  std::string algorithm_;
  std::string key_id_;
  std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key_;
};

// Encodes bytes in base64url without padding.
std::string Base64Url(const std::string& bytes);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_TOKEN_SIGNER_H_
