#include "service/seal/snapshot_keys.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

namespace arbiter {
namespace {

constexpr size_t kLongestId = 16;
// 32 bytes in base64.
constexpr size_t kBase64Length = 44;

bool IsId(std::string_view text) {
  return !text.empty() && text.size() <= kLongestId &&
         std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' ||
                  c == '.';
         });
}

absl::Status ParseLine(const std::string& line, SnapshotKey* key) {
  std::istringstream parts(line);
  std::string base64;
  std::string more;
  if (!(parts >> key->id >> base64) || parts >> more) {
    return absl::InvalidArgumentError("is not an id and a key");
  }
  if (!IsId(key->id)) {
    return absl::InvalidArgumentError(
        "has no id of 1 to 16 letters, digits, '_', '-' and '.' before its key");
  }
  if (base64.size() != kBase64Length || !absl::Base64Unescape(base64, &key->bytes) ||
      key->bytes.size() != kSnapshotKeyBytes) {
    return absl::InvalidArgumentError("has a key that is not 32 bytes in base64");
  }
  return absl::OkStatus();
}

// Empty, or a remark.
bool SaysNothing(const std::string& line) {
  const size_t begin = line.find_first_not_of(" \t\r");
  return begin == std::string::npos || line[begin] == '#';
}

}  // namespace

absl::StatusOr<std::vector<SnapshotKey>> ParseSnapshotKeys(std::string_view text) {
  std::vector<SnapshotKey> keys;
  std::istringstream lines{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (SaysNothing(line)) continue;
    SnapshotKey key;
    absl::Status status = ParseLine(line, &key);
    const bool repeated = std::any_of(
        keys.begin(), keys.end(), [&key](const SnapshotKey& known) { return known.id == key.id; });
    if (status.ok() && repeated) {
      status = absl::InvalidArgumentError("has the id of an earlier one");
    }
    if (!status.ok()) {
      return absl::InvalidArgumentError(absl::StrCat("line ", number, " ", status.message()));
    }
    keys.push_back(std::move(key));
  }
  if (keys.empty()) return absl::InvalidArgumentError("there is no key in it");
  return keys;
}

absl::StatusOr<std::vector<SnapshotKey>> ReadSnapshotKeys(const std::string& path) {
  std::ostringstream text;
  std::ifstream file(path);
  if (!(text << file.rdbuf())) {
    return absl::NotFoundError(absl::StrCat("'", path, "' can't be read, or is empty"));
  }
  absl::StatusOr<std::vector<SnapshotKey>> keys = ParseSnapshotKeys(text.str());
  if (keys.ok()) return keys;
  return absl::InvalidArgumentError(absl::StrCat("'", path, "': ", keys.status().message()));
}

}  // namespace arbiter
