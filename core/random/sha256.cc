#include "core/random/sha256.h"

#include <openssl/evp.h>

#include <cstdlib>

namespace arbiter {
namespace {

// Looked up once: that costs more than the hash of a short text.
const EVP_MD* Algorithm() {
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return algorithm;
}

}  // namespace

Digest Sha256(std::string_view bytes) {
  Digest digest;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, Algorithm(), nullptr) != 1) {
    std::abort();  // only without memory
  }
  return digest;
}

}  // namespace arbiter
