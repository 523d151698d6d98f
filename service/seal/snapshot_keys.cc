#include "service/seal/snapshot_keys.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "core/base/status_macros.h"

namespace arbiter {
namespace {

constexpr size_t kMaxIdLength = 16;
// The length of 32 bytes in base64.
constexpr size_t kBase64Length = 44;

bool IsId(std::string_view text) {
  return !text.empty() && text.size() <= kMaxIdLength &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' ||
                  c == '.';
         });
}

absl::Status ParseLine(const std::string& line, SnapshotKey* key) {
  std::istringstream parts(line);
  std::string base64;
  std::string more;
  if (!(parts >> key->id >> base64) || parts >> more) {
    return absl::InvalidArgumentError("must be an id and a key, separated by a space");
  }
  if (!IsId(key->id)) {
    return absl::InvalidArgumentError(
        "has an invalid id; an id is 1 to 16 letters, digits, '_', '-' and '.'");
  }
  if (base64.size() != kBase64Length || !absl::Base64Unescape(base64, &key->bytes) ||
      key->bytes.size() != kSnapshotKeyBytes) {
    return absl::InvalidArgumentError("has an invalid key; a key is 32 bytes in base64");
  }
  return absl::OkStatus();
}

bool IsEmptyOrComment(const std::string& line) {
  const size_t begin = line.find_first_not_of(" \t\r");
  return begin == std::string::npos || line[begin] == '#';
}

constexpr size_t kNonceBytes = 12;
constexpr size_t kTagBytes = 16;

struct CipherDeleter {
  void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};
using CipherContext = std::unique_ptr<EVP_CIPHER_CTX, CipherDeleter>;

// Aborts if a call to OpenSSL has failed. The calls in this file fail only if memory has run out or
// the algorithm is missing.
void CheckOpenSsl(bool succeeded) {
  if (!succeeded) std::abort();
}

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}
unsigned char* Bytes(std::string* text) { return reinterpret_cast<unsigned char*>(text->data()); }

OSSL_PARAM OctetParam(const char* name, std::string_view bytes) {
  return OSSL_PARAM_construct_octet_string(name, const_cast<char*>(bytes.data()), bytes.size());
}
OSSL_PARAM DigestParam(const char* name) {
  static char sha256[] = "SHA256";
  return OSSL_PARAM_construct_utf8_string(name, sha256, 0);
}

std::string Derive(std::string_view key, std::string_view purpose) {
  EVP_KDF* hkdf = EVP_KDF_fetch(nullptr, "HKDF", nullptr);
  CheckOpenSsl(hkdf != nullptr);
  EVP_KDF_CTX* context = EVP_KDF_CTX_new(hkdf);
  const OSSL_PARAM params[] = {
      DigestParam(OSSL_KDF_PARAM_DIGEST), OctetParam(OSSL_KDF_PARAM_KEY, key),
      OctetParam(OSSL_KDF_PARAM_INFO, purpose), OSSL_PARAM_construct_end()};
  std::string derived(kSnapshotKeyBytes, '\0');
  CheckOpenSsl(EVP_KDF_derive(context, Bytes(&derived), derived.size(), params) == 1);
  EVP_KDF_CTX_free(context);
  EVP_KDF_free(hkdf);
  return derived;
}

EVP_MAC_CTX* NewHmac(std::string key) {
  EVP_MAC* hmac = EVP_MAC_fetch(nullptr, "HMAC", nullptr);
  CheckOpenSsl(hmac != nullptr);
  EVP_MAC_CTX* context = EVP_MAC_CTX_new(hmac);
  EVP_MAC_free(hmac);
  const OSSL_PARAM params[] = {DigestParam(OSSL_MAC_PARAM_DIGEST), OSSL_PARAM_construct_end()};
  CheckOpenSsl(EVP_MAC_init(context, Bytes(key), key.size(), params) == 1);
  OPENSSL_cleanse(key.data(), key.size());
  return context;
}

const EVP_CIPHER* Aes256Gcm() {
  static const EVP_CIPHER* const cipher = EVP_CIPHER_fetch(nullptr, "AES-256-GCM", nullptr);
  return cipher;
}

}  // namespace

absl::StatusOr<std::vector<SnapshotKey>> ParseSnapshotKeys(std::string_view text) {
  std::vector<SnapshotKey> keys;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (IsEmptyOrComment(line)) continue;
    SnapshotKey key;
    absl::Status status = ParseLine(line, &key);
    const bool repeated = std::any_of(
        keys.begin(), keys.end(), [&key](const SnapshotKey& known) { return known.id == key.id; });
    if (status.ok() && repeated) {
      status = absl::InvalidArgumentError("repeats the id of an earlier line");
    }
    if (!status.ok()) {
      return absl::InvalidArgumentError(absl::StrCat("line ", number, " ", status.message()));
    }
    keys.push_back(std::move(key));
  }
  if (keys.empty()) {
    return absl::InvalidArgumentError(
        "there is no key; add a line with an id and 32 bytes in base64");
  }
  return keys;
}

