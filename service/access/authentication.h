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

// The key or token of a call, from the values that its metadata have for `authorization` and, if
// there are none, for `x-api-key`; empty if there are none of either. UNAUTHENTICATED if there are
// several values, or `authorization` is not `Bearer …`. The result is part of a value.
absl::StatusOr<std::string_view> FindSecret(std::span<const std::string_view> authorization,
                                            std::span<const std::string_view> api_key);

// Who makes one call, from its beginning to its end: a key that is revoked, a token that expires
// and a method that is taken away end what is running. Thread-safe.
class Authentication {
 public:
  using Time = std::chrono::system_clock::time_point;

  // Authenticates the caller, who needs `methods` as long as the call lasts. `access` must outlive
  // this object; the credentials need not. They are copied only if a file that is read again may
  // change what they are worth, and the copy of the secret is overwritten at the end.
  Authentication(const Access* access, const Credentials& credentials, const MethodSet& methods,
                 Time now);
  ~Authentication();
  Authentication(const Authentication&) = delete;
  Authentication& operator=(const Authentication&) = delete;

  // OK while the call may go on. UNAUTHENTICATED if the credentials are not known, were revoked or
  // have expired; PERMISSION_DENIED if the client may not call one of the methods. Cheap enough to
  // be asked many times a second: looks at no credentials unless a file was read since.
  absl::Status Check(Time now);

  // As Check(); the client as the files describe it now, null if the caller has no name.
  absl::StatusOr<Clients::Ptr> CurrentClient(Time now);

 private:
  // With the lock held: finds out who calls, by the files of this generation.
  void Authenticate(uint64_t generation, const Credentials& credentials, Time now);

  const Access* const access_;
  const MethodSet methods_;
  std::string secret_;
  std::vector<std::string> certificate_names_;

  // What Check() reads without the lock: the generation of the files by which the caller was
  // authenticated, and the time from which on he is refused.
  std::atomic<uint64_t> generation_ = 0;
  std::atomic<Time> valid_until_ = Time::min();

  std::mutex mutex_;
  absl::StatusOr<Caller> caller_ = Caller();
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_ACCESS_AUTHENTICATION_H_
