#ifndef ARBITER_CORE_RANDOM_SHA256_H_
#define ARBITER_CORE_RANDOM_SHA256_H_

#include <array>
#include <string_view>

namespace arbiter {

// A SHA-256 digest.
using Digest = std::array<unsigned char, 32>;

// Returns the SHA-256 digest of `bytes` (FIPS 180-4).
Digest Sha256(std::string_view bytes);

}  // namespace arbiter

#endif  // ARBITER_CORE_RANDOM_SHA256_H_
