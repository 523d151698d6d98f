#include "service/access/api_key.h"

#include <openssl/rand.h>

#include <array>
#include <cstdlib>

#include "absl/strings/escaping.h"
#include "core/rules/strings.h"

namespace arbiter {

std::string ToHex(const Digest& digest) {
  return absl::BytesToHexString(
      absl::string_view(reinterpret_cast<const char*>(digest.data()), digest.size()));
}

std::optional<Digest> DigestFromHex(std::string_view text) {
  Digest digest;
  if (text.size() != 2 * digest.size()) return std::nullopt;
  for (const char c : text) {
    if (!absl::ascii_isxdigit(static_cast<unsigned char>(c))) return std::nullopt;
  }
  const std::string bytes = absl::HexStringToBytes(ForAbsl(text));
  std::copy(bytes.begin(), bytes.end(), digest.begin());
  return digest;
}

std::string NewApiKey() {
  std::array<unsigned char, 32> bytes;
  // Fails where the system has no randomness, and there is no key without it.
  if (RAND_bytes(bytes.data(), bytes.size()) != 1) std::abort();
  return StrCat("arb_", absl::WebSafeBase64Escape(absl::string_view(
                            reinterpret_cast<const char*>(bytes.data()), bytes.size())));
}

}  // namespace arbiter
