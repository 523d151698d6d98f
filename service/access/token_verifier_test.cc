#include "service/access/token_verifier.h"

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "core/base/error.h"
#include "core/base/strings.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/token_signer.h"

namespace arbiter {
namespace {

using testing::Base64Url;
using ::testing::HasSubstr;
using testing::TokenSigner;

constexpr int64_t kNow = 1'800'000'000;

TokenVerifier::Time At(int64_t seconds) {
  return TokenVerifier::Time(std::chrono::seconds(seconds));
}

std::string Claims(const std::string& changed = "") {
  return R"({"iss":"https://login.example","aud":"arbiter","sub":"site","exp":1800000300)" +
         (changed.empty() ? "" : "," + changed) + "}";
}

const TokenSigner& Rsa() {
  static const auto& signer = *new TokenSigner("RS256", "r1");
  return signer;
}
const TokenSigner& Ec() {
  static const auto& signer = *new TokenSigner("ES256", "e1");
  return signer;
}

Jwks BothKeys() { return *Jwks::Parse(R"({"keys":[)" + Rsa().Jwk() + "," + Ec().Jwk() + "]}"); }

class TokenTest : public ::testing::Test {
 protected:
  // Returns the subject of the token, or the message of the refusal.
  std::string Verdict(const std::string& token, int64_t now = kNow) {
    const absl::StatusOr<TokenBearer> bearer = verifier_.Verify(token, At(now));
    if (bearer.ok()) return bearer->name;
    EXPECT_EQ(ReasonOf(bearer.status()), ErrorReason::kUnauthenticated);
    return std::string(bearer.status().message());
  }

