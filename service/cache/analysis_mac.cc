#include "service/cache/analysis_mac.h"

#include <algorithm>

#include "core/base/strings.h"

namespace arbiter {
namespace {

std::shared_ptr<const std::vector<HmacKey>> DeriveKeys(const std::vector<SnapshotKey>& keys) {
  auto derived = std::make_shared<std::vector<HmacKey>>();
  for (const SnapshotKey& key : keys) derived->emplace_back(key, "arbiter analysis cache 1");
  return derived;
}

// Returns what comes before the key in a tag, and tells where the key ends.
std::string SizeOf(std::string_view key) { return StrCat(key.size(), ":"); }

}  // namespace

AnalysisMac::AnalysisMac(const std::vector<SnapshotKey>& keys) : keys_(DeriveKeys(keys)) {}

void AnalysisMac::SetKeys(const std::vector<SnapshotKey>& keys) {
  auto replaced = DeriveKeys(keys);
  const std::lock_guard lock(mutex_);
  keys_.swap(replaced);
}

std::shared_ptr<const AnalysisMac::Keys> AnalysisMac::keys() const {
  const std::lock_guard lock(mutex_);
  return keys_;
}

std::string AnalysisMac::Tag(std::string_view key, std::string_view value) const {
  return keys()->front().Authenticate({SizeOf(key), key, value});
}

bool AnalysisMac::Verify(std::string_view key, std::string_view value, std::string_view tag) const {
  const std::shared_ptr<const Keys> known = keys();
  return std::any_of(known->begin(), known->end(), [&](const HmacKey& hmac) {
    return hmac.Verify({SizeOf(key), key, value}, tag);
  });
}

}  // namespace arbiter
