#include "service/access/access.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "core/base/error.h"
#include "tests/support/key_files.h"
#include "tests/support/temporary_file.h"
#include "tests/support/token_signer.h"

namespace arbiter {
namespace {

using testing::KeyEntry;
using testing::KeyFileOf;
using testing::TemporaryFile;

// Returns the client's name, empty for a caller without a name, or the reason of the refusal.
std::string Authenticated(const Access& access, const Credentials& credentials) {
  const absl::StatusOr<Caller> caller =
      access.Authenticate(credentials, std::chrono::system_clock::now());
  if (!caller.ok()) return std::string(ReasonName(ReasonOf(caller.status())));
  return caller->client == nullptr ? "" : caller->client->name();
}

TEST(CertificatesTest, NameClientsOfTheKeyFile) {
  const TemporaryFile keys(KeyFileOf(KeyEntry("proxy.example", "arb_k")));
  Access access({.api_keys = keys.path(), .client_certificates = true});
  ASSERT_TRUE(access.LoadApiKeys().ok());
  EXPECT_TRUE(access.enabled());
  EXPECT_EQ(Authenticated(access, {"", {"other.example", "proxy.example"}}), "proxy.example");
  EXPECT_EQ(Authenticated(access, {"", {"other.example"}}), "UNAUTHENTICATED");
  EXPECT_EQ(Authenticated(access, {"", {}}), "UNAUTHENTICATED");
  EXPECT_EQ(Authenticated(access, {"arb_wrong", {"proxy.example"}}), "UNAUTHENTICATED")
      << "the key takes precedence";
  EXPECT_EQ(Authenticated(access, {"arb_k", {"other.example"}}), "proxy.example");
}

TEST(AccessTest, FindsClientsByNameForWorkWithoutACall) {
  const TemporaryFile keys(KeyFileOf(KeyEntry("site", "arb_k")));
  Access access({.api_keys = keys.path()});
  ASSERT_TRUE(access.LoadApiKeys().ok());
  ASSERT_NE(access.FindClient("site"), nullptr);
  EXPECT_EQ(access.FindClient("site")->name(), "site");
  EXPECT_EQ(access.FindClient("other"), nullptr);
  EXPECT_EQ(access.FindClient(""), nullptr);
  EXPECT_EQ(Access(AccessFiles{}).FindClient("site"), nullptr) << "nobody is authenticated";
}

TEST(CertificatesTest, NameEveryCallerIfSecretsAreNotAccepted) {
  const Access access({.client_certificates = true});
  EXPECT_TRUE(access.enabled());
  EXPECT_EQ(Authenticated(access, {"", {"two words", "any.example"}}), "any.example");
  EXPECT_EQ(Authenticated(access, {"", {}}), "");
  EXPECT_EQ(Authenticated(access, {"arb_k", {"any.example"}}), "any.example") << "keys are ignored";
  EXPECT_FALSE(Access(AccessFiles{}).enabled());
}

TEST(CertificatesTest, DoNotReplaceTokens) {
  const testing::TokenSigner signer("ES256", "one");
  const TemporaryFile jwks(signer.JwkSet());
  Access access({.jwt_keys = jwks.path(),
                 .jwt_issuer = "i",
                 .jwt_audience = "a",
                 .client_certificates = true});
  ASSERT_TRUE(access.LoadJwtKeys().ok());
  EXPECT_EQ(Authenticated(access, {"", {"any.example"}}), "UNAUTHENTICATED");
  const std::string token = signer.Sign(R"({"iss":"i","aud":"a","sub":"user","exp":99999999999})");
  EXPECT_EQ(Authenticated(access, {token, {}}), "user");
  EXPECT_EQ(Authenticated(access, {"arb_k", {}}), "UNAUTHENTICATED");
}

TEST(AccessFilesTest, ABadFileChangesNothing) {
  const TemporaryFile keys(KeyFileOf(KeyEntry("site", "arb_k")));
  Access access({.api_keys = keys.path()});
  ASSERT_TRUE(access.LoadApiKeys().ok());
  const uint64_t generation = access.generation();
  keys.Write("{");
  const absl::Status bad = access.LoadApiKeys();
  EXPECT_EQ(bad.message().substr(0, 12), "--api-keys: ");
  EXPECT_EQ(access.generation(), generation);
  EXPECT_EQ(Authenticated(access, {"arb_k", {}}), "site");
  keys.Write(KeyFileOf(KeyEntry("site", "arb_new")));
  ASSERT_TRUE(access.LoadApiKeys().ok());
  EXPECT_GT(access.generation(), generation);
  EXPECT_EQ(Authenticated(access, {"arb_k", {}}), "UNAUTHENTICATED");
  EXPECT_EQ(Authenticated(access, {"arb_new", {}}), "site");
}

TEST(AccessFilesTest, CallersAreAuthenticatedDuringReloads) {
  const testing::TokenSigner signer("ES256", "one");
  const TemporaryFile keys(KeyFileOf(KeyEntry("site", "arb_k")));
  const TemporaryFile jwks(signer.JwkSet());
  Access access(
      {.api_keys = keys.path(), .jwt_keys = jwks.path(), .jwt_issuer = "i", .jwt_audience = "a"});
  ASSERT_TRUE(access.LoadApiKeys().ok());
  ASSERT_TRUE(access.LoadJwtKeys().ok());
  const std::string token = signer.Sign(R"({"iss":"i","aud":"a","sub":"site","exp":99999999999})");
  std::vector<std::thread> reloads;
  for (int thread = 0; thread < 2; ++thread) {
    reloads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        EXPECT_TRUE(access.LoadApiKeys().ok());
        EXPECT_TRUE(access.LoadJwtKeys().ok());
      }
    });
  }
  for (int i = 0; i < 200; ++i) {
    ASSERT_EQ(Authenticated(access, {"arb_k", {}}), "site");
    ASSERT_EQ(Authenticated(access, {token, {}}), "site");
  }
  for (std::thread& thread : reloads) thread.join();
  EXPECT_EQ(access.generation(), 2U + 2 * 50 * 2) << "every reload counts";
}

}  // namespace
}  // namespace arbiter
