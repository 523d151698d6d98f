#ifndef ARBITER_CORE_RANDOM_SHA256_H_
#define ARBITER_CORE_RANDOM_SHA256_H_

#include <openssl/sha.h>

#include <array>
#include <string_view>

namespace arbiter {

// A SHA-256 digest.
using Digest = std::array<unsigned char, 32>;

// Computes the SHA-256 digest of bytes that arrive in parts (FIPS 180-4). A copy continues from the
// parts of the original.
class Sha256Hasher {
 public:
  Sha256Hasher();
  void Add(std::string_view bytes);
  // Returns the digest of everything that was added. Nothing may be added afterwards.
  Digest Finish();

 private:
  SHA256_CTX context_;
};

// Returns the SHA-256 digest of `bytes`.
Digest Sha256(std::string_view bytes);

}  // namespace arbiter

#endif  // ARBITER_CORE_RANDOM_SHA256_H_
