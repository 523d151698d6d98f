#ifndef ARBITER_SERVICE_ACCESS_API_KEY_H_
#define ARBITER_SERVICE_ACCESS_API_KEY_H_

#include <optional>
#include <string>
#include <string_view>

#include "core/random/sha256.h"

namespace arbiter {

// 64 hexadecimal digits, in lower case; read in either case. nullopt for other text.
std::string ToHex(const Digest& digest);
std::optional<Digest> DigestFromHex(std::string_view text);

// A new API key: `arb_` and 32 random bytes in base64url. Files hold only its SHA-256, which
// tells nothing of a key with so many bits.
std::string NewApiKey();

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_API_KEY_H_
