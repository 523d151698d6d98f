#include "clients/cli/remote_server.h"

#include <utility>

#include "clients/cli/failure.h"
#include "core/rules/strings.h"

namespace arbiter::cli {

absl::StatusOr<client::Client> ConnectTo(const std::string& address, const ServerAccess& access,
                                         absl::Duration timeout) {
  client::ClientOptions options;
  options.timeout = timeout;
  options.api_key = access.secret;
  // AccessArguments has asked.
  options.api_key_in_the_clear = true;
  options.user_agent = StrCat("arbiter/", ARBITER_VERSION);
  if (!access.tls_ca.empty()) {
    options.tls = client::TlsOptions{access.tls_ca, access.tls_cert, access.tls_key, ""};
  }
  absl::StatusOr<client::Client> connected = client::Client::Create(address, std::move(options));
  if (!connected.ok()) return UsageError(std::string(connected.status().message()));
  return connected;
}

}  // namespace arbiter::cli
