#include "service/access/jwks.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/param_build.h>

#include <optional>
#include <utility>

#include "core/base/strings.h"
#include "service/access/jose.h"

namespace arbiter {
namespace {

using google::protobuf::Struct;
using google::protobuf::Value;

constexpr std::string_view kRs256 = "RS256";
constexpr std::string_view kEs256 = "ES256";
constexpr int kMinRsaBits = 2048;
// The limits on the time that a signature takes to verify, which anybody can ask for. An exponent
// of 32 bits takes up to four times as long as the usual 65537.
constexpr int kMaxRsaBits = 4096;
constexpr int kMaxExponentBits = 32;
// Far above the number of keys that an issuer uses at a time.
constexpr int kMaxKeys = 100;
// The size of a P-256 coordinate, and of each half of a signature.
constexpr size_t kP256Bytes = 32;

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

struct FreeOpenSsl {
  void operator()(BIGNUM* number) const { BN_free(number); }
  void operator()(OSSL_PARAM* params) const { OSSL_PARAM_free(params); }
  void operator()(OSSL_PARAM_BLD* builder) const { OSSL_PARAM_BLD_free(builder); }
  void operator()(EVP_PKEY_CTX* context) const { EVP_PKEY_CTX_free(context); }
  void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  void operator()(ECDSA_SIG* signature) const { ECDSA_SIG_free(signature); }
};
template <typename T>
using Owned = std::unique_ptr<T, FreeOpenSsl>;

Owned<BIGNUM> ToNumber(std::string_view bytes) {
  return Owned<BIGNUM>(BN_bin2bn(Bytes(bytes), static_cast<int>(bytes.size()), nullptr));
}

// Makes a key from these parameters; nullptr if they are not valid.
EVP_PKEY* MakeKey(const char* type, OSSL_PARAM_BLD* builder) {
  const Owned<OSSL_PARAM> params(OSSL_PARAM_BLD_to_param(builder));
  const Owned<EVP_PKEY_CTX> context(EVP_PKEY_CTX_new_from_name(nullptr, type, nullptr));
  EVP_PKEY* key = nullptr;
  if (params == nullptr || context == nullptr || EVP_PKEY_fromdata_init(context.get()) != 1 ||
      EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, params.get()) != 1) {
    return nullptr;
  }
  return key;
}

bool IsValidPublicKey(EVP_PKEY* key) {
  const Owned<EVP_PKEY_CTX> context(EVP_PKEY_CTX_new_from_pkey(nullptr, key, nullptr));
  return context != nullptr && EVP_PKEY_public_check(context.get()) == 1;
}

std::optional<std::string> FindBytes(const Struct& jwk, const std::string& name) {
  const std::string* text = FindText(jwk, name);
  return text == nullptr ? std::nullopt : FromBase64Url(*text);
}

// Converts the two halves of an ES256 signature (RFC 7518, section 3.4) to the DER that OpenSSL
// expects; std::nullopt if the signature has the wrong length.
std::optional<std::string> ToDer(std::string_view signature) {
  if (signature.size() != 2 * kP256Bytes) return std::nullopt;
  const Owned<ECDSA_SIG> parts(ECDSA_SIG_new());
  Owned<BIGNUM> r = ToNumber(signature.substr(0, kP256Bytes));
  Owned<BIGNUM> s = ToNumber(signature.substr(kP256Bytes));
  if (ECDSA_SIG_set0(parts.get(), r.release(), s.release()) != 1) return std::nullopt;
  unsigned char* der = nullptr;
  const int size = i2d_ECDSA_SIG(parts.get(), &der);
  if (size <= 0) return std::nullopt;
  std::string text(reinterpret_cast<const char*>(der), static_cast<size_t>(size));
  OPENSSL_free(der);
  return text;
}

// Returns the algorithm that a key is for; empty if the key is not for signatures or its algorithm
// is not supported.
std::string_view AlgorithmOf(const Struct& jwk) {
  const auto is = [&jwk](const std::string& name, std::string_view value) {
    const std::string* text = FindText(jwk, name);
    return text != nullptr && *text == value;
  };
  if (FindField(jwk, "use") != nullptr && !is("use", "sig")) return {};
  std::string_view algorithm;
  if (is("kty", "RSA")) algorithm = kRs256;
  if (is("kty", "EC") && is("crv", "P-256")) algorithm = kEs256;
  if (FindField(jwk, "alg") != nullptr && !is("alg", algorithm)) return {};
  return algorithm;
}

}  // namespace

absl::StatusOr<Jwks::KeyPtr> Jwks::ReadRsa(const Struct& jwk) {
  const auto n = FindBytes(jwk, "n");
  const auto e = FindBytes(jwk, "e");
  if (!n.has_value() || !e.has_value()) {
    return absl::InvalidArgumentError("`n` and `e` must be base64url without padding");
  }
  const Owned<BIGNUM> modulus = ToNumber(*n);
  const Owned<BIGNUM> exponent = ToNumber(*e);
  const int bits = BN_num_bits(modulus.get());
  if (bits < kMinRsaBits || bits > kMaxRsaBits) {
    return absl::InvalidArgumentError(
        StrCat("the RSA key has ", bits, " bits; it must have 2048 to 4096"));
  }
  const int exponent_bits = BN_num_bits(exponent.get());
  if (exponent_bits > kMaxExponentBits) {
    return absl::InvalidArgumentError(
        StrCat("`e` has ", exponent_bits, " bits; it can have at most 32, and is usually 65537"));
  }
  if (exponent_bits < 2 || !BN_is_odd(exponent.get()) || !BN_is_odd(modulus.get())) {
    return absl::InvalidArgumentError("`n` and `e` are not a valid RSA key");
  }
  const Owned<OSSL_PARAM_BLD> builder(OSSL_PARAM_BLD_new());
  OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_N, modulus.get());
  OSSL_PARAM_BLD_push_BN(builder.get(), OSSL_PKEY_PARAM_RSA_E, exponent.get());
  KeyPtr key(MakeKey("RSA", builder.get()));
  if (key == nullptr) return absl::InvalidArgumentError("`n` and `e` are not a valid RSA key");
  return key;
}

