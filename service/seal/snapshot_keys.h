#ifndef ARBITER_SERVICE_SEAL_SNAPSHOT_KEYS_H_
#define ARBITER_SERVICE_SEAL_SNAPSHOT_KEYS_H_

#include <openssl/types.h>

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "service/files/bounded_file.h"

namespace arbiter {

inline constexpr size_t kSnapshotKeyBytes = 32;
inline constexpr size_t kHmacBytes = 32;

// A key that seals snapshots, and the id by which sealed snapshots name it.
struct SnapshotKey {
  std::string id;
  // The key itself, kSnapshotKeyBytes long.
  std::string bytes;
};

// Parses lines of the form `id base64`. An id is 1 to 16 letters, digits, `_`, `-` and `.`; the
// base64 text encodes 32 bytes. Empty lines and lines that begin with `#` are ignored. There must
// be at least one key, and every id must be unique. INVALID_ARGUMENT with the number of the line;
// errors never quote a line, because it may hold a key.
absl::StatusOr<std::vector<SnapshotKey>> ParseSnapshotKeys(std::string_view text);

// The maximum size of a file of such lines, of which it holds a few.
inline constexpr size_t kMaxSnapshotKeysBytes = kMiB;

// Reads and parses a file of such lines. NOT_FOUND if the file cannot be read, RESOURCE_EXHAUSTED
// if it is larger than kMaxSnapshotKeysBytes, otherwise the errors of ParseSnapshotKeys(). All of
// them name the path.
absl::StatusOr<std::vector<SnapshotKey>> ReadSnapshotKeys(const std::string& path);

// A key for HMAC-SHA-256 that is derived from a snapshot key by HKDF, for one purpose. Keys for
// different purposes reveal nothing about each other. Thread-safe.
class HmacKey {
 public:
  HmacKey(const SnapshotKey& key, std::string_view purpose);

  // Returns the HMAC of the parts in sequence, kHmacBytes long.
  std::string Authenticate(std::initializer_list<std::string_view> parts) const;
  // Whether `hmac` is that of the parts. The duration reveals nothing about the correct one.
  bool Verify(std::initializer_list<std::string_view> parts, std::string_view hmac) const;

 private:
  struct Deleter {
    void operator()(EVP_MAC_CTX* context) const;
  };

  // A context with the key set. It is copied for each use.
  std::unique_ptr<EVP_MAC_CTX, Deleter> context_;
};

// Deterministic authenticated encryption with one key. The cipher is AES-256-GCM, and the nonce is
// an HMAC-SHA-256 of the header and the text, so equal texts with equal headers have equal boxes. A
// box reveals nothing else about its text except the length. The keys of the cipher and of the HMAC
// are derived from the given key by HKDF. Thread-safe.
class SealingKey {
 public:
  explicit SealingKey(const SnapshotKey& key);
  ~SealingKey();
  SealingKey(const SealingKey&) = delete;
  SealingKey& operator=(const SealingKey&) = delete;

  const std::string& id() const { return id_; }

  // Appends the box of `text`: a nonce of 12 bytes, the encrypted text, which is as long as `text`,
  // and a tag of 16 bytes. The box opens only with the same `header`, which it does not contain.
  void Seal(std::string_view header, std::string_view text, std::string* out) const;

  // Returns the text of a box; std::nullopt if it was not sealed by this key with this header.
  std::optional<std::string> Open(std::string_view header, std::string_view box) const;

 private:
  std::string NonceFor(std::string_view header, std::string_view text) const;

  const std::string id_;
  std::string encryption_key_;
  const HmacKey nonce_key_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SEAL_SNAPSHOT_KEYS_H_
