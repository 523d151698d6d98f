#include "service/access/clients.h"

#include <openssl/crypto.h>

#include <array>
#include <cstring>
#include <tuple>

namespace arbiter {

size_t Clients::Hash::operator()(const Digest& digest) const {
  size_t hash = 0;
  std::memcpy(&hash, digest.data(), sizeof(hash));
  return hash;
}

bool Clients::Equal::operator()(const Digest& a, const Digest& b) const {
  return CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

Clients::Clients() : secret_{}, others_(std::make_unique<OtherClients>(Grant::All(), nullptr)) {}

Clients::Clients(const config::v1::KeyFile& file, const Clients& before)
    : secret_(Sha256(NewApiKey())) {
  for (const config::v1::Client& entry : file.clients()) {
    const Ptr known = before.Listed(entry.name());
    const auto client =
        std::make_shared<const Client>(entry.name(), /*listed=*/true, Grant::From(entry),
                                       known ? known->usage() : std::make_shared<Usage>());
    listed_.emplace(entry.name(), client);
    for (const std::string& key : entry.key_sha256()) {
      by_key_.emplace(Blind(*DigestFromHex(key)), client);
    }
  }
  if (file.has_others()) {
    others_ = std::make_unique<OtherClients>(Grant::From(file.others()), before.others_.get());
  }
}

Digest Clients::Blind(const Digest& key_hash) const {
  std::array<char, 2 * std::tuple_size_v<Digest>> bytes;
  std::memcpy(bytes.data(), secret_.data(), secret_.size());
  std::memcpy(bytes.data() + secret_.size(), key_hash.data(), key_hash.size());
  return Sha256({bytes.data(), bytes.size()});
}

Clients::Ptr Clients::WithKey(std::string_view key) const {
  if (by_key_.empty()) return nullptr;
  const auto found = by_key_.find(Blind(Sha256(key)));
  return found == by_key_.end() ? nullptr : found->second;
}

Clients::Ptr Clients::Listed(std::string_view name) const {
  const auto found = listed_.find(name);
  return found == listed_.end() ? nullptr : found->second;
}

Clients::Ptr Clients::Named(std::string_view name, Client::Time now) const {
  if (Ptr client = Listed(name)) return client;
  return others_ == nullptr ? nullptr : others_->Get(name, now);
}

}  // namespace arbiter
