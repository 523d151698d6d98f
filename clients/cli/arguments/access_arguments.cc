#include "clients/cli/arguments/access_arguments.h"

#include <algorithm>
#include <cstdlib>

#include "absl/strings/ascii.h"
#include "arbiter/client/address.h"
#include "clients/cli/arguments/files.h"
#include "clients/cli/text/failure.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

constexpr char kKeyVariable[] = "ARBITER_API_KEY";

// Does nothing if `path` is empty.
absl::Status ReadInto(const std::string& path, size_t max_bytes, std::string* content) {
  if (path.empty()) return absl::OkStatus();
  ARBITER_ASSIGN_OR_RETURN(std::string read, ReadFile(path, max_bytes));
  *content = std::move(read);
  return absl::OkStatus();
}

}  // namespace

void AccessArguments::AddTo(CommandParser app) {
  const auto add = [app](const char* name, std::string* path, const char* help) {
    return app.Add(name, path, help).Type("FILE");
  };
  add("--api-key-file", &api_key_file_,
      "Authenticate with the API key or token in this file (default: the one in ARBITER_API_KEY)")
      .Environment("ARBITER_API_KEY_FILE");
  const Argument ca = add("--tls-ca", &tls_ca_,
                          "Connect over TLS to a server with a certificate from these authorities")
                          .Environment("ARBITER_TLS_CA");
  const Argument cert = add("--tls-cert", &tls_cert_, "Present this certificate to the server");
  const Argument key = add("--tls-key", &tls_key_, "Use this private key with --tls-cert");
  // The error names any one of several needs that are missing, so the certificate has only one.
  cert.Needs(key);
  key.Needs(cert).Needs(ca);
  app.AddFlag("--insecure", &insecure_,
              "Send the API key to a server on another machine even without TLS");
}

absl::StatusOr<ServerAccess> AccessArguments::Read(const std::string& address) const {
  ServerAccess access;
  const char* variable = std::getenv(kKeyVariable);
  if (variable != nullptr) access.secret = variable;
  ARBITER_RETURN_IF_ERROR(ReadInto(api_key_file_, kMaxSecretBytes, &access.secret));
  absl::StripAsciiWhitespace(&access.secret);
  if (!std::all_of(access.secret.begin(), access.secret.end(), absl::ascii_isgraph)) {
    return UsageError(
        "the API key contains invalid characters; a key is printable ASCII without spaces");
  }
  ARBITER_RETURN_IF_ERROR(ReadInto(tls_ca_, kMaxPemBytes, &access.tls_ca));
  ARBITER_RETURN_IF_ERROR(ReadInto(tls_cert_, kMaxPemBytes, &access.tls_cert));
  ARBITER_RETURN_IF_ERROR(ReadInto(tls_key_, kMaxPemBytes, &access.tls_key));
  if (access.secret.empty() || !access.tls_ca.empty() || insecure_) return access;
  const absl::StatusOr<bool> is_loopback = client::IsLoopback(address);
  if (!is_loopback.ok()) return UsageError(std::string(is_loopback.status().message()));
  if (!*is_loopback) {
    return UsageError(StrCat("the API key would be sent to ", address,
                             " in the clear; use --tls-ca, or --insecure to allow it"));
  }
  return access;
}

}  // namespace arbiter::cli
