// OpenSSL deprecates these functions in favour of EVP_Digest, which allocates two contexts for each
// digest. That costs more than hashing a short text.
#define OPENSSL_SUPPRESS_DEPRECATED
#include "core/random/sha256.h"

#include <openssl/sha.h>

namespace arbiter {

// SHA256_Init, SHA256_Update and SHA256_Final cannot fail.
Sha256Hasher::Sha256Hasher() { SHA256_Init(&context_); }

void Sha256Hasher::Add(std::string_view bytes) {
  SHA256_Update(&context_, bytes.data(), bytes.size());
}

Digest Sha256Hasher::Finish() {
  Digest digest;
  SHA256_Final(digest.data(), &context_);
  return digest;
}

Digest Sha256(std::string_view bytes) {
  Sha256Hasher hasher;
  hasher.Add(bytes);
  return hasher.Finish();
}

}  // namespace arbiter
