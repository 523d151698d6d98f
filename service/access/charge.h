#ifndef ARBITER_SERVICE_ACCESS_CHARGE_H_
#define ARBITER_SERVICE_ACCESS_CHARGE_H_

#include <chrono>
#include <utility>

#include "absl/status/statusor.h"
#include "service/access/clients.h"

namespace arbiter {

// What a client pays for one piece of work: an advance before it begins, and at the end what it
// has cost by its time. Belongs to the work; without a client that pays it does nothing.
class Charge {
 public:
  Charge() = default;
  // The work has not been done where nothing was settled.
  ~Charge() { Settle(std::chrono::nanoseconds(0)); }
  Charge(Charge&& other) noexcept { *this = std::move(other); }
  Charge& operator=(Charge&& other) noexcept;

  // Takes the advance, or answers why it can't. In the end it is at least `least` and else what
  // the time costs, each of the work's `threads` for itself.
  static absl::StatusOr<Charge> Take(const Clients::Ptr& client, double advance, double least,
                                     int threads = 1);

  // Once; whatever comes later is not charged.
  void Settle(std::chrono::nanoseconds time);
  bool pays() const { return client_ != nullptr; }

 private:
  // Null: settled, or nobody pays.
  Clients::Ptr client_;
  double advance_ = 0;
  double least_ = 0;
  int threads_ = 1;
};

// Settles a charge by the time that it lives.
class ChargedTime {
 public:
  explicit ChargedTime(Charge* charge) : charge_(charge->pays() ? charge : nullptr) {
    if (charge_ != nullptr) start_ = std::chrono::steady_clock::now();
  }
  ~ChargedTime() {
    if (charge_ != nullptr) charge_->Settle(std::chrono::steady_clock::now() - start_);
  }
  ChargedTime(const ChargedTime&) = delete;
  ChargedTime& operator=(const ChargedTime&) = delete;

 private:
  Charge* const charge_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_CHARGE_H_
