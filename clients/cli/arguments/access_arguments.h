#ifndef ARBITER_CLIENTS_CLI_ARGUMENTS_ACCESS_ARGUMENTS_H_
#define ARBITER_CLIENTS_CLI_ARGUMENTS_ACCESS_ARGUMENTS_H_

#include <string>

#include "absl/status/statusor.h"

namespace CLI {
class App;
}  // namespace CLI

namespace arbiter::cli {

// What a server gets to see of its caller, and how it shows itself; empty strings are not used.
struct ServerAccess {
  // An API key or a token.
  std::string secret;
  // PEM: the authorities, without which there is no TLS; our certificate chain and private key.
  std::string tls_ca;
  std::string tls_cert;
  std::string tls_key;
};

// What to show of oneself to a server, and which server to trust: `--api-key-file`, `--tls-ca`,
// `--tls-cert`, `--tls-key` and `--insecure`.
class AccessArguments {
 public:
  void AddTo(CLI::App* app);

  // What to show the server at `address`, a gRPC target. Reads the files, and the key from
  // ARBITER_API_KEY if no file has one. Refuses to send a key in the clear to another machine,
  // unless the command line allows it.
  absl::StatusOr<ServerAccess> Read(const std::string& address) const;

 private:
  std::string api_key_file_;
  std::string tls_ca_;
  std::string tls_cert_;
  std::string tls_key_;
  bool insecure_ = false;
};

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_ARGUMENTS_ACCESS_ARGUMENTS_H_
