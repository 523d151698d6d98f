#ifndef ARBITER_SERVICE_SEAL_SNAPSHOT_KEYS_H_
#define ARBITER_SERVICE_SEAL_SNAPSHOT_KEYS_H_

#include <openssl/types.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace arbiter {

inline constexpr size_t kSnapshotKeyBytes = 32;

// A key that snapshots are sealed with, and the name under which they say so.
struct SnapshotKey {
  std::string id;
  // kSnapshotKeyBytes of them.
  std::string bytes;
};

// From lines `id base64`, where the id is 1 to 16 letters, digits, `_`, `-` and `.`, and the base64
// text has 32 bytes; empty lines and those that begin with `#` say nothing. There is at least one
// key, and no id twice. INVALID_ARGUMENT with the number of the line; errors quote no line.
absl::StatusOr<std::vector<SnapshotKey>> ParseSnapshotKeys(std::string_view text);

// The same of a file; NOT_FOUND where it can't be read.
absl::StatusOr<std::vector<SnapshotKey>> ReadSnapshotKeys(const std::string& path);

// Authenticated encryption by one key, AES-256-GCM, without randomness: the nonce is an
// HMAC-SHA-256 of what is sealed, so equal texts have equal boxes, and a box shows nothing else of
// its text than its length. Both keys come from the given one by HKDF. Thread-safe.
class SealingKey {
 public:
  explicit SealingKey(const SnapshotKey& key);
  ~SealingKey();
  SealingKey(const SealingKey&) = delete;
  SealingKey& operator=(const SealingKey&) = delete;

  const std::string& id() const { return id_; }

  // Appends the box of `text`, a nonce of 12 bytes, as many bytes as the text has, and a tag of 16.
  // It opens only under the same `header`, which is not in it.
  void Seal(std::string_view header, std::string_view text, std::string* out) const;

  // The text of a box; nothing where this key has not sealed it, under this header.
  std::optional<std::string> Open(std::string_view header, std::string_view box) const;

 private:
  struct Deleter {
    void operator()(EVP_MAC_CTX* context) const;
  };

  std::string NonceFor(std::string_view header, std::string_view text) const;

  const std::string id_;
  std::string encryption_key_;
  // HMAC with its key, before its first byte.
  std::unique_ptr<EVP_MAC_CTX, Deleter> mac_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SEAL_SNAPSHOT_KEYS_H_