absl::StatusOr<std::vector<SnapshotKey>> ReadSnapshotKeys(const std::string& path) {
  ARBITER_ASSIGN_OR_RETURN(const std::string text, ReadBoundedFile(path, kMaxSnapshotKeysBytes));
  absl::StatusOr<std::vector<SnapshotKey>> keys = ParseSnapshotKeys(text);
  if (keys.ok()) return keys;
  return absl::InvalidArgumentError(absl::StrCat("'", path, "': ", keys.status().message()));
}

void HmacKey::Deleter::operator()(EVP_MAC_CTX* context) const { EVP_MAC_CTX_free(context); }

HmacKey::HmacKey(const SnapshotKey& key, std::string_view purpose)
    : context_(NewHmac(Derive(key.bytes, purpose))) {}

std::string HmacKey::Authenticate(std::initializer_list<std::string_view> parts) const {
  const std::unique_ptr<EVP_MAC_CTX, Deleter> context(EVP_MAC_CTX_dup(context_.get()));
  CheckOpenSsl(context != nullptr);
  for (const std::string_view part : parts) {
    CheckOpenSsl(EVP_MAC_update(context.get(), Bytes(part), part.size()) == 1);
  }
  std::string digest(kHmacBytes, '\0');
  size_t size = 0;
  CheckOpenSsl(EVP_MAC_final(context.get(), Bytes(&digest), &size, digest.size()) == 1);
  return digest;
}

bool HmacKey::Verify(std::initializer_list<std::string_view> parts, std::string_view hmac) const {
  return hmac.size() == kHmacBytes &&
         CRYPTO_memcmp(Authenticate(parts).data(), hmac.data(), kHmacBytes) == 0;
}

SealingKey::SealingKey(const SnapshotKey& key)
    : id_(key.id),
      encryption_key_(Derive(key.bytes, "arbiter snapshot seal 1: encryption")),
      nonce_key_(key, "arbiter snapshot seal 1: nonce") {
  CheckOpenSsl(Aes256Gcm() != nullptr);
}

SealingKey::~SealingKey() { OPENSSL_cleanse(encryption_key_.data(), encryption_key_.size()); }

std::string SealingKey::NonceFor(std::string_view header, std::string_view text) const {
  // A header encodes its own length, so it needs no separator from the text.
  std::string nonce = nonce_key_.Authenticate({header, text});
  nonce.resize(kNonceBytes);
  return nonce;
}

void SealingKey::Seal(std::string_view header, std::string_view text, std::string* out) const {
  const std::string nonce = NonceFor(header, text);
  const CipherContext context(EVP_CIPHER_CTX_new());
  int size = 0;
  CheckOpenSsl(context != nullptr &&
               EVP_EncryptInit_ex2(context.get(), Aes256Gcm(), Bytes(encryption_key_), Bytes(nonce),
                                   nullptr) == 1 &&
               EVP_EncryptUpdate(context.get(), nullptr, &size, Bytes(header),
                                 static_cast<int>(header.size())) == 1);
  out->append(nonce);
  const size_t begin = out->size();
  out->resize(begin + text.size() + kTagBytes);
  unsigned char* box = Bytes(out) + begin;
  CheckOpenSsl(
      EVP_EncryptUpdate(context.get(), box, &size, Bytes(text), static_cast<int>(text.size())) ==
          1 &&
      EVP_EncryptFinal_ex(context.get(), box + text.size(), &size) == 1 &&
      EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, kTagBytes, box + text.size()) == 1);
}

std::optional<std::string> SealingKey::Open(std::string_view header, std::string_view box) const {
  if (box.size() < kNonceBytes + kTagBytes) return std::nullopt;
  const std::string_view nonce = box.substr(0, kNonceBytes);
  const std::string_view encrypted = box.substr(kNonceBytes, box.size() - kNonceBytes - kTagBytes);
  std::string tag(box.substr(box.size() - kTagBytes));
  const CipherContext context(EVP_CIPHER_CTX_new());
  std::string text(encrypted.size(), '\0');
  int size = 0;
  CheckOpenSsl(context != nullptr &&
               EVP_DecryptInit_ex2(context.get(), Aes256Gcm(), Bytes(encryption_key_), Bytes(nonce),
                                   nullptr) == 1 &&
               EVP_DecryptUpdate(context.get(), nullptr, &size, Bytes(header),
                                 static_cast<int>(header.size())) == 1 &&
               EVP_DecryptUpdate(context.get(), Bytes(&text), &size, Bytes(encrypted),
                                 static_cast<int>(encrypted.size())) == 1 &&
               EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_SET_TAG, kTagBytes, Bytes(&tag)) ==
                   1);
  if (EVP_DecryptFinal_ex(context.get(), Bytes(&text) + text.size(), &size) != 1) {
    return std::nullopt;
  }
  // This check holds even if two texts have had the same nonce, which allows forging GCM tags.
  if (CRYPTO_memcmp(NonceFor(header, text).data(), nonce.data(), kNonceBytes) != 0) {
    return std::nullopt;
  }
  return text;
}

}  // namespace arbiter
