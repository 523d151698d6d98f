#include "core/random/sha256.h"

#include <openssl/evp.h>

#include <cstdlib>

namespace arbiter {
namespace {

// Looks the algorithm up only once, because a lookup costs more than hashing a short text.
const EVP_MD* Algorithm() {
  static const EVP_MD* const algorithm = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return algorithm;
}

}  // namespace

Digest Sha256(std::string_view bytes) {
  Digest digest;
  if (EVP_Digest(bytes.data(), bytes.size(), digest.data(), nullptr, Algorithm(), nullptr) != 1) {
    std::abort();  // Fails only when memory runs out.
  }
  return digest;
}

}  // namespace arbiter
