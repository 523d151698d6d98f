#ifndef ARBITER_SERVICE_SCHEDULING_CLIENT_SHARE_H_
#define ARBITER_SERVICE_SCHEDULING_CLIENT_SHARE_H_

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"

namespace arbiter {

// The server resources that one client holds at the moment. A client is the unit of scheduling and
// limits: the holder of a key or, if the server does not require keys, an address (FairShareKey).
// Thread-safe.
struct ClientShare {
  explicit ClientShare(std::string_view client) : key(client) {}

  const std::string key;
  // The number of open RPCs.
  std::atomic<int64_t> open_calls = 0;
  // The number of open RPCs that are streams of a service that requires no key (PublicCall).
  std::atomic<int> public_streams = 0;
  // The bytes of answers that the client has not received yet.
  std::atomic<size_t> unsent_bytes = 0;
};

using ClientSharePtr = std::shared_ptr<ClientShare>;

// The shares of all clients that hold anything. Thread-safe.
class ClientShares {
 public:
  // Returns the share of a client. Creates the share if there is none.
  ClientSharePtr FindOrAdd(std::string_view key) {
    Shard& shard = shards_[std::hash<std::string_view>()(key) % kShards];
    const std::lock_guard lock(shard.mutex);
    const auto found = shard.shares.find(key);
    if (found != shard.shares.end()) return found->second;
    if (shard.shares.size() >= shard.next_sweep) Sweep(&shard);
    auto share = std::make_shared<ClientShare>(key);
    shard.shares.emplace(share->key, share);
    return share;
  }

  // Returns the share with the largest value of `measure`; nullptr if the value is 0 for every
  // share.
  template <typename Measure>
  ClientSharePtr FindLargest(const Measure& measure) {
    ClientSharePtr largest;
    size_t max = 0;
    for (Shard& shard : shards_) {
      const std::lock_guard lock(shard.mutex);
      for (const auto& [unused, share] : shard.shares) {
        const size_t value = measure(*share);
        if (value <= max) continue;
        max = value;
        largest = share;
      }
    }
    return largest;
  }

 private:
  static constexpr size_t kShards = 16;
  static constexpr size_t kMinSweep = 64;

  struct Shard {
    std::mutex mutex;
    // Each key is the `key` of its share.
    absl::flat_hash_map<std::string_view, ClientSharePtr> shares;
    size_t next_sweep = kMinSweep;
  };

  // Removes the clients that hold nothing.
  static void Sweep(Shard* shard) {
    for (auto share = shard->shares.begin(); share != shard->shares.end();) {
      const auto current = share++;
      if (current->second.use_count() == 1) shard->shares.erase(current);
    }
    shard->next_sweep = std::max(kMinSweep, 2 * shard->shares.size());
  }

  std::array<Shard, kShards> shards_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_SCHEDULING_CLIENT_SHARE_H_