absl::StatusOr<Jwks::KeyPtr> Jwks::ReadP256(const Struct& jwk) {
  const auto x = FindBytes(jwk, "x");
  const auto y = FindBytes(jwk, "y");
  if (!x.has_value() || !y.has_value() || x->size() != kP256Bytes || y->size() != kP256Bytes) {
    return absl::InvalidArgumentError(
        "`x` and `y` must each be 32 bytes in base64url without padding");
  }
  const std::string point = StrCat("\x04", *x, *y);
  const Owned<OSSL_PARAM_BLD> builder(OSSL_PARAM_BLD_new());
  OSSL_PARAM_BLD_push_utf8_string(builder.get(), OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0);
  OSSL_PARAM_BLD_push_octet_string(builder.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                   point.size());
  KeyPtr key(MakeKey("EC", builder.get()));
  if (key == nullptr || !IsValidPublicKey(key.get())) {
    return absl::InvalidArgumentError("`x` and `y` are not a point on the curve P-256");
  }
  return key;
}

absl::StatusOr<Jwks> Jwks::Parse(const std::string& json) {
  const std::optional<Struct> set = ParseJsonObject(json);
  const Value* list = set.has_value() ? FindField(*set, "keys") : nullptr;
  if (list == nullptr || !list->has_list_value()) {
    return absl::InvalidArgumentError("not a JWK set; it must be a JSON object with a list `keys`");
  }
  if (list->list_value().values_size() > kMaxKeys) {
    return absl::InvalidArgumentError(
        StrCat("`keys` has ", list->list_value().values_size(), " keys; it can have at most 100"));
  }
  Jwks jwks;
  std::string without_id;
  for (int i = 0; i < list->list_value().values_size(); ++i) {
    const Value& value = list->list_value().values(i);
    const std::string where = StrCat("keys[", i, "]: ");
    if (!value.has_struct_value()) {
      return absl::InvalidArgumentError(StrCat(where, "not a JSON object"));
    }
    const Struct& jwk = value.struct_value();
    if (FindField(jwk, "d") != nullptr) {
      return absl::InvalidArgumentError(
          StrCat(where, "a private key; the file must hold only public keys"));
    }
    const std::string_view algorithm = AlgorithmOf(jwk);
    if (algorithm.empty()) continue;
    absl::StatusOr<KeyPtr> key = algorithm == kRs256 ? ReadRsa(jwk) : ReadP256(jwk);
    if (!key.ok()) {
      return absl::InvalidArgumentError(StrCat(where, std::string(key.status().message())));
    }
    const std::string* id = FindText(jwk, "kid");
    if (id == nullptr) {
      without_id = where;
    } else if (jwks.Find(algorithm, id) != nullptr) {
      return absl::InvalidArgumentError(StrCat(where, "repeats the `kid` of an earlier key for ",
                                               algorithm, "; give each its own"));
    }
    jwks.keys_.push_back({id == nullptr ? std::nullopt : std::optional(*id), std::string(algorithm),
                          *std::move(key)});
  }
  if (jwks.keys_.empty()) {
    return absl::InvalidArgumentError("`keys` has no key for RS256 or ES256; add at least one");
  }
  if (jwks.requires_key_id() && !without_id.empty()) {
    return absl::InvalidArgumentError(
        StrCat(without_id, "has no `kid`; with several keys, each needs one that tokens can name"));
  }
  return jwks;
}

bool Jwks::VerifyWith(const Key& key, std::string_view message, std::string_view signature) {
  std::string der;
  if (key.algorithm == kEs256) {
    std::optional<std::string> converted = ToDer(signature);
    if (!converted.has_value()) return false;
    der = *std::move(converted);
    signature = der;
  }
  const Owned<EVP_MD_CTX> context(EVP_MD_CTX_new());
  return EVP_DigestVerifyInit_ex(context.get(), nullptr, "SHA256", nullptr, nullptr, key.key.get(),
                                 nullptr) == 1 &&
         EVP_DigestVerify(context.get(), Bytes(signature), signature.size(), Bytes(message),
                          message.size()) == 1;
}

const Jwks::Key* Jwks::Find(std::string_view algorithm, const std::string* key_id) const {
  for (const Key& key : keys_) {
    if (key.algorithm == algorithm && (key_id == nullptr || key.id == *key_id)) return &key;
  }
  return nullptr;
}

bool Jwks::Verify(std::string_view algorithm, const std::string* key_id, std::string_view message,
                  std::string_view signature) const {
  const Key* key = Find(algorithm, key_id);
  return key != nullptr && VerifyWith(*key, message, signature);
}

}  // namespace arbiter
