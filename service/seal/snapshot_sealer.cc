#include "service/seal/snapshot_sealer.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/seal/snapshot_keys.h"

namespace arbiter {
namespace {

constexpr std::string_view kMagic = "ARBX";
constexpr uint8_t kVersion = 1;
// The size of the header without the id.
constexpr size_t kFixedHeaderBytes = kMagic.size() + 2;
constexpr size_t kPadding = 64;
constexpr char kEndOfText = '\x80';

absl::Status BadSnapshot(std::string_view why) {
  return MakeError(ErrorReason::kBadSnapshot, StrCat("the snapshot ", why));
}

bool IsSealed(std::string_view snapshot) { return snapshot.starts_with(kMagic); }

std::string HeaderFor(const SealingKey& key) {
  std::string header(kMagic);
  header.push_back(static_cast<char>(kVersion));
  header.push_back(static_cast<char>(key.id().size()));
  return header + key.id();
}

std::string AddPadding(std::string_view text, size_t shown_size) {
  const size_t size = std::max(text.size(), shown_size) + 1;
  std::string padded;
  padded.reserve(size + kPadding);
  padded.append(text).push_back(kEndOfText);
  padded.resize((size + kPadding - 1) / kPadding * kPadding, '\0');
  return padded;
}

void RemovePadding(std::string* text) {
  text->resize(text->find_last_not_of('\0') + 1);
  if (text->ends_with(kEndOfText)) text->pop_back();
}

}  // namespace

class SnapshotSealer::KeyRing {
 public:
  explicit KeyRing(const std::vector<SnapshotKey>& keys) {
    for (const SnapshotKey& key : keys) keys_.push_back(std::make_unique<SealingKey>(key));
  }

  const SealingKey& first() const { return *keys_.front(); }
  // Returns nullptr if there is no such key.
  const SealingKey* Find(std::string_view id) const {
    const auto found =
        std::find_if(keys_.begin(), keys_.end(), [id](const auto& key) { return key->id() == id; });
    return found == keys_.end() ? nullptr : found->get();
  }

 private:
  std::vector<std::unique_ptr<SealingKey>> keys_;
};

SnapshotSealer::SnapshotSealer(const std::vector<SnapshotKey>& keys)
    : keys_(std::make_shared<KeyRing>(keys)) {}

SnapshotSealer::~SnapshotSealer() = default;

void SnapshotSealer::SetKeys(const std::vector<SnapshotKey>& keys) {
  auto replaced = std::make_shared<const KeyRing>(keys);
  const std::lock_guard lock(mutex_);
  keys_.swap(replaced);
}

std::shared_ptr<const SnapshotSealer::KeyRing> SnapshotSealer::keys() const {
  const std::lock_guard lock(mutex_);
  return keys_;
}

std::string SnapshotSealer::Seal(std::string_view snapshot, size_t shown_size) const {
  const std::shared_ptr<const KeyRing> ring = keys();
  std::string sealed = HeaderFor(ring->first());
  const std::string header = sealed;
  ring->first().Seal(header, AddPadding(snapshot, shown_size), &sealed);
  return sealed;
}

absl::StatusOr<std::string> SnapshotSealer::Open(std::string_view sealed) const {
  if (!IsSealed(sealed)) {
    return BadSnapshot("is not sealed; send a snapshot as this server has returned it");
  }
  if (sealed.size() < kFixedHeaderBytes) return BadSnapshot("is truncated");
  const auto version = static_cast<uint8_t>(sealed[kMagic.size()]);
  if (version != kVersion) {
    return BadSnapshot(
        StrCat("is sealed in version ", version, "; this server supports only version ", kVersion));
  }
  const size_t header_size =
      kFixedHeaderBytes + static_cast<uint8_t>(sealed[kFixedHeaderBytes - 1]);
  if (sealed.size() < header_size) return BadSnapshot("is truncated");
  const std::shared_ptr<const KeyRing> ring = keys();
  const SealingKey* key =
      ring->Find(sealed.substr(kFixedHeaderBytes, header_size - kFixedHeaderBytes));
  if (key == nullptr) return BadSnapshot("is sealed with a key that this server does not have");
  std::optional<std::string> text =
      key->Open(sealed.substr(0, header_size), sealed.substr(header_size));
  if (!text) return BadSnapshot("was changed after it was sealed, or was sealed with another key");
  RemovePadding(&*text);
  return *std::move(text);
}

absl::StatusOr<std::string_view> OpenSnapshot(const SnapshotSealer* sealer,
                                              std::string_view snapshot, std::string* storage) {
  if (sealer != nullptr) {
    ARBITER_ASSIGN_OR_RETURN(std::string opened, sealer->Open(snapshot));
    *storage = std::move(opened);
    return *storage;
  }
  if (IsSealed(snapshot)) {
    return BadSnapshot("is sealed, and this server has no keys to open it");
  }
  return snapshot;
}

}  // namespace arbiter
