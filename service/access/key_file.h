#ifndef ARBITER_SERVICE_ACCESS_KEY_FILE_H_
#define ARBITER_SERVICE_ACCESS_KEY_FILE_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/config/v1/key_file.pb.h"
#include "core/random/sha256.h"
#include "service/files/bounded_file.h"

namespace arbiter {

// Convert a digest to and from 64 hexadecimal digits. ToHex() writes lower case. DigestFromHex()
// reads both cases, and returns std::nullopt for any other text.
std::string ToHex(const Digest& digest);
std::optional<Digest> DigestFromHex(std::string_view text);

// Generates an API key: `arb_` and 32 random bytes in base64url. Key files hold only the SHA-256,
// which reveals nothing about a key with this much entropy.
std::string NewApiKey();

// Whether `name` is a valid client name: 1 to 128 visible ASCII characters, but not `anonymous` or
// `other`, which are reserved for metrics.
bool IsClientName(std::string_view name);

// Checks that `file` satisfies key_file.proto. INVALID_ARGUMENT if it does not; the message names
// the client at fault.
absl::Status CheckKeyFile(const config::v1::KeyFile& file);

// The maximum size of a key file, which is enough for 100,000 clients.
inline constexpr size_t kMaxKeyFileBytes = 32 * kMiB;

// Parses proto JSON, in which unknown fields are errors, and checks it as CheckKeyFile() does.
// INVALID_ARGUMENT says what is wrong and, for a syntax error, where.
absl::StatusOr<config::v1::KeyFile> ParseKeyFile(const std::string& json);

// Formats the JSON that ParseKeyFile() reads, with one value per line.
std::string FormatKeyFile(const config::v1::KeyFile& file);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_KEY_FILE_H_
