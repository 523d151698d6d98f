#include "service/access/charge.h"

#include <algorithm>

#include "service/access/methods.h"

namespace arbiter {

Charge& Charge::operator=(Charge&& other) noexcept {
  Settle(std::chrono::nanoseconds(0));
  client_ = std::exchange(other.client_, nullptr);
  advance_ = other.advance_;
  least_ = other.least_;
  threads_ = other.threads_;
  return *this;
}

absl::StatusOr<Charge> Charge::Take(const Clients::Ptr& client, double advance, double least,
                                    int threads) {
  Charge charge;
  if (client == nullptr || !client->pays()) return charge;
  absl::Status status = client->Take(advance, std::chrono::steady_clock::now());
  if (!status.ok()) return status;
  charge.client_ = client;
  charge.advance_ = advance;
  charge.least_ = least;
  charge.threads_ = threads;
  return charge;
}

void Charge::Settle(std::chrono::nanoseconds time) {
  const Clients::Ptr client = std::exchange(client_, nullptr);
  if (client == nullptr) return;
  const double rest = std::max(least_, CostOfTime(time) * threads_) - advance_;
  if (rest != 0) client->Settle(rest, std::chrono::steady_clock::now());
}

}  // namespace arbiter
