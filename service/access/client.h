#ifndef ARBITER_SERVICE_ACCESS_CLIENT_H_
#define ARBITER_SERVICE_ACCESS_CLIENT_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "arbiter/config/v1/key_file.pb.h"
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

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_CLIENT_H_
