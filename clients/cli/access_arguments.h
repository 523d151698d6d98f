#ifndef ARBITER_CLIENTS_CLI_ACCESS_ARGUMENTS_H_
#define ARBITER_CLIENTS_CLI_ACCESS_ARGUMENTS_H_

#include <string>

#include "CLI/CLI.hpp"
#include "absl/status/statusor.h"
#include "clients/cli/remote_server.h"

namespace arbiter::cli {

// What the command line shows of itself to a server, and which server it trusts.
class AccessArguments {
 public:
  void AddTo(CLI::App* app);

  // What to show the server at `address`, a gRPC target. Reads the files, and the key from
  // ARBITER_API_KEY where no file has one. Refuses to send a key in the clear to another machine,
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

#endif  // ARBITER_CLIENTS_CLI_ACCESS_ARGUMENTS_H_
