#include "service/calls/call_admission.h"

#include "absl/status/statusor.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/access/authentication.h"
#include "service/calls/call_errors.h"
#include "service/scheduling/overload_manager.h"

namespace arbiter {
namespace {

constexpr char kAuthorizationHeader[] = "authorization";
constexpr char kApiKeyHeader[] = "x-api-key";

// Returns those credentials of the caller that `access` accepts. They refer to the headers of
// `rpc`, which must outlive them. UNAUTHENTICATED if there is more than one key or token.
absl::StatusOr<Credentials> ReadCredentials(const Access& access, const Rpc& rpc) {
  Credentials credentials;
  if (access.accepts_secrets()) {
    ARBITER_ASSIGN_OR_RETURN(
        const std::string_view secret,
        FindSecret(rpc.FindHeaders(kAuthorizationHeader), rpc.FindHeaders(kApiKeyHeader)));
    credentials.secret = secret;
  }
  if (access.client_certificates()) credentials.certificate_names = rpc.CertificateNames();
  return credentials;
}

}  // namespace

CallAdmission::CallAdmission(const AdmissionResources* resources, std::string_view method,
                             const Rpc& rpc)
    : connection_(rpc.connection()),
      authorization_(&resources->access, ReadCredentials(resources->access, rpc), method,
                     static_cast<int>(resources->limits.max_analysis_threads)),
      share_(resources->shares.FindOrAdd(authorization_.caller() == nullptr
                                             ? std::string_view(connection_->client_key)
                                             : authorization_.client())),
      status_(Admit(*resources)) {}

CallAdmission::~CallAdmission() {
  share_->open_calls.fetch_sub(1, std::memory_order_relaxed);
  connection_->open_calls.fetch_sub(1, std::memory_order_relaxed);
}

absl::Status CallAdmission::Admit(const AdmissionResources& resources) {
  const int64_t of_client = share_->open_calls.fetch_add(1, std::memory_order_relaxed) + 1;
  if (!resources.connections.CountCall(*connection_)) return TooManyCallsError();
  if (resources.drain.has_begun()) return ShuttingDownError();
  ARBITER_RETURN_IF_ERROR(authorization_.status());
  if (of_client > resources.limits.max_calls_per_client) return TooManyCallsError();
  if (resources.overload.IsRefused(*share_)) {
    return MakeError(
        ErrorReason::kOverloaded,
        "the server is short of memory, and this client uses the most; finish some calls first");
  }
  return absl::OkStatus();
}

}  // namespace arbiter
