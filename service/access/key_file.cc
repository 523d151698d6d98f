#include "service/access/key_file.h"

#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <set>

#include "absl/strings/escaping.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "google/protobuf/util/json_util.h"
#include "service/access/methods.h"

namespace arbiter {
namespace {

using config::v1::Client;
using config::v1::KeyFile;
using config::v1::Quota;

constexpr size_t kMaxNameBytes = 128;
// The metric labels for calls without a client name and for clients without a series of their own.
constexpr std::array<std::string_view, 2> kReservedNames = {"anonymous", "other"};
constexpr double kMaxRate = 1e9;

absl::Status Invalid(std::string_view who, std::string_view what) {
  return absl::InvalidArgumentError(StrCat(who, ": ", what));
}

template <typename Names>
absl::Status CheckMethods(std::string_view who, const Names& names) {
  if (names.empty()) {
    return Invalid(who, "`methods` is empty; list methods or services, or \"*\" for all");
  }
  for (const std::string& name : names) {
    if (MethodsNamed(name).none()) {
      return Invalid(who, StrCat("unknown method or service '", name,
                                 "'; write it as in the API, such as LegalMoves or RulesService"));
    }
  }
  return absl::OkStatus();
}

absl::Status CheckQuota(std::string_view who, const Quota& quota) {
  // Written so that NaN is out of range.
  if (!(quota.tokens_per_second() >= 0 && quota.tokens_per_second() <= kMaxRate)) {
    return Invalid(who, "`tokensPerSecond` must be from 0 to 1,000,000,000");
  }
  const double burst = quota.burst();
  if (burst != 0 && !(burst >= 1 && burst <= kMaxRate)) {
    return Invalid(who, "`burst` must be from 1 to 1,000,000,000");
  }
  if (burst != 0 && quota.tokens_per_second() == 0) {
    return Invalid(who, "`burst` needs `tokensPerSecond`; set both or neither");
  }
  return absl::OkStatus();
}

absl::Status CheckClient(const Client& client, std::string_view who) {
  if (!IsClientName(client.name())) {
    return Invalid(
        who, "`name` must be 1 to 128 visible ASCII characters and not `anonymous` or `other`");
  }
  ARBITER_RETURN_IF_ERROR(CheckMethods(who, client.methods()));
  return CheckQuota(who, client.quota());
}

// Returns the first line of an error message of Protobuf. The other lines quote the file.
std::string FirstLine(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

}  // namespace

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
  // This fails only if the system has no source of randomness, and then no key would be secure.
  if (RAND_bytes(bytes.data(), bytes.size()) != 1) std::abort();
  return StrCat("arb_", absl::WebSafeBase64Escape(absl::string_view(
                            reinterpret_cast<const char*>(bytes.data()), bytes.size())));
}

bool IsClientName(std::string_view name) {
  return !name.empty() && name.size() <= kMaxNameBytes &&
         std::find(kReservedNames.begin(), kReservedNames.end(), name) == kReservedNames.end() &&
         std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c <= '~'; });
}

absl::Status CheckKeyFile(const KeyFile& file) {
  std::set<std::string_view> names;
  std::set<Digest> keys;
  for (int i = 0; i < file.clients_size(); ++i) {
    const Client& client = file.clients(i);
    const std::string who = IsClientName(client.name()) ? StrCat("client '", client.name(), "'")
                                                        : StrCat("clients[", i, "]");
    ARBITER_RETURN_IF_ERROR(CheckClient(client, who));
    if (!names.insert(client.name()).second) {
      return Invalid(who, "another client has the same name; each name must be unique");
    }
    for (int k = 0; k < client.key_sha256_size(); ++k) {
      const std::optional<Digest> digest = DigestFromHex(client.key_sha256(k));
      const std::string field = StrCat("keySha256[", k, "]");
      if (!digest.has_value()) {
        return Invalid(who, StrCat(field, " is not a SHA-256; it must have 64 hexadecimal digits"));
      }
      if (!keys.insert(*digest).second) {
        return Invalid(who, StrCat(field, " is already in the file; list each key once"));
      }
    }
  }
  if (!file.has_others()) return absl::OkStatus();
  ARBITER_RETURN_IF_ERROR(CheckMethods("others", file.others().methods()));
  return CheckQuota("others", file.others().quota());
}

absl::StatusOr<KeyFile> ParseKeyFile(const std::string& json) {
  KeyFile file;
  const auto read = google::protobuf::util::JsonStringToMessage(json, &file);
  if (!read.ok()) {
    return absl::InvalidArgumentError(
        StrCat("not a key file in JSON: ", FirstLine(read.message().ToString())));
  }
  ARBITER_RETURN_IF_ERROR(CheckKeyFile(file));
  return file;
}

std::string FormatKeyFile(const KeyFile& file) {
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  std::string json;
  // This fails only for messages that hold an `Any`.
  static_cast<void>(google::protobuf::util::MessageToJsonString(file, &json, options));
  return json;
}

}  // namespace arbiter
