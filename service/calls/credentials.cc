#include "service/calls/credentials.h"

#include <string>
#include <string_view>
#include <vector>

#include "core/rules/status_macros.h"
#include "service/access/authentication.h"

namespace arbiter {
namespace {

constexpr char kAuthorization[] = "authorization";
constexpr char kApiKey[] = "x-api-key";

std::vector<std::string_view> ValuesOf(const grpc::GenericServerContext& context,
                                       const char* name) {
  std::vector<std::string_view> values;
  const auto [begin, end] = context.client_metadata().equal_range(name);
  for (auto entry = begin; entry != end; ++entry) {
    values.emplace_back(entry->second.data(), entry->second.size());
  }
  return values;
}

std::vector<std::string> CertificateNames(const grpc::GenericServerContext& context) {
  std::vector<std::string> names;
  const auto auth = context.auth_context();
  if (auth == nullptr || !auth->IsPeerAuthenticated()) return names;
  for (const grpc::string_ref& name : auth->GetPeerIdentity()) {
    names.emplace_back(name.data(), name.size());
  }
  return names;
}

}  // namespace

absl::StatusOr<Credentials> CredentialsOf(const Access& access,
                                          const grpc::GenericServerContext& context) {
  Credentials credentials;
  if (access.asks()) {
    ARBITER_ASSIGN_OR_RETURN(
        const std::string_view secret,
        FindSecret(ValuesOf(context, kAuthorization), ValuesOf(context, kApiKey)));
    credentials.secret = secret;
  }
  if (access.client_certificates()) credentials.certificate_names = CertificateNames(context);
  return credentials;
}

}  // namespace arbiter
