#ifndef ARBITER_SERVICE_ACCESS_KEY_FILE_H_
#define ARBITER_SERVICE_ACCESS_KEY_FILE_H_

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "arbiter/config/v1/key_file.pb.h"
#include "core/random/sha256.h"

namespace arbiter {

// 64 hexadecimal digits, in lower case; read in either case. nullopt for other text.
std::string ToHex(const Digest& digest);
std::optional<Digest> DigestFromHex(std::string_view text);

// A new API key: `arb_` and 32 random bytes in base64url. Files hold only its SHA-256, which
// tells nothing of a key with so many bits.
std::string NewApiKey();

// Whether a client may be called so: 1 to 128 visible ASCII characters, but not `anonymous` or
// `other`, which metrics have other uses for.
bool IsClientName(std::string_view name);

// OK where `file` keeps to what key_file.proto says; else INVALID_ARGUMENT, and the message names
// the client that is wrong.
absl::Status CheckKeyFile(const config::v1::KeyFile& file);

// Reads proto JSON, unknown fields refused, and checks it. An error says what is wrong and, for
// syntax, where.
absl::StatusOr<config::v1::KeyFile> ParseKeyFile(const std::string& json);

// As ParseKeyFile() reads it, a value a line.
std::string FormatKeyFile(const config::v1::KeyFile& file);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_KEY_FILE_H_
