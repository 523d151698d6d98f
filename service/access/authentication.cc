#include "service/access/authentication.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"

namespace arbiter {
namespace {

constexpr std::string_view kBearer = "bearer ";

absl::Status Unauthenticated(std::string_view why) {
  return MakeError(ErrorReason::kUnauthenticated, why);
}

bool IsBearer(std::string_view value) {
  return value.size() > kBearer.size() &&
         std::equal(kBearer.begin(), kBearer.end(), value.begin(), [](char a, char b) {
           return a == std::tolower(static_cast<unsigned char>(b));
         });
}

}  // namespace

absl::StatusOr<std::string_view> FindSecret(std::span<const std::string_view> authorization,
                                            std::span<const std::string_view> api_key) {
  const bool bearer = !authorization.empty();
  const std::span<const std::string_view> values = bearer ? authorization : api_key;
  if (values.empty()) return std::string_view();
  if (values.size() > 1) {
    return Unauthenticated("the call has several API keys or tokens; send exactly one");
  }
  if (!bearer) return values.front();
  if (!IsBearer(values.front())) {
    return Unauthenticated("`authorization` must be `Bearer` followed by an API key or a token");
  }
  return values.front().substr(kBearer.size());
}

Authentication::Authentication(const Access* access, const Credentials& credentials,
                               const MethodSet& methods, Time now)
    : access_(access), methods_(methods) {
  // Without files to reload, the validity of the credentials never changes.
  if (access->accepts_secrets()) {
    secret_ = credentials.secret;
    if (secret_.empty()) certificate_names_ = credentials.certificate_names;
  }
  const std::lock_guard lock(mutex_);
  Authenticate(access->generation(), credentials, now);
}

Authentication::~Authentication() { OPENSSL_cleanse(secret_.data(), secret_.size()); }

absl::Status Authentication::Check(Time now) {
  const bool is_current = access_->generation() == generation_.load(std::memory_order_acquire) &&
                          now < valid_until_.load(std::memory_order_relaxed);
  return is_current ? absl::OkStatus() : CurrentClient(now).status();
}

absl::StatusOr<Clients::Ptr> Authentication::CurrentClient(Time now) {
  const std::lock_guard lock(mutex_);
  const uint64_t generation = access_->generation();
  if (generation != generation_.load(std::memory_order_relaxed)) {
    Authenticate(generation, {.secret = secret_, .certificate_names = certificate_names_}, now);
  }
  ARBITER_RETURN_IF_ERROR(caller_.status());
  if (caller_->expires.has_value() && now >= *caller_->expires) {
    return Unauthenticated("the token has expired");
  }
  return caller_->client;
}

void Authentication::Authenticate(uint64_t generation, const Credentials& credentials, Time now) {
  if (access_->enabled()) caller_ = access_->Authenticate(credentials, now);
  if (caller_.ok() && caller_->client != nullptr) {
    absl::Status status = caller_->client->CheckMethods(methods_);
    if (!status.ok()) caller_ = std::move(status);
  }
  const Time until = caller_.ok() ? caller_->expires.value_or(Time::max()) : Time::min();
  valid_until_.store(until, std::memory_order_relaxed);
  generation_.store(generation, std::memory_order_release);
}

}  // namespace arbiter
