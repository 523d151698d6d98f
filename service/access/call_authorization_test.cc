#include "service/access/call_authorization.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/error.h"
#include "tests/support/key_files.h"
#include "tests/support/temporary_file.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using testing::KeyEntry;
using testing::KeyFileOf;
using testing::TemporaryFile;

// Returns a key file with one client, which has `burst` tokens. Its rate is so low that no token is
// added while a test runs.
std::string WithTokens(int burst, const std::string& methods = R"("*")") {
  return KeyFileOf(KeyEntry("site", "arb_k",
                            R"("methods":[)" + methods +
                                R"(],"quota":{"tokensPerSecond":1e-6,"maxInFlight":1,"burst":)" +
                                std::to_string(burst) + "}"));
}

class CallAuthorizationTest : public ::testing::Test {
 protected:
  CallAuthorizationTest() : keys_(WithTokens(1000)) { Load(WithTokens(1000)); }

  void Load(const std::string& file) {
    keys_.Write(file);
    const absl::Status status = access_.LoadApiKeys();
    EXPECT_TRUE(status.ok()) << status;
  }

  const TemporaryFile keys_;
  Access access_{{.api_keys = keys_.path()}};
  const Credentials known_ = {.secret = "arb_k", .certificate_names = {}};
};

std::string Reason(const absl::Status& status) {
  return status.ok() ? "OK" : std::string(ReasonName(ReasonOf(status)));
}

int TokensLeft(const CallAuthorization& call) {
  int tokens = 0;
  const auto now = Charge::Clock::now();
  while (call.caller()->Take(1, now).ok()) ++tokens;
  call.caller()->Settle(-tokens, now);
  return tokens;
}

WorkNeeds PerftNeeds() { return {.methods = MethodsNamed("Perft"), .cost = 10}; }

TEST_F(CallAuthorizationTest, UnknownCallersAreRefused) {
  EXPECT_EQ(Reason(CallAuthorization(&access_, known_, "Perft").status()), "OK");
  EXPECT_EQ(Reason(CallAuthorization(&access_, Credentials(), "Perft").status()),
            "UNAUTHENTICATED");
  const absl::Status unclear = MakeError(ErrorReason::kUnauthenticated, "several keys");
  CallAuthorization call(&access_, unclear, "Perft");
  EXPECT_EQ(call.status(), unclear);
  EXPECT_EQ(call.client(), "");
}

TEST_F(CallAuthorizationTest, ALongCallIsChargedAsItRunsAndEndsWhenItsTokensAreUsedUp) {
  Load(WithTokens(30));
  CallAuthorization call(&access_, known_, "Perft");
  ASSERT_TRUE(call.status().ok());
  EXPECT_EQ(TokensLeft(call), 20);
  EXPECT_EQ(Reason(call.CheckRunning(call.charge(), milliseconds(100))), "OK");
  EXPECT_EQ(TokensLeft(call), 20) << "the method's cost covers it";
  EXPECT_EQ(Reason(call.CheckRunning(call.charge(), milliseconds(250))), "OK");
  EXPECT_EQ(TokensLeft(call), 5);
  EXPECT_EQ(Reason(call.CheckRunning(call.charge(), milliseconds(400))), "QUOTA_EXCEEDED");
  call.charge()->Settle(milliseconds(410));
  call.End();
  EXPECT_EQ(Reason(CallAuthorization(&access_, known_, "LegalMoves").status()), "QUOTA_EXCEEDED");
}

TEST_F(CallAuthorizationTest, RunningWorkEndsWhenItsKeyIsRevoked) {
  CallAuthorization call(&access_, known_, "Analyze");
  auto charge = call.AdmitAnalysis(std::chrono::hours(1), /*threads=*/2);
  ASSERT_TRUE(charge.ok());
  EXPECT_EQ(TokensLeft(call), 1000 - 200);
  EXPECT_EQ(Reason(call.CheckRunning(&*charge, milliseconds(1500))), "OK");
  EXPECT_EQ(TokensLeft(call), 1000 - 300);
  Load(KeyFileOf(KeyEntry("site", "arb_new")));
  EXPECT_EQ(Reason(call.CheckRunning(&*charge, milliseconds(2500))), "UNAUTHENTICATED");
  EXPECT_EQ(Reason(call.AdmitAnalysis(milliseconds(1), 1).status()), "UNAUTHENTICATED");
}

