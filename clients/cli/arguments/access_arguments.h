#ifndef ARBITER_CLIENTS_CLI_ARGUMENTS_ACCESS_ARGUMENTS_H_
#define ARBITER_CLIENTS_CLI_ARGUMENTS_ACCESS_ARGUMENTS_H_

#include <string>

#include "absl/status/statusor.h"
#include "clients/cli/arguments/command_parser.h"

namespace arbiter::cli {

// The credentials for a server, and the authorities that vouch for the server. Empty strings are
// not used.
struct ServerAccess {
  // An API key or a token.
  std::string secret;
  // The certificates of the trusted authorities, in PEM. TLS is off if this is empty.
  std::string tls_ca;
  // The client's certificate chain and private key, in PEM.
  std::string tls_cert;
  std::string tls_key;
};

// The options that say how to authenticate and which server to trust: `--api-key-file`, `--tls-ca`,
// `--tls-cert`, `--tls-key` and `--insecure`.
class AccessArguments {
 public:
  void AddTo(CommandParser app);

  // Returns the credentials for the server at `address`, as the user typed it. Reads the files,
  // and the key from ARBITER_API_KEY if no key file is given. Fails if a key would be sent in the
  // clear to another machine, unless `--insecure` allows it.
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
