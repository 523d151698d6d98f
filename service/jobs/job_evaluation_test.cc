#include "service/jobs/job_evaluation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <future>
#include <limits>
#include <string>

#include "core/base/error.h"
#include "core/base/strings.h"
#include "service/access/charge.h"
#include "tests/support/key_files.h"
#include "tests/support/status.h"
#include "tests/support/temporary_file.h"

namespace arbiter {
namespace {

using testing::AllWithQuota;
using testing::IsOk;
using testing::KeyEntry;
using testing::KeyFileOf;
using testing::TemporaryFile;

v1::JobRequest Validation() {
  v1::JobRequest request;
  request.mutable_validate_game()->set_variant("makruk");
  return request;
}

v1::JobRequest Analysis(uint32_t movetime_ms) {
  v1::JobRequest request;
  request.mutable_analyze()->mutable_position()->set_variant("makruk");
  request.mutable_analyze()->mutable_limits()->set_movetime_ms(movetime_ms);
  return request;
}

class JobEvaluation : public ::testing::Test {
 protected:
  // The client `site` has 100 tokens, to which none are added while a test runs.
  JobEvaluation() { EXPECT_THAT(access_.LoadApiKeys(), IsOk()); }

  absl::StatusOr<JobItemResult> Evaluate(const v1::JobRequest& request, bool is_paid = true) {
    const JobLease lease = {.client = "site", .is_paid = is_paid};
    const JobLease::Item item = {.number = 7, .request = request.SerializeAsString()};
    std::promise<absl::StatusOr<JobItemResult>> result;
    FairScheduler::Refusal refusal;
    const auto ticket =
        scheduler_.Submit({.client = "site",
                           .run = [&](FairScheduler::Turn& turn) -> FairScheduler::Completion {
                             StopToken stop;
                             auto found = EvaluateJobItem(resources_, lease, item, &stop, &turn);
                             return [&result, found] { result.set_value(found); };
                           }},
                          &refusal);
    EXPECT_NE(ticket, 0U);
    return result.get_future().get();
  }

  int TokensLeft() {
    const Clients::Ptr client = access_.FindClient("site");
    const auto now = Charge::Clock::now();
    int tokens = 0;
    while (client->Take(1, now).ok()) ++tokens;
    client->Settle(-tokens, now);
    return tokens;
  }
  void Spend(double tokens) { access_.FindClient("site")->Settle(tokens, Charge::Clock::now()); }

  const TemporaryFile keys_{KeyFileOf(
      KeyEntry("site", "arb_k", AllWithQuota(R"("tokensPerSecond":0.000001,"burst":100)")))};
  Access access_{{.api_keys = keys_.path()}};
  Limits limits_;
  Metrics metrics_{"1"};
  TableCache tables_{0, 0};
  const JobEvaluationResources resources_ = {.limits = limits_,
                                             .answers = metrics_.answers(),
                                             .tables = tables_,
                                             .sealer = nullptr,
                                             .access = access_};
  FairScheduler scheduler_{{.slots = 1}};
};

TEST_F(JobEvaluation, AShortItemThatIsPaidCostsNothingMore) {
  const auto result = Evaluate(Validation());
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->number, 7);
  EXPECT_FALSE(result->has_failed);
  EXPECT_EQ(TokensLeft(), 100);
}

TEST_F(JobEvaluation, AnItemThatIsNotPaidCostsAsMuchAsItsMethod) {
  ASSERT_THAT(Evaluate(Validation(), /*is_paid=*/false), IsOk());
  EXPECT_EQ(TokensLeft(), 100 - 5);
}

TEST_F(JobEvaluation, ASearchCostsItsTimeLessWhatIsPaid) {
  ASSERT_THAT(Evaluate(Analysis(300)), IsOk());
  // The time is that of the processor, which others may use, too.
  EXPECT_LT(TokensLeft(), 100 - 1);
  EXPECT_GE(TokensLeft(), 100 - 40);
}

TEST_F(JobEvaluation, AnItemBeginsOnlyIfTheClientCanPayForIt) {
  Spend(95);
  EXPECT_THAT(Evaluate(Validation()), IsOk());
  const auto refused = Evaluate(Analysis(200));
  EXPECT_EQ(ReasonOf(refused.status()), ErrorReason::kQuotaExceeded);
  EXPECT_TRUE(RetryAfterOf(refused.status()).has_value());
  EXPECT_EQ(TokensLeft(), 5);
  Spend(10);
  EXPECT_EQ(ReasonOf(Evaluate(Validation()).status()), ErrorReason::kQuotaExceeded)
      << "the client is in debt";
}

TEST_F(JobEvaluation, AnItemThatHasBegunIsFinished) {
  // It takes longer than the client can pay.
  const auto result = Evaluate(Analysis(1'200));
  ASSERT_THAT(result, IsOk());
  v1::JobResult parsed;
  ASSERT_TRUE(parsed.ParseFromString(result->result));
  EXPECT_FALSE(result->has_failed) << parsed.DebugString();
  EXPECT_NE(parsed.analyze().best_move().action(), "");
  EXPECT_EQ(parsed.engine(), parsed.analyze().best_move().engine());
}

TEST_F(JobEvaluation, AnItemWithoutMemoryHasNoResult) {
  limits_.max_hash_mb = std::numeric_limits<uint32_t>::max();
  v1::JobRequest request = Analysis(100);
  request.mutable_analyze()->set_hash_mb(limits_.max_hash_mb);
  const auto result = Evaluate(request);
  EXPECT_EQ(ReasonOf(result.status()), ErrorReason::kOverloaded);
  EXPECT_FALSE(RetryAfterOf(result.status()).has_value());
}

}  // namespace
}  // namespace arbiter
