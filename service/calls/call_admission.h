#ifndef ARBITER_SERVICE_CALLS_CALL_ADMISSION_H_
#define ARBITER_SERVICE_CALLS_CALL_ADMISSION_H_

#include <string_view>

#include "absl/status/status.h"
#include "service/access/call_authorization.h"
#include "service/calls/call_environment.h"
#include "service/calls/rpc.h"

namespace arbiter {

// Who the caller of one call is, and whether the call may begin. As long as this object exists, the
// call counts as open.
class CallAdmission {
 public:
  // `resources` and the RPC must outlive the object. `method` is the name of the method.
  CallAdmission(const AdmissionResources* resources, std::string_view method, const Rpc& rpc);
  ~CallAdmission();
  CallAdmission(const CallAdmission&) = delete;
  CallAdmission& operator=(const CallAdmission&) = delete;

  // OK, or the status with which the call must end at its headers: the server is shutting down, or
  // the caller is refused or has too many open calls. A call that is not admitted must send only
  // this status, so that clients can retry it.
  const absl::Status& status() const { return status_; }

  // The identity, the permissions and the charges of the caller.
  CallAuthorization& authorization() { return authorization_; }
  const CallAuthorization& authorization() const { return authorization_; }
  // The resources that the client holds.
  const ClientSharePtr& share() const { return share_; }
  const Connection& connection() const { return *connection_; }

 private:
  absl::Status Admit(const AdmissionResources& resources);

  const ConnectionPtr connection_;
  CallAuthorization authorization_;
  const ClientSharePtr share_;
  const absl::Status status_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_CALL_ADMISSION_H_
