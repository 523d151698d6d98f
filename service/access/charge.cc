#include "service/access/charge.h"

#include <algorithm>
#include <string>

#include "core/base/status_macros.h"
#include "service/access/methods.h"

namespace arbiter {

Charge& Charge::operator=(Charge&& other) noexcept {
  Settle(std::chrono::nanoseconds(0));
  client_ = std::exchange(other.client_, nullptr);
  is_settled_ = other.is_settled_;
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
  charge.client_ = client;
  ARBITER_RETURN_IF_ERROR(charge.Raise(advance, min, threads, now));
  return charge;
}

absl::Status Charge::Raise(double advance, double min, int threads, Time now) {
  const std::lock_guard lock(mutex_);
  ARBITER_RETURN_IF_ERROR(client_->Take(advance, now, paid_));
  advance_ = advance;
  min_ = min;
  threads_ = threads;
  paid_ = advance;
  return absl::OkStatus();
}

absl::Status Charge::Add(double tokens, Time now) {
  if (tokens == 0 || !pays()) return absl::OkStatus();
  return Raise(advance_ + tokens, min_ + tokens, threads_, now);
}

absl::Status Charge::Bill(std::chrono::nanoseconds used_so_far, Time now) {
  const std::lock_guard lock(mutex_);
  if (client_ == nullptr || is_settled_) return absl::OkStatus();
  const double due = Due(used_so_far);
  if (due <= 0) return absl::OkStatus();
  paid_ += due;
  return client_->Bill(due, advance_, now);
}

void Charge::Settle(std::chrono::nanoseconds used, Time now) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(is_settled_, true) || client_ == nullptr) return;
  if (const double due = Due(used); due != 0) client_->Settle(due, now);
}

absl::Status Charge::AfterSettling(absl::Status status, Time now) const {
  const std::lock_guard lock(mutex_);
  if (client_ == nullptr || !RetryAfterOf(status).has_value()) return status;
  return QuotaExceededError(std::string(status.message()), client_->TimeUntil(advance_, now));
}

void Charge::Follow(const Clients::Ptr& client) {
  const std::lock_guard lock(mutex_);
  if (client_ == nullptr || client == nullptr || is_settled_ || client->usage() != client_->usage())
    return;
  client_ = client->pays() ? client : nullptr;
}

double Charge::Due(std::chrono::nanoseconds used) const {
  return std::max(min_, CostOfTime(used) * threads_) - paid_;
}

}  // namespace arbiter
