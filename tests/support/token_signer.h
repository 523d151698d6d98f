#ifndef ARBITER_TESTS_SUPPORT_TOKEN_SIGNER_H_
#define ARBITER_TESTS_SUPPORT_TOKEN_SIGNER_H_

#include <memory>
#include <string>

#include "openssl/evp.h"

namespace arbiter::testing {

// A key pair that signs tokens, as an issuer of them would.
class TokenSigner {
 public:
  // A new key; `algorithm` is RS256 or ES256.
  TokenSigner(std::string algorithm, std::string key_id);

  // The public key as a JWK, and a JWK set of it alone.
  std::string Jwk() const;
  std::string JwkSet() const { return R"({"keys":[)" + Jwk() + "]}"; }

  // A token of these claims (a JSON object), signed; with the header that belongs to the key.
  std::string Sign(const std::string& claims) const;
  // The same with any header.
  std::string SignAs(const std::string& header, const std::string& claims) const;

 private:
  // A number of the public key, in base64url.
  std::string Number(const char* name, size_t bytes) const;

  std::string algorithm_;
  std::string key_id_;
  std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key_;
};

// Base64url without padding.
std::string Base64Url(const std::string& bytes);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_TOKEN_SIGNER_H_