  TokenVerifier verifier_{BothKeys(), "https://login.example", "arbiter"};
};

TEST_F(TokenTest, AcceptsTokensSignedWithItsKeys) {
  EXPECT_EQ(Verdict(Rsa().Sign(Claims())), "site");
  EXPECT_EQ(Verdict(Ec().Sign(Claims())), "site");
  EXPECT_EQ(Verdict(Ec().Sign(R"({"iss":"https://login.example","aud":["other","arbiter"],
      "sub":"auth0|7","exp":1800000300.5,"nbf":1799999999,"iat":1799999999,"scope":"x"})")),
            "auth0|7");
}

constexpr char kNoSuchKey[] =
    "the server has no key with the token's `kid` and `alg`; if the issuer has changed its keys, "
    "add "
    "the new one to the server's key set";

TEST_F(TokenTest, RefusesForeignAndTamperedSignatures) {
  const std::string refusal = "the token's signature does not match the server's key";
  EXPECT_EQ(Verdict(TokenSigner("RS256", "r1").Sign(Claims())), refusal);
  EXPECT_EQ(Verdict(TokenSigner("ES256", "e1").Sign(Claims())), refusal);
  EXPECT_EQ(Verdict(Ec().SignAs(R"({"alg":"ES256","kid":"r1"})", Claims())), kNoSuchKey);
  const std::string token = Ec().Sign(Claims());
  const size_t claims = token.find('.') + 1;
  const size_t signature = token.rfind('.') + 1;
  const std::string admin = Base64Url(absl::StrReplaceAll(Claims(), {{"site", "root"}}));
  EXPECT_EQ(Verdict(token.substr(0, claims) + admin + token.substr(signature - 1)), refusal);
  for (const size_t at : {signature, signature + 40, signature + 80}) {
    std::string changed = token;
    changed[at] = changed[at] == 'A' ? 'B' : 'A';
    EXPECT_EQ(Verdict(changed), refusal) << at;
  }
  EXPECT_EQ(Verdict(token.substr(0, signature)), refusal) << "no signature";
  EXPECT_EQ(Verdict(token.substr(0, signature) + Base64Url(std::string(64, '\0'))), refusal);
  EXPECT_EQ(Verdict(token), "site") << "the token itself is good";
}

TEST_F(TokenTest, TheAlgorithmMustFitTheKey) {
  const std::string none = Base64Url(R"({"alg":"none"})") + "." + Base64Url(Claims()) + ".";
  EXPECT_EQ(Verdict(none), "the token is not signed with RS256 or ES256");
  for (const char* algorithm : {"HS256", "RS512", "PS256", "NONE", "rs256", ""}) {
    EXPECT_EQ(Verdict(Rsa().SignAs(std::string(R"({"alg":")") + algorithm + "\"}", Claims())),
              "the token is not signed with RS256 or ES256")
        << algorithm;
  }
  EXPECT_EQ(Verdict(Rsa().SignAs(R"({"alg":"ES256","kid":"r1"})", Claims())), kNoSuchKey);
  EXPECT_EQ(Verdict(Ec().SignAs(R"({"alg":"RS256","kid":"e1"})", Claims())), kNoSuchKey);
  EXPECT_EQ(Verdict(Ec().SignAs(R"({"alg":"ES256","kid":"e1","crit":["exp"]})", Claims())),
            "the token's header has `crit`, which is not supported");
  // A key that the token itself carries is not trusted.
  const TokenSigner own("ES256", "own");
  EXPECT_EQ(Verdict(own.SignAs(R"({"alg":"ES256","kid":"e1","jwk":)" + own.Jwk() + "}", Claims())),
            "the token's signature does not match the server's key");
}

// A signature takes long to verify, so at most one is verified for each token: that of the key that
// the token names. A token without `kid` used to be tried with every key.
TEST_F(TokenTest, MustNameItsKeyIfThereAreSeveral) {
  const std::string refusal =
      "the token's header needs a `kid`, because the server has several keys; let the issuer add "
      "the `kid` of the key that signs";
  for (const char* header : {R"({"alg":"ES256"})", R"({"alg":"ES256","kid":null})",
                             R"({"alg":"ES256","kid":7})", R"({"alg":"ES256","kid":["e1"]})"}) {
    EXPECT_EQ(Verdict(Ec().SignAs(header, Claims())), refusal) << header;
  }
  for (const char* key_id : {"", "e2", "E1", "e1 "}) {
    EXPECT_EQ(Verdict(Ec().SignAs(StrCat(R"({"alg":"ES256","kid":")", key_id, "\"}"), Claims())),
              kNoSuchKey)
        << key_id;
  }
}

TEST(OneKeyTest, ATokenNeedNotNameTheOnlyKey) {
  const auto keys = Jwks::Parse(Ec().JwkSet());
  ASSERT_TRUE(keys.ok());
  EXPECT_TRUE(VerifiedPayload(*keys, Ec().SignAs(R"({"alg":"ES256"})", "{}")).ok());
  EXPECT_TRUE(VerifiedPayload(*keys, Ec().Sign("{}")).ok());
  EXPECT_FALSE(VerifiedPayload(*keys, Ec().SignAs(R"({"alg":"ES256","kid":"x"})", "{}")).ok());
}

// RFC 7517, section 4.5, allows keys of different types to have the same id.
TEST(SameIdTest, TheAlgorithmChoosesBetweenAnRsaAndAnEcKey) {
  const TokenSigner rsa("RS256", "same");
  const TokenSigner ec("ES256", "same");
  const auto keys = Jwks::Parse(R"({"keys":[)" + rsa.Jwk() + "," + ec.Jwk() + "]}");
  ASSERT_TRUE(keys.ok()) << keys.status();
  EXPECT_TRUE(VerifiedPayload(*keys, rsa.Sign("{}")).ok());
  EXPECT_TRUE(VerifiedPayload(*keys, ec.Sign("{}")).ok());
}

// The header is parsed before it is known who has made it, and deep nesting takes quadratic time.
TEST_F(TokenTest, AHeaderMustBeShortAndFlat) {
  const auto verdict = [this](const std::string& field) {
    return Verdict(Ec().SignAs(R"({"alg":"ES256","kid":"e1","x":)" + field + "}", Claims()));
  };
  EXPECT_EQ(verdict("\"" + std::string(900, 'x') + "\""), "site");
  EXPECT_EQ(verdict("\"" + std::string(1025, 'x') + "\""),
            "the token's header is too long; it can have at most 1024 bytes");
  EXPECT_EQ(verdict(std::string(15, '[') + std::string(15, ']')), "site");
  for (const char* begin : {R"([)", R"(["]]]]]]]]]]]]]]]]",)", R"(['"',)"}) {
    EXPECT_EQ(verdict(begin + std::string(16, '[') + std::string(16, ']') + "]"),
              "the token's header has too many objects and lists");
  }
}

