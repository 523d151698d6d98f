#ifndef ARBITER_SERVICE_ACCESS_AUTHENTICATION_H_
#define ARBITER_SERVICE_ACCESS_AUTHENTICATION_H_

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/access/access.h"
#include "service/access/methods.h"

namespace arbiter {

// Returns the API key or token in the metadata of a call: from `authorization` or, if that has no
// value, from `x-api-key`. Empty if neither has a value. UNAUTHENTICATED if there are several
// values or `authorization` is not `Bearer …`. The result points into one of the values.
absl::StatusOr<std::string_view> FindSecret(std::span<const std::string_view> authorization,
                                            std::span<const std::string_view> api_key);

// Authenticates the caller of one call for as long as the call lasts. The call must end early if
// its key is revoked, its token expires, or the client loses the permission for its method.
// Thread-safe.
class Authentication {
 public:
  using Time = std::chrono::system_clock::time_point;

  // Authenticates the caller, who needs `methods` for as long as the call lasts. `access` must
  // outlive this object; the credentials need not. They are copied only if a reload can change
  // their validity, and the destructor overwrites the copy of the secret.
  Authentication(const Access* access, const Credentials& credentials, const MethodSet& methods,
                 Time now);
  ~Authentication();
  Authentication(const Authentication&) = delete;
  Authentication& operator=(const Authentication&) = delete;

  // Returns OK while the call may continue. UNAUTHENTICATED if the credentials are unknown, were
  // revoked or have expired; PERMISSION_DENIED if the client is not allowed to call one of the
  // methods. Cheap enough to be called many times a second: unless a file was reloaded, it does not
  // examine the credentials.
  absl::Status Check(Time now);

  // Performs the same check, and returns the client as the files describe it now; nullptr if the
  // caller has no name.
  absl::StatusOr<Clients::Ptr> CurrentClient(Time now);

 private:
  // Authenticates the caller against this generation of the files. Requires the lock.
  void Authenticate(uint64_t generation, const Credentials& credentials, Time now);

  const Access* const access_;
  const MethodSet methods_;
  std::string secret_;
  std::vector<std::string> certificate_names_;

  // Read by Check() without the lock: the generation of the files against which the caller was
  // authenticated, and the time from which on the caller is refused.
  std::atomic<uint64_t> generation_ = 0;
  std::atomic<Time> valid_until_ = Time::min();

  std::mutex mutex_;
  absl::StatusOr<Caller> caller_ = Caller();
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_AUTHENTICATION_H_
