#include "service/access/other_clients.h"

#include <utility>

#include "core/rules/strings.h"

namespace arbiter {
namespace {

// How many are looked at to find one that can be forgotten.
constexpr int kLooks = 8;

}  // namespace

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

std::shared_ptr<const Client> OtherClients::Get(std::string_view name, Client::Time now) {
  const std::lock_guard lock(mutex_);
  const auto found = by_name_.find(ForAbsl(name));
  if (found != by_name_.end()) {
    order_.splice(order_.begin(), order_, found->second);
    return order_.front();
  }
  if (order_.size() >= kRemembered && !Forget(now)) {
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

bool OtherClients::Forget(Client::Time now) {
  auto client = order_.end();
  for (int looks = 0; looks < kLooks && client != order_.begin(); ++looks) {
    --client;
    if (!(*client)->idle(now)) continue;
    by_name_.erase((*client)->name());
    order_.erase(client);
    return true;
  }
  return false;
}

}  // namespace arbiter
