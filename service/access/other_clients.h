#ifndef ARBITER_SERVICE_ACCESS_OTHER_CLIENTS_H_
#define ARBITER_SERVICE_ACCESS_OTHER_CLIENTS_H_

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "absl/container/flat_hash_map.h"
#include "service/access/client.h"

namespace arbiter {

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

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_OTHER_CLIENTS_H_
