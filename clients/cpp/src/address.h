#ifndef ARBITER_CLIENTS_CPP_SRC_ADDRESS_H_
#define ARBITER_CLIENTS_CPP_SRC_ADDRESS_H_

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "arbiter/client/address.h"

namespace arbiter::client {

// The address of a service, which may have several servers.
struct Target {
  // The target that gRPC resolves. Every host has a port.
  std::string grpc_target;
  // The address for people: `host:port`, several separated by commas, or a Unix socket.
  std::string text;
  // Whether every server is certainly on this machine.
  bool is_loopback = false;
  // Whether the connection must use TLS, if the address says so (`https://` or `http://`).
  std::optional<bool> tls;
};

// Parses an address in any form that Client::Create() accepts. Returns INVALID_ARGUMENT, with a
// message that quotes the address, if it has none of them.
absl::StatusOr<Target> ParseTarget(const std::string& address);

}  // namespace arbiter::client

#endif  // ARBITER_CLIENTS_CPP_SRC_ADDRESS_H_
