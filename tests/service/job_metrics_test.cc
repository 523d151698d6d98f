// The metrics of workers, and the quotas of clients.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <string>
#include <vector>

#include "tests/support/server/job_server.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;

v1::JobRequest Analysis(uint32_t movetime_ms) {
  v1::JobRequest request;
  request.mutable_analyze()->mutable_position()->set_variant("makruk");
  request.mutable_analyze()->mutable_limits()->set_movetime_ms(movetime_ms);
  return request;
}

TEST(JobsMetrics, AWorkerCountsItsResults) {
  const PostgresProcess postgres;
  JobServer server("worker", {"--jobs-for-anyone"}, postgres);
  v1::JobRequest endless;
  endless.mutable_analyze()->mutable_position()->set_variant("makruk");
  endless.mutable_analyze()->mutable_limits()->set_infinite(true);
  const std::string id = SubmitJob(&server, {Analysis(100), Analysis(100), endless});
  ASSERT_TRUE(Eventually([&] { return IsJobDone(&server, id); }));
  EXPECT_TRUE(Eventually(
      [&] { return MetricOf(server, "arbiter_jobs_items_total{result=\"done\"}") == 2; }));
  EXPECT_EQ(MetricOf(server, "arbiter_jobs_items_total{result=\"failed\"}"), 1);
  EXPECT_GT(MetricOf(server, "arbiter_jobs_item_seconds_total"), 0);
  EXPECT_GT(MetricOf(server, "arbiter_jobs_operation_seconds_count"), 5);
  EXPECT_EQ(MetricOf(server, "arbiter_jobs_redelivered_chunks_total"), 0);
  EXPECT_EQ(MetricOf(server, "arbiter_jobs_lost_leases_total"), 0);
}

TEST(JobsMetrics, AChunkOfAStoppedWorkerIsRedelivered) {
  const PostgresProcess postgres;
  JobServer stopped("worker", {"--jobs-for-anyone"}, postgres);
  const std::string id = SubmitJob(&stopped, std::vector<v1::JobRequest>(4, Analysis(1'000)));
  ASSERT_TRUE(Eventually([&] { return RunningAnalyses(stopped) > 0; }));
  stopped.Signal(SIGSTOP);
  JobServer other("worker", {"--jobs-for-anyone"}, postgres);
  EXPECT_TRUE(
      Eventually([&] { return MetricOf(other, "arbiter_jobs_redelivered_chunks_total") > 0; }));
  stopped.Signal(SIGCONT);
  EXPECT_TRUE(Eventually([&] { return MetricOf(stopped, "arbiter_jobs_lost_leases_total") > 0; }));
}

TEST(JobsMetrics, AChunkThatWasGivenBackIsNotRedelivered) {
  const PostgresProcess postgres;
  JobServer first("worker", {"--jobs-for-anyone"}, postgres);
  const std::string id = SubmitJob(&first, std::vector<v1::JobRequest>(4, Analysis(1'000)));
  ASSERT_TRUE(Eventually([&] { return RunningAnalyses(first) > 0; }));
  first.Signal(SIGTERM);
  EXPECT_EQ(first.Wait(), 0);
  JobServer next("worker", {"--jobs-for-anyone"}, postgres);
  ASSERT_TRUE(Eventually([&] { return IsJobDone(&next, id); }));
  EXPECT_GT(MetricOf(next, "arbiter_jobs_items_total{result=\"done\"}"), 0);
  EXPECT_EQ(MetricOf(next, "arbiter_jobs_redelivered_chunks_total"), 0);
}

TEST(JobsQuota, IsSetByFlags) {
  const PostgresProcess postgres;
  JobServer server("service",
                   {"--jobs-for-anyone", "--jobs-max-per-client", "1", "--jobs-max-waiting-items",
                    "3", "--jobs-max-mb-per-client", "1"},
                   postgres);
  v1::CreateJobRequest create;
  create.set_idempotency_key(NewJobKey());
  v1::CreateJobResponse created;
  ASSERT_EQ(server.Call("CreateJob", create, &created), 200) << server.error();
  create.set_idempotency_key(NewJobKey());
  v1::CreateJobResponse another;
  EXPECT_EQ(server.Call("CreateJob", create, &another), 429);
  EXPECT_THAT(server.error(), HasSubstr("this client has 1 jobs"));

  const auto add = [&](const std::vector<v1::JobRequest>& items) {
    v1::AddJobItemsRequest request;
    request.set_job_id(created.job().id());
    for (const v1::JobRequest& item : items) *request.add_requests() = item;
    v1::AddJobItemsResponse added;
    return server.Call("AddJobItems", request, &added);
  };
  EXPECT_EQ(add(std::vector<v1::JobRequest>(4, Analysis(1))), 429);
  EXPECT_THAT(server.error(), HasSubstr("more than 3 waiting items"));
  v1::JobRequest large;
  large.mutable_validate_game()->set_variant(std::string(600'000, 'x'));
  EXPECT_EQ(add({large, large}), 429);
  EXPECT_THAT(server.error(), HasSubstr("more than 1048576 bytes"));
  EXPECT_EQ(add({large, Analysis(1)}), 200) << server.error();
}

}  // namespace
}  // namespace arbiter::testing