TEST_F(TokenTest, ChecksTimesWithAMinuteOfLeeway) {
  const std::string token = Ec().Sign(Claims(R"("nbf":1800000000,"iat":1800000000)"));
  EXPECT_EQ(Verdict(token, kNow - 61), "the token is not valid yet");
  EXPECT_EQ(Verdict(token, kNow - 60), "site");
  EXPECT_EQ(Verdict(token, kNow + 359), "site");
  EXPECT_EQ(Verdict(token, kNow + 360), "the token has expired");
  EXPECT_EQ(Verdict(token, kNow + 1'000'000), "the token has expired")
      << "also if it was verified before";
  for (const char* time : {R"("nbf":"soon")", R"("iat":1900000000)", R"("iat":[1])"}) {
    EXPECT_EQ(Verdict(Ec().Sign(Claims(time))), "the token is not valid yet") << time;
  }
}

TEST_F(TokenTest, ExpiresAMinuteAfterItsExp) {
  const auto expires = [this](const std::string& exp) {
    const std::string token = Ec().Sign(absl::StrReplaceAll(Claims(), {{"1800000300", exp}}));
    const absl::StatusOr<TokenBearer> first = verifier_.Verify(token, At(kNow));
    EXPECT_TRUE(first.ok()) << exp;
    EXPECT_EQ(verifier_.Verify(token, At(kNow))->expires, first->expires) << "also from the cache";
    return first->expires;
  };
  EXPECT_EQ(expires("1800000300"), At(kNow + 360));
  EXPECT_EQ(expires("1800000000.5"), At(kNow + 60) + std::chrono::milliseconds(500));
  EXPECT_EQ(expires("99999999999"), TokenVerifier::Time::max()) << "beyond the range of the clock";
  EXPECT_EQ(expires("1e300"), TokenVerifier::Time::max());
  EXPECT_EQ(Verdict(Ec().Sign(absl::StrReplaceAll(Claims(), {{"1800000300", "-1e300"}}))),
            "the token has expired");
}

TEST_F(TokenTest, RequiresIssuerAudienceExpiryAndSubject) {
  const auto verdict = [this](const std::string& from, const std::string& to) {
    return Verdict(Ec().Sign(absl::StrReplaceAll(Claims(), {{from, to}})));
  };
  EXPECT_EQ(verdict("login.example", "evil.example"),
            "the token's `iss` is not the issuer that this server trusts");
  EXPECT_EQ(verdict(R"("iss":"https://login.example",)", ""),
            "the token's `iss` is not the issuer that this server trusts");
  EXPECT_EQ(verdict(R"("arbiter")", R"("other")"),
            "the token's `aud` does not include this server's audience");
  EXPECT_EQ(verdict(R"("arbiter")", R"(["other",7])"),
            "the token's `aud` does not include this server's audience");
  EXPECT_EQ(verdict(R"("arbiter")", "null"),
            "the token's `aud` does not include this server's audience");
  EXPECT_EQ(verdict(R"(,"exp":1800000300)", ""), "the token's `exp` is missing or is not a number");
  EXPECT_EQ(verdict("1800000300", R"("1800000300")"),
            "the token's `exp` is missing or is not a number");
  for (const std::string& subject :
       {std::string(R"("")"), std::string(R"("a b")"), std::string(R"("a\nb")"), std::string("7"),
        "\"" + std::string(129, 'x') + "\"", std::string(R"("other")"),
        std::string(R"("anonymous")")}) {
    EXPECT_THAT(verdict(R"("site")", subject),
                HasSubstr("the token's `sub` is not a valid client name; it must be 1 to 128"))
        << subject;
  }
  EXPECT_EQ(Verdict(Ec().Sign("[]")), "the token's claims are not a JSON object");
  EXPECT_EQ(Verdict(Ec().Sign("{")), "the token's claims are not a JSON object");
}

TEST_F(TokenTest, RefusesMalformedAndOverlongTokens) {
  EXPECT_EQ(Verdict(""), "the token does not have three parts, separated by dots");
  EXPECT_EQ(Verdict("a.b"), "the token does not have three parts, separated by dots");
  EXPECT_EQ(Verdict("a.b.c.d"), "the token does not have three parts, separated by dots");
  EXPECT_EQ(Verdict("+.b.c"), "the parts of the token are not all valid base64url");
  const std::string token = Ec().Sign(Claims());
  EXPECT_EQ(Verdict(token + "="), "the parts of the token are not all valid base64url");
  EXPECT_EQ(Verdict(" " + token), "the parts of the token are not all valid base64url");
  std::string deep;
  for (int i = 0; i < 10; ++i) deep += R"({"a":)";
  EXPECT_EQ(Verdict(Base64Url(deep) + ".e30.AA"), "the token's header is not a JSON object");
  EXPECT_EQ(Verdict(Ec().Sign(Claims(R"("x":")" + std::string(7000, 'x') + "\""))),
            "the token is too long; it can have at most 8192 bytes");
  EXPECT_EQ(Verdict(Ec().Sign(Claims(R"("x":")" + std::string(4000, 'x') + "\""))), "site");
}

