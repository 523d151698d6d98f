#ifndef ARBITER_SERVICE_ACCESS_CALL_AUTHORIZATION_H_
#define ARBITER_SERVICE_ACCESS_CALL_AUTHORIZATION_H_

#include <chrono>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/access/access.h"
#include "service/access/authentication.h"
#include "service/access/charge.h"
#include "service/access/methods.h"

namespace arbiter {

// Authenticates the caller of a call, checks what the client is allowed to do in it, and charges
// the client for it. Refuses nothing if the server does not authenticate callers. Thread-safe
// except for End().
class CallAuthorization {
 public:
  // Authenticates the caller of `method`, charges the method's cost, and counts the call among the
  // client's open calls. A method that is not in the table of methods, such as Check of the health
  // service, costs nothing and needs no permission. An error in `credentials` refuses the call
  // unless the server does not authenticate callers. An analysis can have up to `max_threads`.
  // `access` must outlive this object; the credentials need not.
  CallAuthorization(const Access* access, const absl::StatusOr<Credentials>& credentials,
                    std::string_view method, int max_threads = 1);
  ~CallAuthorization() { End(); }
  CallAuthorization(const CallAuthorization&) = delete;
  CallAuthorization& operator=(const CallAuthorization&) = delete;

  // OK, or the error that refuses the call: UNAUTHENTICATED, PERMISSION_DENIED or QUOTA_EXCEEDED.
  const absl::Status& status() const { return status_; }
  // The client as the files described it when the call began; nullptr if the caller is anonymous.
  const Client* caller() const { return client_.get(); }
  // The client's name; empty if the caller has none.
  std::string_view client() const {
    return client_ == nullptr ? std::string_view() : std::string_view(client_->name());
  }
  // The charge of a unary call.
  Charge* charge() { return &charge_; }

  // Charges the cost of an item of a stream, at least one token. What the stream itself has cost
  // counts towards its first item or analysis. Fails with the errors of status(),
  // for example if the key was revoked or the client lost the stream's own method in the meantime.
  absl::StatusOr<Charge> AdmitItem(const WorkNeeds& needs);
  // Charges the cost of one second of an analysis on `threads` threads, or of `max_time` if that is
  // shorter. Fails like AdmitItem().
  absl::StatusOr<Charge> AdmitAnalysis(std::chrono::nanoseconds max_time, int threads);

  // Charges a unary call for items that are to be processed later, before it accepts them; `costs`
  // has the tokens of each. `methods` are those that the items use. LIMIT_EXCEEDED, with the number
  // of items that a call may have, if several items together cost more than the client can have.
  // Otherwise fails like AdmitItem().
  absl::Status AdmitLaterItems(const MethodSet& methods, std::span<const double> costs);

  // Returns OK while running work of this call may continue. On an error, which is one of those of
  // status(), the work has to end at once. `used_so_far` is the time that the work has used on each
  // of its threads since it began; Charge::Bill() charges it, under the quota of the current key
  // file. `needed` are the methods that the work needs in addition to the call's own. Call this
  // every 50 to 100 ms, from any thread.
  absl::Status CheckRunning(Charge* charge, std::chrono::nanoseconds used_so_far,
                            const MethodSet& needed = MethodSet());

  // Settles the charge of a unary call whose work never began, and no longer counts the call among
  // the client's open calls. Call this before the client learns that the call has ended, because
  // the client may call again at once.
  void End();

 private:
  using SystemClock = std::chrono::system_clock;

  absl::Status Admit(const absl::StatusOr<Credentials>& credentials, std::string_view method,
                     int max_threads);
  absl::StatusOr<Charge> TakeForWork(const Clients::Ptr& client, double advance, double min,
                                     int threads);
  // Returns the client as the files describe it now. PERMISSION_DENIED unless it is allowed to call
  // the call's own method and `needed`.
  absl::StatusOr<Clients::Ptr> CurrentClient(const MethodSet& needed);

  const Access* const access_;
  // std::nullopt if the server does not authenticate callers, or the credentials are an error.
  std::optional<Authentication> authentication_;
  Clients::Ptr client_;
  bool is_stream_ = false;
  // Whether the call is counted among the client's open calls.
  bool entered_ = false;
  // That of a unary call, or that of a stream until its first item or analysis takes it over.
  Charge charge_;
  std::mutex take_over_;
  absl::Status status_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_CALL_AUTHORIZATION_H_
