#ifndef ARBITER_CLIENTS_CPP_SRC_TARGET_H_
#define ARBITER_CLIENTS_CPP_SRC_TARGET_H_

#include <string>

#include "absl/status/statusor.h"

namespace arbiter::client {

// A target as gRPC takes it: lists get the scheme of their addresses. INVALID_ARGUMENT for an empty
// target and for a list of names, or of addresses of both families.
absl::StatusOr<std::string> ToGrpcTarget(const std::string& target);

// Whether all of a target as gRPC takes it is on this machine for certain.
bool IsThisMachine(const std::string& grpc_target);

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_TARGET_H_