// The examples of RFC 7515, appendices A.2 and A.3.
constexpr char kRfcPayload[] =
    "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlf"
    "Q";
constexpr char kRfcText[] =
    "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n \"http://example.com/is_root\":true}";

TEST(JwsKnownAnswersTest, Rs256OfRfc7515) {
  const auto keys = Jwks::Parse(
      R"({"keys":[{"kty":"RSA","n":"ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ","e":"AQAB"}]})");
  ASSERT_TRUE(keys.ok()) << keys.status();
  const std::string signature =
      "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5"
      "jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb"
      "1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QO"
      "YEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw";
  EXPECT_EQ(
      *VerifiedPayload(*keys, std::string("eyJhbGciOiJSUzI1NiJ9.") + kRfcPayload + "." + signature),
      kRfcText);
}

TEST(JwsKnownAnswersTest, Es256OfRfc7515) {
  const auto keys = Jwks::Parse(
      R"({"keys":[{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}]})");
  ASSERT_TRUE(keys.ok()) << keys.status();
  EXPECT_EQ(
      *VerifiedPayload(
          *keys, std::string("eyJhbGciOiJFUzI1NiJ9.") + kRfcPayload +
                     ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKT"
                     "UJqPP3-Kg6NU1Q"),
      kRfcText);
}

TEST(JwksTest, IgnoresKeysForOtherAlgorithms) {
  const std::string others =
      R"({"kty":"oct","k":"AA"},{"kty":"OKP","crv":"Ed25519","x":"AA"},{"kty":"EC","crv":"P-384"},
         {"kty":"RSA","use":"enc"},{"kty":"RSA","alg":"RS512"},{"kty":7},{})";
  EXPECT_TRUE(Jwks::Parse(R"({"keys":[)" + others + "," + Ec().Jwk() + "]}").ok());
  EXPECT_THAT(std::string(Jwks::Parse(R"({"keys":[)" + others + "]}").status().message()),
              HasSubstr("no key for RS256 or ES256"));
}

TEST(JwksTest, SaysWhatIsWrongWithAKey) {
  const auto error = [](const std::string& json) {
    const auto keys = Jwks::Parse(json);
    return keys.ok() ? "" : std::string(keys.status().message());
  };
  const auto key_error = [&](const std::string& key) { return error(R"({"keys":[)" + key + "]}"); };
  for (const char* json : {"", "[]", "{}", R"({"keys":{}})", R"({"keys":[)", "null"}) {
    EXPECT_THAT(error(json), HasSubstr("not a JWK set")) << json;
  }
  EXPECT_EQ(key_error("7"), "keys[0]: not a JSON object");
  EXPECT_THAT(key_error(R"({"kty":"RSA","n":"AQAB"})"), HasSubstr("`n` and `e`"));
  EXPECT_THAT(key_error(R"({"kty":"RSA","n":"AQAB","e":"AQAB"})"), HasSubstr("has 17 bits"));
  EXPECT_THAT(key_error(absl::StrReplaceAll(Rsa().Jwk(), {{"AQAB", "AQ"}})),
              HasSubstr("not a valid RSA key"));
  EXPECT_THAT(key_error(R"({"kty":"EC","crv":"P-256","x":"AA","y":"AA"})"), HasSubstr("32 bytes"));
  const std::string zeros = Base64Url(std::string(32, '\0'));
  EXPECT_THAT(
      key_error(R"({"kty":"EC","crv":"P-256","x":")" + zeros + R"(","y":")" + zeros + "\"}"),
      HasSubstr("not a point on the curve P-256"));
  EXPECT_THAT(key_error(absl::StrReplaceAll(Ec().Jwk(), {{R"("use")", R"("d":"AA","use")"}})),
              HasSubstr("a private key"));
}

