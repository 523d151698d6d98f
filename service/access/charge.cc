#include "service/access/charge.h"

#include <algorithm>

#include "core/rules/status_macros.h"
#include "service/access/methods.h"

namespace arbiter {

Charge& Charge::operator=(Charge&& other) noexcept {
  Settle(std::chrono::nanoseconds(0));
  client_ = std::exchange(other.client_, nullptr);
  advance_ = other.advance_;
  min_ = other.min_;
  threads_ = other.threads_;
  paid_ = other.paid_;
  return *this;
}

absl::StatusOr<Charge> Charge::Take(const Clients::Ptr& client, double advance, double min,
                                    int threads, Time now) {
  Charge charge;
  if (client == nullptr || !client->pays()) return charge;
  ARBITER_RETURN_IF_ERROR(client->Take(advance, now));
  charge.client_ = client;
  charge.advance_ = advance;
  charge.min_ = min;
  charge.threads_ = threads;
  charge.paid_ = advance;
  return charge;
}

absl::Status Charge::Bill(std::chrono::nanoseconds used_so_far, Time now) {
  const std::lock_guard lock(mutex_);
  if (client_ == nullptr) return absl::OkStatus();
  const double due = Due(used_so_far);
  if (due <= 0) return absl::OkStatus();
  paid_ += due;
  return client_->Bill(due, advance_, now);
}

void Charge::Settle(std::chrono::nanoseconds used, Time now) {
  const std::lock_guard lock(mutex_);
  const Clients::Ptr client = std::exchange(client_, nullptr);
  if (client == nullptr) return;
  if (const double due = Due(used); due != 0) client->Settle(due, now);
}

void Charge::Follow(const Clients::Ptr& client) {
  const std::lock_guard lock(mutex_);
  if (client_ == nullptr || client == nullptr || client->usage() != client_->usage()) return;
  client_ = client->pays() ? client : nullptr;
}

double Charge::Due(std::chrono::nanoseconds used) const {
  return std::max(min_, CostOfTime(used) * threads_) - paid_;
}

}  // namespace arbiter
