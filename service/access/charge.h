#ifndef ARBITER_SERVICE_ACCESS_CHARGE_H_
#define ARBITER_SERVICE_ACCESS_CHARGE_H_

#include <chrono>
#include <mutex>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/access/clients.h"

namespace arbiter {

// The time of an analysis that is paid in advance.
inline constexpr std::chrono::nanoseconds kAnalysisAdvance = std::chrono::seconds(1);

// Charges a client for one piece of work: an advance before the work begins, whatever exceeds the
// advance while the work runs, and the balance when it ends. No time is charged twice. A charge
// without a client that pays does nothing.
//
// One thread owns a charge and may move and settle it. Another thread may call Bill() at the same
// time, except while the charge is moved or destroyed.
class Charge {
 public:
  using Clock = std::chrono::steady_clock;
  using Time = Clock::time_point;

  Charge() = default;
  // Settles the charge. Work that was not settled before counts as not done, and costs `min`.
  ~Charge() { Settle(std::chrono::nanoseconds(0)); }
  Charge(Charge&& other) noexcept { *this = std::move(other); }
  Charge& operator=(Charge&& other) noexcept;

  // Takes the advance, or returns QUOTA_EXCEEDED. The final cost of the work is that of its time on
  // each of its `threads`, and at least `min`. `advance` and `min` are in tokens. Nothing is
  // charged if `client` is nullptr or has no quota of tokens.
  static absl::StatusOr<Charge> Take(const Clients::Ptr& client, double advance, double min,
                                     int threads = 1, Time now = Clock::now());

  // Turns the charge of a stream, which has only been taken, into that of the stream's first work.
  // What has been paid counts towards the advance: takes the rest of it, or returns QUOTA_EXCEEDED
  // with the time until all of it can be taken, and leaves the charge as it is.
  absl::Status Raise(double advance, double min, int threads = 1, Time now = Clock::now());

  // Raises the advance and the minimum by `tokens`, for work that turns out to cost more. Takes
  // them, or returns QUOTA_EXCEEDED like Raise().
  absl::Status Add(double tokens, Time now = Clock::now());

  // Takes what the work has cost so far, less what has been paid; `used_so_far` is the time that it
  // has used on each thread since it began. Returns QUOTA_EXCEEDED, with the time until the advance
  // could be taken again, once the client is in debt: the work then has to end, but is still
  // charged for the time it has used. Does nothing once the charge is settled.
  absl::Status Bill(std::chrono::nanoseconds used_so_far, Time now = Clock::now());

  // Takes or gives back the difference between the final cost of the work and what has been paid;
  // `used` is the total time that the work has used on each thread. Only the first call has an
  // effect.
  void Settle(std::chrono::nanoseconds used, Time now = Clock::now());

  // Returns an error with which the work ended, which may be one of Bill(), as it is for the
  // client. What the work has used since then is settled now, so the time to wait is longer.
  absl::Status AfterSettling(absl::Status status, Time now = Clock::now()) const;

  // From now on, charges `client`, which is the same client as described by a newer key file. What
  // was paid before still counts. Does nothing if `client` is a different client.
  void Follow(const Clients::Ptr& client);

  // Whether a client pays and the charge is not settled yet.
  bool pays() const {
    const std::lock_guard lock(mutex_);
    return client_ != nullptr && !is_settled_;
  }

 private:
  // Returns the cost of the work after `used`, less what has been paid. Requires the lock.
  double Due(std::chrono::nanoseconds used) const;

  mutable std::mutex mutex_;
  // nullptr if no client pays.
  Clients::Ptr client_;
  bool is_settled_ = false;
  double advance_ = 0;
  double min_ = 0;
  int threads_ = 1;
  // The tokens taken so far, including the advance.
  double paid_ = 0;
};

// Settles a charge when this object is destroyed, for the time since its creation. The charge must
// outlive the object.
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
