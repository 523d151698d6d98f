#include "service/access/access.h"

#include <algorithm>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/access/key_file.h"
#include "service/files/bounded_file.h"

namespace arbiter {
namespace {

// The maximum size of a JWKS file, which holds a few public keys.
constexpr size_t kMaxJwksBytes = kMiB;

absl::Status FlagError(std::string_view flag, const absl::Status& status) {
  return {status.code(), StrCat(flag, ": ", std::string(status.message()))};
}

absl::Status FileError(std::string_view flag, const std::string& path, const absl::Status& status) {
  return FlagError(StrCat(flag, ": ", path), status);
}

absl::Status Unauthenticated(std::string_view why) {
  return MakeError(ErrorReason::kUnauthenticated, why);
}

bool LooksLikeToken(std::string_view secret) {
  return std::count(secret.begin(), secret.end(), '.') == 2;
}

}  // namespace

Access::Access(AccessFiles files)
    : files_(std::move(files)),
      enabled_(accepts_secrets() || files_.client_certificates),
      clients_(std::make_shared<const Clients>()) {}

absl::Status Access::LoadApiKeys() {
  if (files_.api_keys.empty()) return absl::OkStatus();
  const std::lock_guard reload_lock(reload_mutex_);
  const absl::StatusOr<std::string> text = ReadBoundedFile(files_.api_keys, kMaxKeyFileBytes);
  if (!text.ok()) return FlagError("--api-keys", text.status());
  const absl::StatusOr<config::v1::KeyFile> file = ParseKeyFile(*text);
  if (!file.ok()) return FileError("--api-keys", files_.api_keys, file.status());
  // Only reloads write clients_, and reload_mutex_ is held.
  auto clients = std::make_shared<const Clients>(*file, *clients_);
  const std::lock_guard lock(mutex_);
  clients_.swap(clients);
  generation_.fetch_add(1, std::memory_order_release);
  return absl::OkStatus();
}

absl::Status Access::LoadJwtKeys() {
  if (files_.jwt_keys.empty()) return absl::OkStatus();
  const std::lock_guard reload_lock(reload_mutex_);
  const absl::StatusOr<std::string> text = ReadBoundedFile(files_.jwt_keys, kMaxJwksBytes);
  if (!text.ok()) return FlagError("--jwt-keys", text.status());
  absl::StatusOr<Jwks> keys = Jwks::Parse(*text);
  if (!keys.ok()) return FileError("--jwt-keys", files_.jwt_keys, keys.status());
  auto tokens =
      std::make_shared<TokenVerifier>(*std::move(keys), files_.jwt_issuer, files_.jwt_audience);
  const std::lock_guard lock(mutex_);
  tokens_ = std::move(tokens);
  generation_.fetch_add(1, std::memory_order_release);
  return absl::OkStatus();
}

std::shared_ptr<const Clients> Access::CurrentClients() const {
  const std::lock_guard lock(mutex_);
  return clients_;
}

Clients::Ptr Access::FindClient(std::string_view name) const {
  if (!enabled_ || name.empty()) return nullptr;
  return CurrentClients()->FindByName(name, std::chrono::steady_clock::now());
}

absl::StatusOr<Caller> Access::Authenticate(const Credentials& credentials,
                                            std::chrono::system_clock::time_point now) const {
  const std::shared_ptr<const Clients> clients = CurrentClients();
  const std::string_view secret = credentials.secret;
  if (secret.empty() || !accepts_secrets()) {
    ARBITER_ASSIGN_OR_RETURN(Clients::Ptr client,
                             AuthenticateCertificate(*clients, credentials.certificate_names));
    return Caller{.client = std::move(client), .expires = std::nullopt};
  }
  if (!files_.jwt_keys.empty() && LooksLikeToken(secret)) {
    return AuthenticateToken(*clients, secret, now);
  }
  Clients::Ptr client = clients->FindByKey(secret);
  if (client == nullptr) {
    return Unauthenticated("the API key is not valid; it may be mistyped or revoked");
  }
  return Caller{.client = std::move(client), .expires = std::nullopt};
}

absl::StatusOr<Caller> Access::AuthenticateToken(const Clients& clients, std::string_view token,
                                                 std::chrono::system_clock::time_point now) const {
  std::shared_ptr<TokenVerifier> tokens;
  {
    const std::lock_guard lock(mutex_);
    tokens = tokens_;
  }
  ARBITER_ASSIGN_OR_RETURN(const TokenBearer bearer, tokens->Verify(token, now));
  Clients::Ptr client = clients.FindByName(bearer.name, std::chrono::steady_clock::now());
  if (client != nullptr) return Caller{.client = std::move(client), .expires = bearer.expires};
  return MakeError(
      ErrorReason::kPermissionDenied,
      "the token's `sub` is not among the server's clients; ask its operator to add it");
}

absl::StatusOr<Clients::Ptr> Access::AuthenticateCertificate(
    const Clients& clients, const std::vector<std::string>& names) const {
  for (const std::string& name : names) {
    if (Clients::Ptr client = clients.FindListed(name)) return client;
  }
  if (accepts_secrets()) {
    return Unauthenticated(
        "the call has no API key or token; send one as metadata `authorization: Bearer …`");
  }
  const auto name = std::find_if(names.begin(), names.end(), IsClientName);
  if (name == names.end()) return Clients::Ptr();
  return clients.FindByName(*name, std::chrono::steady_clock::now());
}

}  // namespace arbiter
