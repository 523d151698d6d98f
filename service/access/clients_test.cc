#include "service/access/clients.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/error.h"
#include "service/access/key_file.h"
#include "service/access/methods.h"
#include "service/access/token_bucket.h"

namespace arbiter {
namespace {

using std::chrono::seconds;

constexpr Client::Time kNow{seconds(1'000'000)};

std::string Entry(const std::string& name, const std::vector<std::string>& keys,
                  const std::string& rest = R"("methods":["*"])") {
  std::string hashes;
  for (const std::string& key : keys) {
    hashes += (hashes.empty() ? "\"" : ",\"") + ToHex(Sha256(key)) + "\"";
  }
  return R"({"name":")" + name + R"(","keySha256":[)" + hashes + "]," + rest + "}";
}

config::v1::KeyFile File(const std::string& clients, const std::string& rest = "") {
  const auto file = ParseKeyFile(R"({"clients":[)" + clients + "]" + rest + "}");
  EXPECT_TRUE(file.ok()) << file.status();
  return *file;
}

constexpr char kTenTokens[] = R"("methods":["*"],"quota":{"tokensPerSecond":1,"burst":10})";
constexpr char kOthers[] = R"(,"others":{"methods":["LegalMoves"],
    "quota":{"tokensPerSecond":1,"burst":5,"maxStreams":1}})";

MethodSet Only(const char* method) { return MethodsNamed(method); }

TEST(ClientsTest, FindsAClientByEachOfItsKeysAndNoOther) {
  const Clients clients(File(Entry("a", {"arb_one", "arb_two"}) + "," + Entry("b", {"arb_three"})),
                        Clients());
  EXPECT_EQ(clients.FindByKey("arb_one")->name(), "a");
  EXPECT_EQ(clients.FindByKey("arb_two")->name(), "a");
  EXPECT_EQ(clients.FindByKey("arb_three")->name(), "b");
  for (const std::string& key : {std::string(), std::string("arb_on"), std::string("arb_onee"),
                                 std::string("arb_One"), ToHex(Sha256("arb_one"))}) {
    EXPECT_EQ(clients.FindByKey(key), nullptr) << key;
  }
  EXPECT_EQ(Clients().FindByKey("arb_one"), nullptr);
}

TEST(ClientsTest, MayCallTheMethodsInTheFile) {
  const Clients clients(File(Entry("a", {"k"}, R"("methods":["LegalMoves","AnalysisService"])")),
                        Clients());
  const auto a = clients.FindListed("a");
  EXPECT_TRUE(a->CheckMethods(Only("LegalMoves")).ok());
  EXPECT_TRUE(a->CheckMethods(Only("Session")).ok());
  const absl::Status refused = a->CheckMethods(Only("LegalMoves") | Only("Perft"));
  EXPECT_EQ(ReasonOf(refused), ErrorReason::kPermissionDenied);
  EXPECT_EQ(refused.message(),
            "this client is not allowed to call Perft; ask the server's operator to add it to the "
            "client's `methods`");
}

TEST(ClientsTest, ReportsWhenThereAreEnoughTokens) {
  const Clients clients(File(Entry("a", {"k"}, kTenTokens)), Clients());
  const auto a = clients.FindListed("a");
  EXPECT_TRUE(a->Take(10, kNow).ok());
  const absl::Status refused = a->Take(3, kNow);
  EXPECT_EQ(ReasonOf(refused), ErrorReason::kQuotaExceeded);
  EXPECT_EQ(RetryAfterOf(refused), seconds(3));
  EXPECT_TRUE(a->Take(3, kNow + seconds(3)).ok());
}

TEST(ClientsTest, TheDefaultBurstIsOneSecond) {
  const Clients clients(
      File(Entry("fast", {}, R"("methods":["*"],"quota":{"tokensPerSecond":20})") + "," +
           Entry("slow", {}, R"("methods":["*"],"quota":{"tokensPerSecond":0.5})")),
      Clients());
  EXPECT_TRUE(clients.FindListed("fast")->Take(20, kNow).ok());
  EXPECT_EQ(RetryAfterOf(clients.FindListed("fast")->Take(20, kNow)), seconds(1));
  EXPECT_TRUE(clients.FindListed("slow")->Take(1, kNow).ok());
  EXPECT_EQ(RetryAfterOf(clients.FindListed("slow")->Take(1, kNow)), seconds(2));
}