TEST_F(CallAuthorizationTest, RunningWorkEndsWhenTheClientLosesItsMethod) {
  CallAuthorization call(&access_, known_, "Batch");
  auto charge = call.AdmitItem(PerftNeeds());
  ASSERT_TRUE(charge.ok());
  EXPECT_EQ(TokensLeft(call), 1000 - 10);
  const MethodSet needed = PerftNeeds().methods;
  EXPECT_EQ(Reason(call.CheckRunning(&*charge, milliseconds(1), needed)), "OK");
  Load(WithTokens(1000, R"("Batch")"));
  EXPECT_EQ(Reason(call.CheckRunning(&*charge, milliseconds(1), needed)), "PERMISSION_DENIED");
  EXPECT_EQ(Reason(call.AdmitItem(PerftNeeds()).status()), "PERMISSION_DENIED");
  EXPECT_TRUE(call.AdmitItem(WorkNeeds()).ok()) << "the stream itself may continue";
}

TEST_F(CallAuthorizationTest, AnItemCostsAtLeastOneToken) {
  CallAuthorization call(&access_, known_, "Batch");
  EXPECT_EQ(TokensLeft(call), 1000 - 1);
  const auto first = call.AdmitItem(WorkNeeds());
  EXPECT_EQ(TokensLeft(call), 1000 - 1) << "the stream's token counts towards its first item";
  const auto second = call.AdmitItem(WorkNeeds());
  EXPECT_EQ(TokensLeft(call), 1000 - 1 - 1);
}

TEST_F(CallAuthorizationTest, ItemsForLaterArePaidBeforeTheyAreAccepted) {
  {
    CallAuthorization call(&access_, known_, "AddJobItems");
    EXPECT_EQ(TokensLeft(call), 1000 - 5);
    EXPECT_EQ(Reason(call.AdmitLaterItems({}, std::vector<double>(100, 5))), "OK");
    EXPECT_EQ(TokensLeft(call), 1000 - 5 - 500);
  }
  CallAuthorization call(&access_, known_, "AddJobItems");
  EXPECT_EQ(TokensLeft(call), 1000 - 505 - 5);
  const absl::Status refused = call.AdmitLaterItems({}, std::vector<double>(100, 5));
  EXPECT_EQ(Reason(refused), "QUOTA_EXCEEDED");
  EXPECT_TRUE(RetryAfterOf(refused).has_value());
  EXPECT_EQ(TokensLeft(call), 1000 - 505 - 5);
}

TEST_F(CallAuthorizationTest, ItemsThatCanNeverBePaidTogetherAreRefusedAtOnce) {
  Load(WithTokens(12));
  CallAuthorization call(&access_, known_, "AddJobItems");
  const absl::Status refused = call.AdmitLaterItems({}, std::vector<double>(3, 5));
  EXPECT_EQ(Reason(refused), "LIMIT_EXCEEDED");
  EXPECT_EQ(refused.message(),
            "the items of this call cost 15 tokens, and this client can have at most 12 at a time; "
            "send at most 2 items in a call");
  EXPECT_EQ(TokensLeft(call), 12 - 5);
}

TEST_F(CallAuthorizationTest, ASingleItemForLaterIsPaidFromAFullBucket) {
  Load(WithTokens(3));
  CallAuthorization call(&access_, known_, "AddJobItems");
  EXPECT_EQ(Reason(call.AdmitLaterItems({}, std::vector<double>(1, 5))), "OK");
}

TEST_F(CallAuthorizationTest, ItemsForLaterNeedPermissionForWhatTheyDo) {
  Load(WithTokens(1000, R"("AddJobItems")"));
  CallAuthorization call(&access_, known_, "AddJobItems");
  EXPECT_EQ(Reason(call.AdmitLaterItems(PerftNeeds().methods, {})), "PERMISSION_DENIED");
}

TEST_F(CallAuthorizationTest, CountsAmongTheClientsCallsUntilItsEnd) {
  CallAuthorization first(&access_, known_, "Perft");
  EXPECT_EQ(Reason(CallAuthorization(&access_, known_, "Perft").status()), "QUOTA_EXCEEDED");
  EXPECT_EQ(Reason(CallAuthorization(&access_, known_, "Check").status()), "OK")
      << "not in the table of methods";
  first.End();
  EXPECT_EQ(Reason(CallAuthorization(&access_, known_, "Perft").status()), "OK");
}

TEST(OpenCallAuthorizationTest, AdmitsEverybodyAndChargesNothing) {
  const Access open{AccessFiles{}};
  CallAuthorization call(&open, Credentials(), "Batch");
  EXPECT_TRUE(call.status().ok());
  EXPECT_EQ(call.caller(), nullptr);
  auto charge = call.AdmitItem(PerftNeeds());
  ASSERT_TRUE(charge.ok());
  EXPECT_FALSE(charge->pays());
  EXPECT_TRUE(call.CheckRunning(&*charge, std::chrono::hours(1)).ok());
  EXPECT_TRUE(call.AdmitAnalysis(std::chrono::hours(1), 4).ok());
  EXPECT_TRUE(call.AdmitLaterItems({}, std::vector<double>(10'000, 5)).ok());
}

}  // namespace
}  // namespace arbiter
