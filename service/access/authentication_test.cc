#include "service/access/authentication.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "core/base/error.h"
#include "tests/support/key_files.h"
#include "tests/support/temporary_file.h"
#include "tests/support/token_signer.h"

namespace arbiter {
namespace {

using std::chrono::seconds;
using testing::KeyEntry;
using testing::KeyFileOf;
using testing::TemporaryFile;

constexpr Authentication::Time kNow{seconds(1'800'000'000)};

MethodSet Only(const char* method) { return MethodsNamed(method); }

// Returns "OK", or the reason why the call has to end.
std::string Verdict(Authentication* call, Authentication::Time now = kNow) {
  const absl::Status status = call->Check(now);
  EXPECT_EQ(call->CurrentClient(now).status(), status);
  return status.ok() ? "OK" : std::string(ReasonName(ReasonOf(status)));
}

using Values = std::vector<std::string_view>;

TEST(FindSecretTest, TheBearerTakesPrecedenceOverTheKey) {
  EXPECT_EQ(*FindSecret(Values{"Bearer arb_k"}, Values{"arb_other"}), "arb_k");
  EXPECT_EQ(*FindSecret(Values{"bEARER arb_k"}, Values{}), "arb_k");
  EXPECT_EQ(*FindSecret(Values{}, Values{"arb_k"}), "arb_k");
  EXPECT_EQ(*FindSecret(Values{}, Values{}), "");
}

TEST(FindSecretTest, MalformedAndAmbiguousMetadataIsRefused) {
  for (const char* value : {"", "arb_k", "Basic arb_k", "Bearer", "Bearer ", "Bearerarb_k"}) {
    EXPECT_EQ(ReasonOf(FindSecret(Values{value}, Values{"arb_k"}).status()),
              ErrorReason::kUnauthenticated)
        << value;
  }
  EXPECT_EQ(FindSecret(Values{"Bearer a", "Bearer a"}, Values{}).status().message(),
            "the call has several API keys or tokens; send exactly one");
  EXPECT_FALSE(FindSecret(Values{}, Values{"a", "b"}).ok());
}

TEST(AuthenticationTest, EndsWhenTheKeyIsRevoked) {
  const TemporaryFile keys(KeyFileOf(KeyEntry("site", "arb_k")));
  Access access({.api_keys = keys.path()});
  ASSERT_TRUE(access.LoadApiKeys().ok());
  std::string secret = "arb_k";
  Authentication call(&access, {.secret = secret, .certificate_names = {}}, Only("Perft"), kNow);
  secret = "xxxxx";
  EXPECT_EQ(Verdict(&call), "OK");
  keys.Write(KeyFileOf(KeyEntry("new name", "arb_k")));
  EXPECT_FALSE(access.LoadApiKeys().ok());
  EXPECT_EQ(Verdict(&call), "OK") << "a bad file changes nothing";
  keys.Write(
      KeyFileOf(KeyEntry("site", "arb_k", R"("methods":["Perft"],"quota":{"maxStreams":1})")));
  ASSERT_TRUE(access.LoadApiKeys().ok());
  const Clients::Ptr renewed = *call.CurrentClient(kNow);
  EXPECT_EQ(renewed->name(), "site");
  EXPECT_FALSE(renewed->CheckMethods(Only("LegalMoves")).ok()) << "as the new file says";
  keys.Write(KeyFileOf(KeyEntry("site", "arb_new")));
  ASSERT_TRUE(access.LoadApiKeys().ok());
  EXPECT_EQ(Verdict(&call), "UNAUTHENTICATED");
  EXPECT_EQ(Verdict(&call), "UNAUTHENTICATED") << "checked again";
  keys.Write(KeyFileOf(KeyEntry("site", "arb_k")));
  ASSERT_TRUE(access.LoadApiKeys().ok());
  EXPECT_EQ(Verdict(&call), "OK") << "the key is back";
}

TEST(AuthenticationTest, EndsWhenTheClientLosesTheMethod) {
  const TemporaryFile keys(KeyFileOf(KeyEntry("site", "arb_k", R"("methods":["Batch","Perft"])")));
  Access access({.api_keys = keys.path()});
  ASSERT_TRUE(access.LoadApiKeys().ok());
  const Credentials credentials = {.secret = "arb_k", .certificate_names = {}};
  Authentication perft(&access, credentials, Only("Perft"), kNow);
  Authentication batch(&access, credentials, Only("Batch"), kNow);
  Authentication session(&access, credentials, Only("Session"), kNow);
  EXPECT_EQ(Verdict(&perft), "OK");
  EXPECT_EQ(Verdict(&session), "PERMISSION_DENIED");
  keys.Write(KeyFileOf(KeyEntry("site", "arb_k", R"("methods":["Batch"])")));
  ASSERT_TRUE(access.LoadApiKeys().ok());
  EXPECT_EQ(Verdict(&perft), "PERMISSION_DENIED");
  EXPECT_EQ(Verdict(&batch), "OK");
}

std::string Token(const testing::TokenSigner& signer, const std::string& subject,
                  const std::string& exp) {
  return signer.Sign(R"({"iss":"i","aud":"a","sub":")" + subject + R"(","exp":)" + exp + "}");
}

TEST(AuthenticationTest, EndsWhenTheTokenExpiresOrItsKeyIsRemoved) {
  const testing::TokenSigner signer("ES256", "one");
  const TemporaryFile jwks(signer.JwkSet());
  Access access({.jwt_keys = jwks.path(), .jwt_issuer = "i", .jwt_audience = "a"});
  ASSERT_TRUE(access.LoadJwtKeys().ok());
  const std::string token = Token(signer, "user", "1800000300");
  Authentication call(&access, {.secret = token, .certificate_names = {}}, Only("Batch"), kNow);
  EXPECT_EQ(Verdict(&call), "OK");
  // The token is accepted for 60 s after its `exp`.
  EXPECT_EQ(Verdict(&call, kNow + seconds(359)), "OK");
  EXPECT_EQ(Verdict(&call, kNow + seconds(360)), "UNAUTHENTICATED");
  EXPECT_EQ(call.Check(kNow + seconds(360)).message(), "the token has expired");
  Authentication late(&access, {.secret = token, .certificate_names = {}}, Only("Batch"),
                      kNow + seconds(360));
  EXPECT_EQ(Verdict(&late, kNow + seconds(360)), "UNAUTHENTICATED");
  jwks.Write(testing::TokenSigner("ES256", "two").JwkSet());
  ASSERT_TRUE(access.LoadJwtKeys().ok());
  EXPECT_EQ(Verdict(&call), "UNAUTHENTICATED");
}

TEST(AuthenticationTest, OthersAreAuthenticatedWhileTheFileAdmitsThem) {
  const testing::TokenSigner signer("ES256", "one");
  const TemporaryFile jwks(signer.JwkSet());
  const std::string others = R"({"clients":[],"others":{"methods":["Batch"]}})";
  const TemporaryFile keys(others);
  Access access(
      {.api_keys = keys.path(), .jwt_keys = jwks.path(), .jwt_issuer = "i", .jwt_audience = "a"});
  ASSERT_TRUE(access.LoadApiKeys().ok());
  ASSERT_TRUE(access.LoadJwtKeys().ok());
  const std::string token = Token(signer, "user", "99999999999");
  Authentication call(&access, {.secret = token, .certificate_names = {}}, Only("Batch"), kNow);
  const Clients::Ptr before = *call.CurrentClient(kNow);
  ASSERT_TRUE(access.LoadApiKeys().ok());
  const Clients::Ptr after = *call.CurrentClient(kNow);
  EXPECT_NE(after, before);
  EXPECT_EQ(after->usage(), before->usage()) << "a reload keeps the usage";
  keys.Write(R"({"clients":[],"others":{"methods":["LegalMoves"]}})");
  ASSERT_TRUE(access.LoadApiKeys().ok());
  EXPECT_EQ(Verdict(&call), "PERMISSION_DENIED");
  keys.Write(KeyFileOf(KeyEntry("site", "arb_k")));
  ASSERT_TRUE(access.LoadApiKeys().ok());
  EXPECT_EQ(Verdict(&call), "PERMISSION_DENIED") << "the file no longer admits others";
  keys.Write(others);
  ASSERT_TRUE(access.LoadApiKeys().ok());
  EXPECT_EQ(Verdict(&call), "OK");
}

TEST(AuthenticationTest, EndsWhenTheCertificatesNameIsRemoved) {
  const TemporaryFile keys(KeyFileOf(KeyEntry("proxy.example", "arb_k")));
  Access access({.api_keys = keys.path(), .client_certificates = true});
  ASSERT_TRUE(access.LoadApiKeys().ok());
  Authentication call(&access, {.secret = "", .certificate_names = {"proxy.example"}},
                      Only("Batch"), kNow);
  EXPECT_EQ(Verdict(&call), "OK");
  keys.Write(KeyFileOf(KeyEntry("site", "arb_k")));
  ASSERT_TRUE(access.LoadApiKeys().ok());
  EXPECT_EQ(Verdict(&call), "UNAUTHENTICATED");
}

TEST(AuthenticationTest, RefusesNobodyIfNoCredentialsAreRequired) {
  const Access open{AccessFiles{}};
  Authentication anyone(&open, {}, Only("Perft"), kNow);
  EXPECT_EQ(Verdict(&anyone), "OK");
  EXPECT_EQ(*anyone.CurrentClient(kNow), nullptr);
  const Access certificates({.client_certificates = true});
  Authentication named(&certificates, {.secret = "", .certificate_names = {"any.example"}},
                       Only("Perft"), kNow);
  EXPECT_EQ((*named.CurrentClient(kNow))->name(), "any.example");
}

TEST(AuthenticationTest, CanBeCheckedByManyThreadsDuringReloads) {
  const TemporaryFile keys(KeyFileOf(KeyEntry("site", "arb_k")));
  Access access({.api_keys = keys.path()});
  ASSERT_TRUE(access.LoadApiKeys().ok());
  Authentication call(&access, {.secret = "arb_k", .certificate_names = {}}, Only("Perft"), kNow);
  std::atomic<bool> over = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      while (!over) EXPECT_TRUE(call.Check(kNow).ok());
    });
  }
  for (int i = 0; i < 50; ++i) EXPECT_TRUE(access.LoadApiKeys().ok());
  over = true;
  for (std::thread& thread : threads) thread.join();
  keys.Write(KeyFileOf(KeyEntry("site", "arb_new")));
  ASSERT_TRUE(access.LoadApiKeys().ok());
  EXPECT_EQ(Verdict(&call), "UNAUTHENTICATED");
}

}  // namespace
}  // namespace arbiter
