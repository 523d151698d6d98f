#include "service/access/clients.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <tuple>
#include <utility>

#include "core/base/error.h"
#include "core/base/strings.h"
#include "service/access/token_bucket.h"

namespace arbiter {
namespace {

// The time after which to retry at the limit of open calls. It is a guess, because nobody knows
// when a call will end.
constexpr std::chrono::seconds kRetryAtCallLimit(1);

// The maximum number of clients that are examined to find an idle one.
constexpr int kMaxExamined = 8;

}  // namespace

Grant Grant::All() {
  Grant grant;
  grant.methods.set();
  return grant;
}

Grant Grant::Limits(const config::v1::Quota& quota) {
  Grant grant;
  if (const double rate = quota.tokens_per_second(); rate > 0) {
    const double burst = quota.burst() > 0 ? quota.burst() : std::max(1.0, rate);
    grant.bucket = TokenBucket::Size{.rate = rate, .burst = burst};
  }
  grant.max_in_flight = quota.max_in_flight();
  grant.max_streams = quota.max_streams();
  return grant;
}

absl::Status Client::CheckMethods(const MethodSet& needed) const {
  const MethodSet missing = needed & ~grant_.methods;
  if (missing.none()) return absl::OkStatus();
  MethodId first = 0;
  while (!missing.test(first)) ++first;
  return MakeError(ErrorReason::kPermissionDenied,
                   StrCat("this client is not allowed to call ", RuleOf(first).name,
                          "; ask the server's operator to add it to the client's `methods`"));
}

absl::Status Client::Take(double cost, Time now, double paid) const {
  if (!pays()) return absl::OkStatus();
  const std::chrono::nanoseconds wait = usage_->bucket.Take(*grant_.bucket, cost, now, paid);
  if (wait == std::chrono::nanoseconds(0)) return absl::OkStatus();
  return QuotaExceededError("this client has used up its tokens; retry when they have refilled",
                            wait);
}

absl::Status Client::Bill(double cost, double next, Time now) const {
  if (!pays()) return absl::OkStatus();
  const std::chrono::nanoseconds wait = usage_->bucket.Bill(*grant_.bucket, cost, next, now);
  if (wait == std::chrono::nanoseconds(0)) return absl::OkStatus();
  return QuotaExceededError(
      "this client has used up its tokens, so its work was ended; retry when they have refilled",
      wait);
}

void Client::Settle(double cost, Time now) const {
  if (pays()) usage_->bucket.Settle(*grant_.bucket, cost, now);
}

std::chrono::nanoseconds Client::TimeUntil(double cost, Time now) const {
  return pays() ? usage_->bucket.TimeUntil(*grant_.bucket, cost, now) : std::chrono::nanoseconds(0);
}

absl::Status Client::Enter(bool stream) const {
  std::atomic<uint32_t>& count = stream ? usage_->streams : usage_->in_flight;
  const uint32_t max = stream ? grant_.max_streams : grant_.max_in_flight;
  if (count.fetch_add(1, std::memory_order_relaxed) < max || max == 0) return absl::OkStatus();
  Leave(stream);
  return QuotaExceededError(
      StrCat("this client already has as many open ", stream ? "streams" : "calls",
             " as its quota allows (", max, "); wait until one ends"),
      kRetryAtCallLimit);
}

void Client::Leave(bool stream) const {
  (stream ? usage_->streams : usage_->in_flight).fetch_sub(1, std::memory_order_relaxed);
}

bool Client::IsIdle(Time now) const {
  return usage_->in_flight == 0 && usage_->streams == 0 &&
         (!pays() || usage_->bucket.IsFull(*grant_.bucket, now));
}

OtherClients::OtherClients(const Grant& grant, OtherClients* before)
    : grant_(grant), shared_(before == nullptr ? std::make_shared<Usage>() : before->shared_) {
  if (before == nullptr) return;
  Order order;
  {
    const std::lock_guard lock(before->mutex_);
    order = before->order_;
  }
  for (auto client = order.rbegin(); client != order.rend(); ++client) {
    Add((*client)->name(), (*client)->usage());
  }
}

std::shared_ptr<const Client> OtherClients::FindOrAdd(std::string_view name, Client::Time now) {
  const std::lock_guard lock(mutex_);
  const auto found = by_name_.find(ForAbsl(name));
  if (found != by_name_.end()) {
    order_.splice(order_.begin(), order_, found->second);
    return order_.front();
  }
  if (order_.size() >= kMaxClients && !DropIdle(now)) {
    return std::make_shared<const Client>(std::string(name), /*listed=*/false, grant_, shared_);
  }
  return Add(name, std::make_shared<Usage>());
}

std::shared_ptr<const Client> OtherClients::Add(std::string_view name,
                                                std::shared_ptr<Usage> usage) {
  order_.push_front(std::make_shared<const Client>(std::string(name), /*listed=*/false, grant_,
                                                   std::move(usage)));
  by_name_[ForAbsl(name)] = order_.begin();
  return order_.front();
}

bool OtherClients::DropIdle(Client::Time now) {
  auto client = order_.end();
  for (int examined = 0; examined < kMaxExamined && client != order_.begin(); ++examined) {
    --client;
    if (!(*client)->IsIdle(now)) continue;
    by_name_.erase((*client)->name());
    order_.erase(client);
    return true;
  }
  return false;
}

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
    const Ptr known = before.FindListed(entry.name());
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
  // SHA-256 hashes up to 55 bytes in one step, which leaves 23 bytes for the secret.
  std::array<char, 55> bytes;
  constexpr size_t kSecretSize = bytes.size() - std::tuple_size_v<Digest>;
  static_assert(kSecretSize * 8 >= 128);
  std::memcpy(bytes.data(), secret_.data(), kSecretSize);
  std::memcpy(bytes.data() + kSecretSize, key_hash.data(), key_hash.size());
  return Sha256({bytes.data(), bytes.size()});
}

Clients::Ptr Clients::FindByKey(std::string_view key) const {
  if (by_key_.empty()) return nullptr;
  const auto found = by_key_.find(Blind(Sha256(key)));
  return found == by_key_.end() ? nullptr : found->second;
}

Clients::Ptr Clients::FindListed(std::string_view name) const {
  const auto found = listed_.find(name);
  return found == listed_.end() ? nullptr : found->second;
}

Clients::Ptr Clients::FindByName(std::string_view name, Client::Time now) const {
  if (Ptr client = FindListed(name)) return client;
  return others_ == nullptr ? nullptr : others_->FindOrAdd(name, now);
}

}  // namespace arbiter
