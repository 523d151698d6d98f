#ifndef ARBITER_CLIENTS_CLI_REMOTE_SERVER_H_
#define ARBITER_CLIENTS_CLI_REMOTE_SERVER_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "arbiter/client/client.h"

namespace arbiter::cli {

// What a server gets to see of its caller, and how it shows itself; empty: not used.
struct ServerAccess {
  // An API key or a token.
  std::string secret;
  // PEM: authorities, without which there is no TLS; certificate chain and private key of ours.
  std::string tls_ca;
  std::string tls_cert;
  std::string tls_key;
};

// `address` is a gRPC target such as `localhost:50051`; `timeout` is what one call may take at
// most, streams excepted. Fails as a usage error.
absl::StatusOr<client::Client> ConnectTo(const std::string& address, const ServerAccess& access,
                                         absl::Duration timeout);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_REMOTE_SERVER_H_
