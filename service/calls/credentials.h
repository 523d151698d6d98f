#ifndef ARBITER_SERVICE_CALLS_CREDENTIALS_H_
#define ARBITER_SERVICE_CALLS_CREDENTIALS_H_

#include "absl/status/statusor.h"
#include "grpcpp/generic/async_generic_service.h"
#include "service/access/access.h"

namespace arbiter {

// What the caller of an RPC shows, as far as `access` asks for it; valid while the metadata of
// `context` are. UNAUTHENTICATED if several keys or tokens are shown.
absl::StatusOr<Credentials> CredentialsOf(const Access& access,
                                          const grpc::GenericServerContext& context);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_CREDENTIALS_H_
