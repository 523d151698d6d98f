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

// What a client may do.
struct Grant {
  // Everything, without limits.
  static Grant All();
  // From a file that has been checked.
  template <typename Message>
  static Grant From(const Message& message) {
    Grant grant = Limits(message.quota());
    for (const std::string& name : message.methods()) grant.methods |= MethodsNamed(name);
    return grant;
  }

  MethodSet methods;
  // nullopt: no limit.
  std::optional<TokenBucket::Size> bucket;
  // 0: no limit.
  uint32_t max_in_flight = 0;
  uint32_t max_streams = 0;

 private:
  static Grant Limits(const config::v1::Quota& quota);
};

// What a client has used up; outlives reloads of the key file.
struct Usage {
  TokenBucket bucket;
  std::atomic<uint32_t> in_flight = 0;
  std::atomic<uint32_t> streams = 0;
};

// Who calls, and what he may still do. Thread-safe.
class Client {
 public:
  using Time = TokenBucket::Time;

  // `listed`: the key file has an entry of this name.
  Client(std::string name, bool listed, const Grant& grant, std::shared_ptr<Usage> usage)
      : name_(std::move(name)), listed_(listed), grant_(grant), usage_(std::move(usage)) {}

  const std::string& name() const { return name_; }
  bool listed() const { return listed_; }
  const std::shared_ptr<Usage>& usage() const { return usage_; }

  // PERMISSION_DENIED for a method that it may not call.
  absl::Status CheckMethods(const MethodSet& needed) const;

  // Whether calls cost it anything.
  bool pays() const { return grant_.bucket.has_value(); }
  // QUOTA_EXCEEDED, with the time until there are enough tokens.
  absl::Status Take(double cost, Time now) const;
  // Takes the tokens of work that has run since it was last charged. QUOTA_EXCEEDED if that leaves
  // the account in debt, with the time until it can pay `next` tokens.
  absl::Status Bill(double cost, double next, Time now) const;
  // Takes tokens whether they are there or not; gives them back where `cost` is negative.
  void Settle(double cost, Time now) const;

  // Begins a call, which Leave() ends; QUOTA_EXCEEDED where there are as many as may be.
  absl::Status Enter(bool stream) const;
  void Leave(bool stream) const;

  // Whether forgetting it would give it nothing.
  bool idle(Time now) const;

  // A place for where the server counts its calls; null until it has looked that up.
  std::atomic<ClientCalls*>& calls() const { return calls_; }

 private:
  const std::string name_;
  const bool listed_;
  const Grant grant_;
  const std::shared_ptr<Usage> usage_;
  mutable std::atomic<ClientCalls*> calls_ = nullptr;
};

// Clients that have no entry in the key file, as they come along. It remembers 10,000 of them, and
// forgets whom it has not seen for longest and who has his whole quota. Where nobody can be
// forgotten, the newcomers share one quota. Thread-safe.
class OtherClients {
 public:
  static constexpr size_t kRemembered = 10'000;

  // Each of them may do as `grant` says; those whom `before` knows have used up what they had.
  OtherClients(const Grant& grant, OtherClients* before);

  std::shared_ptr<const Client> Get(std::string_view name, Client::Time now);

 private:
  // The one seen last in front.
  using Order = std::list<std::shared_ptr<const Client>>;

  std::shared_ptr<const Client> Add(std::string_view name, std::shared_ptr<Usage> usage);
  // Forgets one; whether it could.
  bool Forget(Client::Time now);

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

  // Without a key file: everybody whom a token or certificate names, without limits.
  Clients();
  // The clients of a checked file. Those who were in `before` have used up what they had.
  Clients(const config::v1::KeyFile& file, const Clients& before);

  // Null where no client has this key. How long that takes tells nothing of the keys there are.
  Ptr WithKey(std::string_view key) const;
  // The one listed under this name; null if none is.
  Ptr Listed(std::string_view name) const;
  // The one listed, else one of the others; null where the file lets no others in.
  Ptr Named(std::string_view name, Client::Time now) const;

 private:
  // By the hash of a secret of its own and the key's hash: nobody can choose keys that come close
  // to one of the table.
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
