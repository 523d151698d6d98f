#ifndef ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_ADDRESS_H_
#define ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_ADDRESS_H_

#include <string>

#include "absl/status/statusor.h"

namespace arbiter::client {

// Returns whether an address that Client::Create() accepts certainly leads to this machine, because
// it names only `localhost`, addresses of 127.0.0.0/8, ::1 or a Unix socket. Returns
// INVALID_ARGUMENT if it is not an address.
absl::StatusOr<bool> IsLoopback(const std::string& address);

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_INCLUDE_ARBITER_CLIENT_ADDRESS_H_
