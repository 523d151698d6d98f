#include "service/access/token_verifier.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "service/access/jose.h"
#include "service/access/key_file.h"

namespace arbiter {
namespace {

using google::protobuf::Struct;
using google::protobuf::Value;

// Clocks differ.
constexpr double kLeewaySeconds = 60;
constexpr size_t kMaxKnown = 4096;

absl::Status Refused(std::string_view why) { return MakeError(ErrorReason::kUnauthenticated, why); }

bool HasAudience(const Struct& claims, const std::string& wanted) {
  const Value* audience = FindField(claims, "aud");
  if (audience == nullptr) return false;
  if (audience->has_string_value()) return audience->string_value() == wanted;
  const auto& values = audience->list_value().values();
  return std::any_of(values.begin(), values.end(), [&](const Value& value) {
    return value.has_string_value() && value.string_value() == wanted;
  });
}

// The nearest time that the clock has; times that it can't hold are far in the past or future.
TokenVerifier::Time TimeOf(double seconds) {
  using Time = TokenVerifier::Time;
  using Seconds = std::chrono::duration<double>;
  if (seconds >= Seconds(Time::max().time_since_epoch()).count()) return Time::max();
  if (!(seconds > Seconds(Time::min().time_since_epoch()).count())) return Time::min();
  return Time(std::chrono::duration_cast<Time::duration>(Seconds(seconds)));
}

// Whether a time that may be left out is there but no number, or still to come.
bool IsAhead(const Struct& claims, const std::string& name, double now) {
  if (FindField(claims, name) == nullptr) return false;
  const std::optional<double> time = FindNumber(claims, name);
  return !time.has_value() || !(*time <= now + kLeewaySeconds);
}

}  // namespace

absl::StatusOr<std::string> VerifiedPayload(const Jwks& keys, std::string_view token) {
  const size_t first = token.find('.');
  const size_t last = token.rfind('.');
  if (first == last || token.find('.', first + 1) != last) {
    return Refused("the token has not three parts");
  }
  const auto header = FromBase64Url(token.substr(0, first));
  auto payload = FromBase64Url(token.substr(first + 1, last - first - 1));
  const auto signature = FromBase64Url(token.substr(last + 1));
  if (!header.has_value() || !payload.has_value() || !signature.has_value()) {
    return Refused("the token is not base64url");
  }
  const std::optional<Struct> fields = ParseJsonObject(*header);
  if (!fields.has_value()) return Refused("the token's header is not a JSON object");
  // Something that must be understood, and is not.
  if (fields->fields().contains("crit")) return Refused("the token's header has `crit`");
  const std::string* algorithm = FindText(*fields, "alg");
  if (algorithm == nullptr || (*algorithm != "RS256" && *algorithm != "ES256")) {
    return Refused("the token is not signed with RS256 or ES256");
  }
  if (!keys.Verify(*algorithm, FindText(*fields, "kid"), token.substr(0, last), *signature)) {
    return Refused("none of the server's keys has signed the token");
  }
  return *std::move(payload);
}

TokenVerifier::TokenVerifier(Jwks keys, std::string issuer, std::string audience)
    : keys_(std::move(keys)), issuer_(std::move(issuer)), audience_(std::move(audience)) {}

absl::StatusOr<TokenBearer> TokenVerifier::ReadClaims(const std::string& payload,
                                                      double now) const {
  const std::optional<Struct> claims = ParseJsonObject(payload);
  if (!claims.has_value()) return Refused("the token's claims are not a JSON object");
  const std::string* issuer = FindText(*claims, "iss");
  if (issuer == nullptr || *issuer != issuer_) return Refused("the token is of another issuer");
  if (!HasAudience(*claims, audience_)) return Refused("the token is for another audience");
  const std::optional<double> expires = FindNumber(*claims, "exp");
  if (!expires.has_value()) return Refused("the token has no `exp`");
  if (IsAhead(*claims, "nbf", now) || IsAhead(*claims, "iat", now)) {
    return Refused("the token is not valid yet");
  }
  const std::string* subject = FindText(*claims, "sub");
  if (subject == nullptr || !IsClientName(*subject)) {
    return Refused(
        "the token's `sub` is no name of a client: 1 to 128 visible ASCII characters, not "
        "`anonymous` or `other`");
  }
  return TokenBearer{.name = *subject, .expires = TimeOf(*expires + kLeewaySeconds)};
}

absl::StatusOr<TokenBearer> TokenVerifier::Verify(std::string_view token, Time time) {
  if (token.size() > kMaxTokenBytes) return Refused("the token has more than 8192 bytes");
  const double now = std::chrono::duration<double>(time.time_since_epoch()).count();
  const Digest digest = Sha256(token);
  std::optional<TokenBearer> bearer;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = known_.find(digest); found != known_.end()) bearer = found->second;
  }
  const bool known = bearer.has_value();
  if (!known) {
    ARBITER_ASSIGN_OR_RETURN(const std::string payload, VerifiedPayload(keys_, token));
    ARBITER_ASSIGN_OR_RETURN(TokenBearer read, ReadClaims(payload, now));
    bearer = std::move(read);
  }
  if (time >= bearer->expires) return Refused("the token has expired");
  if (!known) {
    const std::lock_guard lock(mutex_);
    if (known_.size() >= kMaxKnown) known_.clear();
    known_.emplace(digest, *bearer);
  }
  return *std::move(bearer);
}

}  // namespace arbiter