// Returns a JWK with a modulus of this many bits, which are all 1.
std::string RsaJwk(int bits, const std::string& exponent = std::string("\1\0\1", 3)) {
  std::string modulus(static_cast<size_t>(bits + 7) / 8, '\xff');
  if (bits % 8 != 0) modulus[0] = static_cast<char>((1 << bits % 8) - 1);
  return R"({"kty":"RSA","n":")" + Base64Url(modulus) + R"(","e":")" + Base64Url(exponent) + "\"}";
}

std::string ErrorOf(const std::vector<std::string>& keys) {
  const auto parsed = Jwks::Parse(R"({"keys":[)" + absl::StrJoin(keys, ",") + "]}");
  return parsed.ok() ? "" : std::string(parsed.status().message());
}

// Each call with a new token verifies a signature on a thread that serves calls. With ten keys of
// 8192 bits, other clients had to wait for seconds.
TEST(JwksTest, RefusesKeysThatTakeLongToVerifyWith) {
  EXPECT_EQ(ErrorOf({RsaJwk(2048)}), "");
  EXPECT_EQ(ErrorOf({RsaJwk(4096)}), "");
  EXPECT_EQ(ErrorOf({RsaJwk(2047)}),
            "keys[0]: the RSA key has 2047 bits; it must have 2048 to 4096");
  EXPECT_EQ(ErrorOf({Ec().Jwk(), RsaJwk(4097)}),
            "keys[1]: the RSA key has 4097 bits; it must have 2048 to 4096");
  EXPECT_EQ(ErrorOf({RsaJwk(8192)}),
            "keys[0]: the RSA key has 8192 bits; it must have 2048 to 4096");
  EXPECT_EQ(ErrorOf({RsaJwk(2048, "\3")}), "");
  EXPECT_EQ(ErrorOf({RsaJwk(2048, "\xff\xff\xff\xff")}), "");
  EXPECT_EQ(ErrorOf({RsaJwk(2048, std::string("\1\0\0\0\1", 5))}),
            "keys[0]: `e` has 33 bits; it can have at most 32, and is usually 65537");
}

TEST(JwksTest, RefusesKeysThatATokenCannotName) {
  EXPECT_EQ(ErrorOf({TokenSigner("ES256", "e1").Jwk(), Ec().Jwk()}),
            "keys[1]: repeats the `kid` of an earlier key for ES256; give each its own");
  EXPECT_EQ(ErrorOf({Rsa().Jwk(), Ec().Jwk(), TokenSigner("RS256", "r1").Jwk()}),
            "keys[2]: repeats the `kid` of an earlier key for RS256; give each its own");
  EXPECT_EQ(ErrorOf({RsaJwk(2048), Ec().Jwk()}),
            "keys[0]: has no `kid`; with several keys, each needs one that tokens can name");
  EXPECT_EQ(ErrorOf({RsaJwk(2048), R"({"kty":"oct","k":"AA"})"}), "") << "others do not count";
}

TEST(JwksTest, LimitsTheNumberOfKeys) {
  const std::string other = R"({"kty":"oct","k":"AA"})";
  std::vector<std::string> keys(99, other);
  keys.push_back(Ec().Jwk());
  EXPECT_EQ(ErrorOf(keys), "");
  keys.push_back(other);
  EXPECT_EQ(ErrorOf(keys), "`keys` has 101 keys; it can have at most 100");
}

}  // namespace
}  // namespace arbiter
