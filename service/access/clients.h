#ifndef ARBITER_SERVICE_ACCESS_CLIENTS_H_
#define ARBITER_SERVICE_ACCESS_CLIENTS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "arbiter/config/v1/key_file.pb.h"
#include "service/access/key_file.h"
#include "service/access/methods.h"
#include "service/access/token_bucket.h"

namespace arbiter {

class ClientCalls;

// What a client is allowed to do.
struct Grant {
  // Allows every method, without limits.
  static Grant All();
  // Converts an entry of a key file that has been checked (CheckKeyFile()).
  template <typename Message>
  static Grant From(const Message& message) {
    Grant grant = Limits(message.quota());
    for (const std::string& name : message.methods()) grant.methods |= MethodsNamed(name);
    return grant;
  }

  MethodSet methods;
  // The rate and burst of the client's tokens; std::nullopt if there is no limit.
  std::optional<TokenBucket::Size> bucket;
  // Limits on open unary calls and open streams; 0 means no limit.
  uint32_t max_in_flight = 0;
  uint32_t max_streams = 0;

 private:
  static Grant Limits(const config::v1::Quota& quota);
};

// What a client has used of its quota. Survives reloads of the key file.
struct Usage {
  TokenBucket bucket;
  std::atomic<uint32_t> in_flight = 0;
  std::atomic<uint32_t> streams = 0;
};

// A client with its permissions and its remaining quota. Thread-safe.
class Client {
 public:
  using Time = TokenBucket::Time;

  // `listed` says whether the key file has an entry with this name.
  Client(std::string name, bool listed, const Grant& grant, std::shared_ptr<Usage> usage)
      : name_(std::move(name)), listed_(listed), grant_(grant), usage_(std::move(usage)) {}

  const std::string& name() const { return name_; }
  bool listed() const { return listed_; }
  const std::shared_ptr<Usage>& usage() const { return usage_; }

  // Returns PERMISSION_DENIED if the client is not allowed to call one of the methods.
  absl::Status CheckMethods(const MethodSet& needed) const;

  // Whether calls cost the client any tokens.
  bool pays() const { return grant_.bucket.has_value(); }
  // The maximum number of tokens that a client which pays can have.
  double max_tokens() const { return grant_.bucket->burst; }
  // Takes `cost` tokens, of which `paid` have already been taken. If there are too few, returns
  // QUOTA_EXCEEDED with the time until the rest can be taken.
  absl::Status Take(double cost, Time now, double paid = 0) const;
  // Takes the tokens for work that has run since it was last charged. If that leaves the client in
  // debt, returns QUOTA_EXCEEDED with the time until it can pay `next` tokens.
  absl::Status Bill(double cost, double next, Time now) const;
  // Takes tokens even if that leaves the client in debt; gives them back if `cost` is negative.
  void Settle(double cost, Time now) const;
  // Returns the time until the client can pay `cost`.
  std::chrono::nanoseconds TimeUntil(double cost, Time now) const;

  // Counts a unary call, or a stream if `stream` is true, as open until Leave(). QUOTA_EXCEEDED if
  // the client already has as many open as its quota allows.
  absl::Status Enter(bool stream) const;
  void Leave(bool stream) const;

  // Whether the client has no open calls and a full bucket, so that it would gain nothing by being
  // forgotten.
  bool IsIdle(Time now) const;

  // A slot in which the server caches its counters for this client; nullptr until it looks them up.
  std::atomic<ClientCalls*>& calls() const { return calls_; }

 private:
  const std::string name_;
  const bool listed_;
  const Grant grant_;
  const std::shared_ptr<Usage> usage_;
  mutable std::atomic<ClientCalls*> calls_ = nullptr;
};

// The clients without an entry in the key file, added as they appear. Once there are kMaxClients,
// an idle one among the least recently seen is dropped to add another. If none of them is idle, new
// clients share one quota. Thread-safe.
class OtherClients {
 public:
  static constexpr size_t kMaxClients = 10'000;

  // Every client gets `grant`. Clients known to `before`, which may be nullptr, keep their usage.
  OtherClients(const Grant& grant, OtherClients* before);

  // Returns the client with this name, after adding it if it is new. Never nullptr.
  std::shared_ptr<const Client> FindOrAdd(std::string_view name, Client::Time now);

 private:
  // The most recently seen client comes first.
  using Order = std::list<std::shared_ptr<const Client>>;

  std::shared_ptr<const Client> Add(std::string_view name, std::shared_ptr<Usage> usage);
  // Drops an idle client. Returns whether one was found.
  bool DropIdle(Client::Time now);

  const Grant grant_;
  const std::shared_ptr<Usage> shared_;
  std::mutex mutex_;
  Order order_;
  // The keys are the names of the clients.
  absl::flat_hash_map<std::string, Order::iterator> by_name_;
};

// The clients of one key file. Thread-safe.
class Clients {
 public:
  using Ptr = std::shared_ptr<const Client>;

  // Makes the clients of a server without a key file, which admits every client that a token or
  // certificate names, without limits.
  Clients();
  // Makes the clients of a file that has been checked (CheckKeyFile()). Clients that were in
  // `before` keep their usage.
  Clients(const config::v1::KeyFile& file, const Clients& before);

  // Returns the client with this API key; nullptr if there is none. The duration of the lookup
  // reveals nothing about the existing keys.
  Ptr FindByKey(std::string_view key) const;
  // Returns the client listed under this name; nullptr if there is none.
  Ptr FindListed(std::string_view name) const;
  // Returns the client listed under this name or, if there is none, the one in OtherClients;
  // nullptr if the file admits no others.
  Ptr FindByName(std::string_view name, Client::Time now) const;

 private:
  // Keys are stored as a hash over a random secret and the key's hash (Blind()), so nobody can
  // choose keys that collide with, or come close to, one in the table.
  struct Hash {
    size_t operator()(const Digest& digest) const;
  };
  struct Equal {
    bool operator()(const Digest& a, const Digest& b) const;
  };

  Digest Blind(const Digest& key_hash) const;

  const Digest secret_;
  std::map<std::string, Ptr, std::less<>> listed_;
  absl::flat_hash_map<Digest, Ptr, Hash, Equal> by_key_;
  std::unique_ptr<OtherClients> others_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_CLIENTS_H_
