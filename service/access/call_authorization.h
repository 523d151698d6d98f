#ifndef ARBITER_SERVICE_ACCESS_CALL_AUTHORIZATION_H_
#define ARBITER_SERVICE_ACCESS_CALL_AUTHORIZATION_H_

#include <chrono>
#include <optional>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/access/access.h"
#include "service/access/authentication.h"
#include "service/access/charge.h"
#include "service/access/methods.h"

namespace arbiter {

// Who makes a call, what he may do in it, and what he pays for it. Refuses nothing if the server
// asks nobody who he is. Thread-safe but for End().
class CallAuthorization {
 public:
  // Finds out who calls `method`, and takes the method's cost and a place among the client's calls.
  // A method that is not in the table of methods, such as Check of the health service, costs
  // nothing and needs no permission. An error in `credentials` refuses the call unless the server
  // asks nobody. `access` must outlive this object; the credentials need not.
  CallAuthorization(const Access* access, const absl::StatusOr<Credentials>& credentials,
                    std::string_view method);
  ~CallAuthorization() { End(); }
  CallAuthorization(const CallAuthorization&) = delete;
  CallAuthorization& operator=(const CallAuthorization&) = delete;

  // OK, or why the call is refused: UNAUTHENTICATED, PERMISSION_DENIED or QUOTA_EXCEEDED.
  const absl::Status& status() const { return status_; }
  // The caller as he was when the call began; null if he has no name.
  const Client* caller() const { return client_.get(); }
  // His name; empty if he has none.
  std::string_view client() const {
    return client_ == nullptr ? std::string_view() : std::string_view(client_->name());
  }
  // The charge of a unary call.
  Charge* charge() { return &charge_; }

  // Takes what an item of a stream costs, a token at least. Refused as a call is, also if the key
  // was revoked since or the stream's own method was taken away.
  absl::StatusOr<Charge> AdmitItem(const WorkNeeds& needs);
  // Takes what one second of an analysis on `threads` threads costs, or what `max_time` costs if
  // the analysis ends sooner than that. Refused as an item is.
  absl::StatusOr<Charge> AdmitAnalysis(std::chrono::nanoseconds max_time, int threads);

  // OK while running work of this call may go on; otherwise it has to end at once. Charges what it
  // has used so far on each of its threads since it began, as Charge::Bill() does, at the rate that
  // the key file names now. `needed`: the methods that the work needs beside the call's own. To be
  // called every 50 to 100 ms, from any thread. UNAUTHENTICATED, PERMISSION_DENIED, QUOTA_EXCEEDED.
  absl::Status CheckRunning(Charge* charge, std::chrono::nanoseconds used_so_far,
                            const MethodSet& needed = MethodSet());

  // Settles the charge of a unary call whose work never began, and gives the place among the calls
  // back. To be called before the client learns of the end, since he may call again at once.
  void End();

 private:
  using SystemClock = std::chrono::system_clock;

  absl::Status Admit(const absl::StatusOr<Credentials>& credentials, std::string_view method);
  // The client as the files describe it now, who may call the call's own method and `needed`.
  absl::StatusOr<Clients::Ptr> CurrentClient(const MethodSet& needed);

  const Access* const access_;
  // std::nullopt if the server asks nobody who he is, or there are no credentials to look at.
  std::optional<Authentication> authentication_;
  Clients::Ptr client_;
  bool is_stream_ = false;
  // Whether the call has a place among the client's calls.
  bool entered_ = false;
  Charge charge_;
  absl::Status status_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_CALL_AUTHORIZATION_H_