TEST(ClientsTest, LimitsCallsAndStreamsSeparately) {
  const Clients clients(
      File(Entry("a", {"k"}, R"("methods":["*"],"quota":{"maxInFlight":2,"maxStreams":1})")),
      Clients());
  const auto a = clients.FindListed("a");
  EXPECT_TRUE(a->Enter(false).ok());
  EXPECT_TRUE(a->Enter(false).ok());
  EXPECT_EQ(ReasonOf(a->Enter(false)), ErrorReason::kQuotaExceeded);
  EXPECT_TRUE(a->Enter(true).ok());
  const absl::Status refused = a->Enter(true);
  EXPECT_EQ(
      refused.message(),
      "this client already has as many open streams as its quota allows (1); wait until one ends");
  EXPECT_TRUE(RetryAfterOf(refused).has_value());
  a->Leave(false);
  a->Leave(true);
  EXPECT_TRUE(a->Enter(false).ok());
  EXPECT_TRUE(a->Enter(true).ok());
}

TEST(ClientsTest, AReloadKeepsTheUsage) {
  const Clients before(File(Entry("a", {"k"}, kTenTokens) + "," + Entry("b", {"l"}, kTenTokens)),
                       Clients());
  EXPECT_TRUE(before.FindListed("a")->Take(10, kNow).ok());
  EXPECT_TRUE(before.FindListed("a")->Enter(true).ok());
  const Clients after(File(Entry("a", {"new"}, R"("methods":["*"],
           "quota":{"tokensPerSecond":5,"burst":15,"maxStreams":1})")),
                      before);
  EXPECT_EQ(after.FindByKey("k"), nullptr);
  EXPECT_EQ(after.FindByKey("l"), nullptr);
  const auto a = after.FindByKey("new");
  EXPECT_FALSE(a->Enter(true).ok()) << "the old stream still counts";
  before.FindListed("a")->Leave(true);
  EXPECT_TRUE(a->Enter(true).ok());
  EXPECT_TRUE(a->Take(5, kNow).ok()) << "the larger burst";
  EXPECT_EQ(RetryAfterOf(a->Take(5, kNow)), seconds(1)) << "at the new rate";
}

TEST(ClientsTest, OthersAreAdmittedByNameIfTheFileSaysSo) {
  const Clients none(File(Entry("a", {"k"})), Clients());
  EXPECT_EQ(none.FindByName("b", kNow), nullptr);
  EXPECT_EQ(none.FindByName("a", kNow)->name(), "a");
  const Clients some(File(Entry("a", {"k"}), kOthers), Clients());
  const auto b = some.FindByName("b", kNow);
  EXPECT_EQ(b->name(), "b");
  EXPECT_FALSE(b->listed());
  EXPECT_TRUE(some.FindByName("a", kNow)->listed());
  EXPECT_FALSE(b->CheckMethods(Only("Perft")).ok());
  EXPECT_TRUE(b->Take(5, kNow).ok());
  EXPECT_FALSE(some.FindByName("b", kNow)->Take(1, kNow).ok());
  EXPECT_TRUE(some.FindByName("c", kNow)->Take(5, kNow).ok()) << "each has a quota of its own";
  EXPECT_TRUE(Clients().FindByName("b", kNow)->CheckMethods(Only("*")).ok()) << "no key file";
  const Clients again(File(Entry("a", {"k"}), kOthers), some);
  EXPECT_FALSE(again.FindByName("b", kNow)->Take(1, kNow).ok()) << "a reload keeps the usage";
}

TEST(OtherClientsTest, DropsIdleClientsButNoDebts) {
  Grant grant = Grant::All();
  grant.bucket = TokenBucket::Size{.rate = 1, .burst = 10};
  OtherClients others(grant, nullptr);
  EXPECT_TRUE(others.FindOrAdd("spender", kNow)->Take(10, kNow).ok());
  for (size_t i = 0; i < OtherClients::kMaxClients; ++i) {
    others.FindOrAdd("n" + std::to_string(i), kNow);
  }
  EXPECT_FALSE(others.FindOrAdd("spender", kNow)->Take(1, kNow).ok())
      << "the debt is not forgotten";
  // Now every client spends its tokens.
  for (size_t i = 0; i < 2 * OtherClients::kMaxClients; ++i) {
    EXPECT_TRUE(others.FindOrAdd("m" + std::to_string(i), kNow)->Take(10, kNow).ok() ||
                i >= OtherClients::kMaxClients - 1);
  }
  EXPECT_FALSE(others.FindOrAdd("late", kNow)->Take(1, kNow).ok())
      << "the newcomers share one quota";
  EXPECT_EQ(others.FindOrAdd("late", kNow)->name(), "late");
  EXPECT_TRUE(others.FindOrAdd("later", kNow + seconds(20))->Take(10, kNow + seconds(20)).ok());
}

}  // namespace
}  // namespace arbiter
