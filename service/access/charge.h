#ifndef ARBITER_SERVICE_ACCESS_CHARGE_H_
#define ARBITER_SERVICE_ACCESS_CHARGE_H_

#include <chrono>
#include <mutex>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/access/clients.h"

namespace arbiter {

// What a client pays for one piece of work: an advance before the work begins, what it uses beyond
// the advance while it runs, and the rest at its end. Every moment is paid for once. Belongs to the
// work; without a client that pays it does nothing.
//
// One thread owns a charge: it may move it and settle it. Another thread may call Bill() at the
// same time, except while the charge is moved or destroyed.
class Charge {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  Charge() = default;
  // Work that was never settled was never done: it costs `least`.
  ~Charge() { Settle(std::chrono::nanoseconds(0)); }
  Charge(Charge&& other) noexcept { *this = std::move(other); }
  Charge& operator=(Charge&& other) noexcept;

  // Takes the advance, or returns QUOTA_EXCEEDED. In the end the work costs what its time costs,
  // each of its `threads` for itself, and at least `least`.
  static absl::StatusOr<Charge> Take(const Clients::Ptr& client, double advance, double least,
                                     int threads = 1, Time now = Clock::now());

  // Takes what the work has cost beyond what it has paid, `used_so_far` being the time since its
  // beginning that it has used on each thread. QUOTA_EXCEEDED, with the time until the advance
  // could be taken again, once the account is in debt: the work has to end then. What was used is
  // paid for all the same. Does nothing once the charge is settled.
  absl::Status Bill(std::chrono::nanoseconds used_so_far, Time now = Clock::now());

  // Takes or gives back the difference between what the work has cost and what it has paid, `used`
  // being its time in all. Only the first call counts.
  void Settle(std::chrono::nanoseconds used, Time now = Clock::now());

  // From now on charges `client`, which is the same client as a newer key file describes it. What
  // was paid stays paid. Does nothing for another client.
  void Follow(const Clients::Ptr& client);

  // Whether settling would charge anybody.
  bool pays() const {
    const std::lock_guard lock(mutex_);
    return client_ != nullptr;
  }

 private:
  // With the lock held: what the work costs after `used`, less what it has paid.
  double Due(std::chrono::nanoseconds used) const;

  mutable std::mutex mutex_;
  // Null: settled, or nobody pays.
  Clients::Ptr client_;
  double advance_ = 0;
  double least_ = 0;
  int threads_ = 1;
  // Tokens taken so far, the advance included.
  double paid_ = 0;
};

// Settles a charge by the time for which this object exists.
class ChargedTime {
 public:
  explicit ChargedTime(Charge* charge) : charge_(charge->pays() ? charge : nullptr) {
    if (charge_ != nullptr) start_ = Charge::Clock::now();
  }
  ~ChargedTime() {
    if (charge_ != nullptr) charge_->Settle(Charge::Clock::now() - start_);
  }
  ChargedTime(const ChargedTime&) = delete;
  ChargedTime& operator=(const ChargedTime&) = delete;

 private:
  Charge* const charge_;
  Charge::Time start_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_CHARGE_H_
