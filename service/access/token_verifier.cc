#include "service/access/token_verifier.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/access/jose.h"
#include "service/access/key_file.h"

namespace arbiter {
namespace {

using google::protobuf::Struct;
using google::protobuf::Value;

// The tolerance for clocks that differ.
constexpr double kLeewaySeconds = 60;
constexpr size_t kMaxVerified = 4096;

// The limits of a token's header, which is parsed before it is known who has made it: its size, and
// the number of its objects and lists. Protocol Buffers takes quadratic time for nested ones.
constexpr size_t kMaxHeaderBytes = 1024;
constexpr int kMaxHeaderContainers = 16;

absl::Status Unauthenticated(std::string_view why) {
  return MakeError(ErrorReason::kUnauthenticated, why);
}

bool HasAudience(const Struct& claims, const std::string& expected) {
  const Value* audience = FindField(claims, "aud");
  if (audience == nullptr) return false;
  if (audience->has_string_value()) return audience->string_value() == expected;
  const auto& values = audience->list_value().values();
  return std::any_of(values.begin(), values.end(), [&](const Value& value) {
    return value.has_string_value() && value.string_value() == expected;
  });
}

// Converts seconds since the Unix epoch to a time, clamped to the range of the clock.
TokenVerifier::Time TimeOf(double seconds) {
  using Time = TokenVerifier::Time;
  using Seconds = std::chrono::duration<double>;
  if (seconds >= Seconds(Time::max().time_since_epoch()).count()) return Time::max();
  if (!(seconds > Seconds(Time::min().time_since_epoch()).count())) return Time::min();
  return Time(std::chrono::duration_cast<Time::duration>(Seconds(seconds)));
}

// Whether an optional time claim is in the future or is not a number.
bool IsNotYetValid(const Struct& claims, const std::string& name, double now) {
  if (FindField(claims, name) == nullptr) return false;
  const std::optional<double> time = FindNumber(claims, name);
  return !time.has_value() || !(*time <= now + kLeewaySeconds);
}

}  // namespace

absl::StatusOr<std::string> VerifiedPayload(const Jwks& keys, std::string_view token) {
  const size_t first = token.find('.');
  const size_t last = token.rfind('.');
  if (first == last || token.find('.', first + 1) != last) {
    return Unauthenticated("the token does not have three parts, separated by dots");
  }
  const auto header = FromBase64Url(token.substr(0, first));
  auto payload = FromBase64Url(token.substr(first + 1, last - first - 1));
  const auto signature = FromBase64Url(token.substr(last + 1));
  if (!header.has_value() || !payload.has_value() || !signature.has_value()) {
    return Unauthenticated("the parts of the token are not all valid base64url");
  }
  if (header->size() > kMaxHeaderBytes) {
    return Unauthenticated("the token's header is too long; it can have at most 1024 bytes");
  }
  const auto opens = [](char c) { return c == '{' || c == '['; };
  if (std::count_if(header->begin(), header->end(), opens) > kMaxHeaderContainers) {
    return Unauthenticated("the token's header has too many objects and lists");
  }
  const std::optional<Struct> fields = ParseJsonObject(*header);
  if (!fields.has_value()) return Unauthenticated("the token's header is not a JSON object");
  // `crit` names extensions that must be understood, and none is supported.
  if (fields->fields().contains("crit")) {
    return Unauthenticated("the token's header has `crit`, which is not supported");
  }
  const std::string* algorithm = FindText(*fields, "alg");
  if (algorithm == nullptr || (*algorithm != "RS256" && *algorithm != "ES256")) {
    return Unauthenticated("the token is not signed with RS256 or ES256");
  }
  const std::string* key_id = FindText(*fields, "kid");
  if (key_id == nullptr && keys.requires_key_id()) {
    return Unauthenticated(
        "the token's header needs a `kid`, because the server has several keys; let the issuer add "
        "the `kid` of the key that signs");
  }
  if (!keys.Has(*algorithm, key_id)) {
    return Unauthenticated(
        "the server has no key with the token's `kid` and `alg`; if the issuer has changed its "
        "keys, "
        "add the new one to the server's key set");
  }
  if (!keys.Verify(*algorithm, key_id, token.substr(0, last), *signature)) {
    return Unauthenticated("the token's signature does not match the server's key");
  }
  return *std::move(payload);
}

TokenVerifier::TokenVerifier(Jwks keys, std::string issuer, std::string audience)
    : keys_(std::move(keys)), issuer_(std::move(issuer)), audience_(std::move(audience)) {}

absl::StatusOr<TokenBearer> TokenVerifier::ReadClaims(const std::string& payload,
                                                      double now) const {
  const std::optional<Struct> claims = ParseJsonObject(payload);
  if (!claims.has_value()) return Unauthenticated("the token's claims are not a JSON object");
  const std::string* issuer = FindText(*claims, "iss");
  if (issuer == nullptr || *issuer != issuer_) {
    return Unauthenticated("the token's `iss` is not the issuer that this server trusts");
  }
  if (!HasAudience(*claims, audience_)) {
    return Unauthenticated("the token's `aud` does not include this server's audience");
  }
  const std::optional<double> expires = FindNumber(*claims, "exp");
  if (!expires.has_value()) {
    return Unauthenticated("the token's `exp` is missing or is not a number");
  }
  if (IsNotYetValid(*claims, "nbf", now) || IsNotYetValid(*claims, "iat", now)) {
    return Unauthenticated("the token is not valid yet");
  }
  const std::string* subject = FindText(*claims, "sub");
  if (subject == nullptr || !IsClientName(*subject)) {
    return Unauthenticated(
        "the token's `sub` is not a valid client name; it must be 1 to 128 visible ASCII "
        "characters and not `anonymous` or `other`");
  }
  return TokenBearer{.name = *subject, .expires = TimeOf(*expires + kLeewaySeconds)};
}

absl::StatusOr<TokenBearer> TokenVerifier::Verify(std::string_view token, Time time) {
  if (token.size() > kMaxTokenBytes) {
    return Unauthenticated("the token is too long; it can have at most 8192 bytes");
  }
  const double now = std::chrono::duration<double>(time.time_since_epoch()).count();
  const Digest digest = Sha256(token);
  std::optional<TokenBearer> bearer;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = verified_.find(digest); found != verified_.end()) bearer = found->second;
  }
  const bool was_verified = bearer.has_value();
  if (!was_verified) {
    ARBITER_ASSIGN_OR_RETURN(const std::string payload, VerifiedPayload(keys_, token));
    ARBITER_ASSIGN_OR_RETURN(TokenBearer read, ReadClaims(payload, now));
    bearer = std::move(read);
  }
  if (time >= bearer->expires) return Unauthenticated("the token has expired");
  if (!was_verified) {
    const std::lock_guard lock(mutex_);
    if (verified_.size() >= kMaxVerified) verified_.clear();
    verified_.emplace(digest, *bearer);
  }
  return *std::move(bearer);
}

}  // namespace arbiter
