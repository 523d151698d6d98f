#include "tests/support/token_signer.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/rsa.h>

#include <utility>

#include "absl/strings/escaping.h"

namespace arbiter::testing {
namespace {

constexpr size_t kP256Bytes = 32;

std::string ToBytes(const BIGNUM* number, size_t bytes) {
  std::string text(bytes, '\0');
  BN_bn2binpad(number, reinterpret_cast<unsigned char*>(text.data()), static_cast<int>(bytes));
  return text;
}

// Converts an ECDSA signature from DER to R and S of fixed length (RFC 7518, 3.4).
std::string FromDer(const std::string& der) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(der.data());
  ECDSA_SIG* signature = d2i_ECDSA_SIG(nullptr, &bytes, static_cast<long>(der.size()));
  std::string halves = ToBytes(ECDSA_SIG_get0_r(signature), kP256Bytes) +
                       ToBytes(ECDSA_SIG_get0_s(signature), kP256Bytes);
  ECDSA_SIG_free(signature);
  return halves;
}

}  // namespace

std::string Base64Url(const std::string& bytes) { return absl::WebSafeBase64Escape(bytes); }

TokenSigner::TokenSigner(std::string algorithm, std::string key_id)
    : algorithm_(std::move(algorithm)),
      key_id_(std::move(key_id)),
      key_(algorithm_ == "RS256" ? EVP_RSA_gen(2048) : EVP_EC_gen("P-256"), &EVP_PKEY_free) {}

std::string TokenSigner::Number(const char* name, size_t bytes) const {
  BIGNUM* number = nullptr;
  EVP_PKEY_get_bn_param(key_.get(), name, &number);
  std::string text = Base64Url(ToBytes(number, bytes));
  BN_free(number);
  return text;
}

std::string TokenSigner::Jwk() const {
  const std::string id = R"("kid":")" + key_id_ + R"(","use":"sig","alg":")" + algorithm_ + "\"}";
  if (algorithm_ == "RS256") {
    return R"({"kty":"RSA","n":")" + Number(OSSL_PKEY_PARAM_RSA_N, 256) + R"(","e":"AQAB",)" + id;
  }
  return R"({"kty":"EC","crv":"P-256","x":")" + Number(OSSL_PKEY_PARAM_EC_PUB_X, kP256Bytes) +
         R"(","y":")" + Number(OSSL_PKEY_PARAM_EC_PUB_Y, kP256Bytes) + "\"," + id;
}

std::string TokenSigner::Sign(const std::string& claims) const {
  return SignAs(R"({"alg":")" + algorithm_ + R"(","typ":"JWT","kid":")" + key_id_ + "\"}", claims);
}

std::string TokenSigner::SignAs(const std::string& header, const std::string& claims) const {
  const std::string message = Base64Url(header) + "." + Base64Url(claims);
  EVP_MD_CTX* context = EVP_MD_CTX_new();
  EVP_DigestSignInit_ex(context, nullptr, "SHA256", nullptr, nullptr, key_.get(), nullptr);
  const auto* bytes = reinterpret_cast<const unsigned char*>(message.data());
  size_t size = 0;
  EVP_DigestSign(context, nullptr, &size, bytes, message.size());
  std::string signature(size, '\0');
  EVP_DigestSign(context, reinterpret_cast<unsigned char*>(signature.data()), &size, bytes,
                 message.size());
  EVP_MD_CTX_free(context);
  signature.resize(size);
  return message + "." + Base64Url(algorithm_ == "ES256" ? FromDer(signature) : signature);
}

}  // namespace arbiter::testing
