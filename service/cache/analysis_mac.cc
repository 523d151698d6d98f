#include "service/cache/analysis_mac.h"

#include <openssl/crypto.h>

#include <algorithm>

#include "core/rules/strings.h"

namespace arbiter {
namespace {

std::shared_ptr<const std::vector<HmacKey>> DeriveKeys(const std::vector<SnapshotKey>& keys) {
  auto derived = std::make_shared<std::vector<HmacKey>>();
  for (const SnapshotKey& key : keys) derived->emplace_back(key, "arbiter analysis cache 1");
  return derived;
}

std::string TagWith(const HmacKey& hmac, std::string_view key, std::string_view value) {
  // The size tells where the key ends.
  return hmac.Authenticate({StrCat(key.size(), ":"), key, value});
}

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
  return TagWith(keys()->front(), key, value);
}

bool AnalysisMac::Verify(std::string_view key, std::string_view value, std::string_view tag) const {
  const std::shared_ptr<const Keys> known = keys();
  return tag.size() == kTagBytes &&
         std::any_of(known->begin(), known->end(), [&](const HmacKey& hmac) {
           return CRYPTO_memcmp(TagWith(hmac, key, value).data(), tag.data(), kTagBytes) == 0;
         });
}

}  // namespace arbiter
