// Jobs on a real PostgreSQL, with servers and workers that are killed, stopped and replaced.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "arbiter/v1/job_service.pb.h"
#include "core/base/strings.h"
#include "core/game/game.h"
#include "core/game/registry.h"
#include "core/game/variant.h"
#include "tests/support/key_files.h"
#include "tests/support/random_play.h"
#include "tests/support/server/http_client.h"
#include "tests/support/server/job_server.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;

// Returns reviews of random games of all variants.
std::vector<v1::JobRequest> ReviewsOfRandomGames(int count) {
  constexpr int kMaxActions = 60;
  Random random(1);
  std::vector<v1::JobRequest> requests;
  while (static_cast<int>(requests.size()) < count) {
    for (const Variant* variant : AllVariants()) {
      v1::JobRequest request;
      v1::ReviewGameRequest& review = *request.mutable_review_game();
      PlayGames({.variant = variant, .options = {}}, 1, kMaxActions, random,
                [&](const Game&, const std::vector<std::string>& actions) {
                  *review.mutable_record()->mutable_actions() = {actions.begin(), actions.end()};
                });
      review.set_variant(std::string(variant->info().id));
      review.mutable_record()->set_seed(std::string(kSeed));
      review.mutable_limits()->set_depth(2);
      requests.push_back(std::move(request));
    }
  }
  return requests;
}

// With the environment variable ARBITER_JOB_SOAK_GAMES, reviews this many games, and kills one of
// three workers every five seconds.
TEST(Jobs, ResultsAreThoseOfDirectCallsAlthoughWorkersAreKilled) {
  const char* const games = std::getenv("ARBITER_JOB_SOAK_GAMES");
  JobServer service("service");
  const std::vector<v1::JobRequest> requests =
      games == nullptr ? MixedJobRequests(600) : ReviewsOfRandomGames(std::stoi(games));
  std::vector<std::unique_ptr<JobServer>> workers;
  for (int i = 0; i < 3; ++i) workers.push_back(std::make_unique<JobServer>("worker"));
  const std::string id = SubmitJob(&service, requests);
  EXPECT_TRUE(Eventually([&] { return JobOf(&service, id).done() > 0; }));
  EXPECT_LT(JobOf(&service, id).done(), requests.size());
  // An item at which five workers in a row die would fail.
  size_t kills = 0;
  while (games == nullptr ? kills < workers.size() : !IsJobDone(&service, id)) {
    auto& victim = workers[kills++ % workers.size()];
    victim->Signal(SIGKILL);
    victim = std::make_unique<JobServer>("worker");
    std::this_thread::sleep_for(milliseconds(games == nullptr ? 300 : 5'000));
  }
  RecordProperty("kills", static_cast<int>(kills));
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&service, id); }));
  ExpectDirectResults(service, requests, ResultsOfJob(&service, id));
  EXPECT_EQ(JobOf(&service, id).done(), requests.size());
}

TEST(Jobs, NothingThatWasAcknowledgedIsLostWhenTheDatabaseIsKilled) {
  JobServer server("both");
  const std::vector<v1::JobRequest> requests = MixedJobRequests(240);
  const std::string id = SubmitJob(&server, requests);
  EXPECT_TRUE(Eventually([&] { return JobOf(&server, id).done() > 0; }));
  SharedPostgres().Kill();
  v1::CreateJobRequest create;
  create.set_idempotency_key(NewJobKey());
  v1::CreateJobResponse created;
  EXPECT_EQ(server.Call("CreateJob", create, &created), 503) << server.error();
  EXPECT_THAT(server.error(), HasSubstr("OVERLOADED"));
  // Meanwhile, the rules are served.
  EXPECT_EQ(HttpClient(server.http_address())
                .Post("/arbiter.v1.RulesService/LegalMoves", R"({"position":{"variant":"chak"}})")
                .status,
            200);
  SharedPostgres().Start();
  EXPECT_TRUE(Eventually([&] { return server.Call("CreateJob", create, &created) == 200; }));
  v1::CreateJobResponse again;
  // Each thread of the server has a connection, which it finds broken when it needs it.
  EXPECT_TRUE(Eventually([&] { return server.Call("CreateJob", create, &again) == 200; }));
  EXPECT_EQ(again.job().id(), created.job().id());
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&server, id); }));
  ExpectDirectResults(server, requests, ResultsOfJob(&server, id));
}

TEST(Jobs, AWorkerThatWasStoppedBeyondItsLeaseRecordsNothing) {
  JobServer service("service");
  JobServer stopped("worker");
  const std::vector<v1::JobRequest> requests = MixedJobRequests(120);
  const std::string id = SubmitJob(&service, requests);
  EXPECT_TRUE(Eventually([&] { return JobOf(&service, id).done() > 0; }));
  stopped.Signal(SIGSTOP);
  {
    const JobServer other("worker");
    EXPECT_TRUE(Eventually([&] { return IsJobDone(&service, id); }));
  }
  stopped.Signal(SIGCONT);
  // The worker has to find out that its lease is void before it takes another job.
  const std::string next = SubmitJob(&service, MixedJobRequests(4));
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&service, next); }));
  EXPECT_EQ(JobOf(&service, id).done(), requests.size());
  EXPECT_TRUE(Eventually([&] { return MetricOf(stopped, "arbiter_jobs_lost_leases_total") > 0; }));
  ExpectDirectResults(service, requests, ResultsOfJob(&service, id));
}

// A server that cannot give back what it works on leaves that to the end of the lease.
TEST(Jobs, AServerEndsInTimeAlthoughTheDatabaseIsAway) {
  JobServer server("both");
  const std::string id = SubmitJob(&server, MixedJobRequests(600));
  EXPECT_TRUE(Eventually([&] { return JobOf(&server, id).done() > 0; }));
  SharedPostgres().Kill();
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  SharedPostgres().Start();
  JobServer other("both");
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&other, id); }));
}

TEST(Jobs, PagesGoOnWhereNoResultHasCome) {
  JobServer service("service");
  const std::vector<v1::JobRequest> requests = MixedJobRequests(12);
  const std::string id = SubmitJob(&service, requests);
  v1::ListJobResultsRequest list;
  list.set_job_id(id);
  v1::ListJobResultsResponse page;
  EXPECT_EQ(service.Call("ListJobResults", list, &page), 200);
  EXPECT_EQ(page.results_size(), 0);
  list.set_page_token(page.next_page_token());
  EXPECT_FALSE(list.page_token().empty());
  const JobServer worker("worker");
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&service, id); }));
  EXPECT_EQ(service.Call("ListJobResults", list, &page), 200);
  EXPECT_EQ(page.results_size(), static_cast<int>(requests.size()));
  EXPECT_EQ(page.next_page_token(), "");
}

TEST(Jobs, ItemsNeedThePermissionOfTheirMethods) {
  const std::string key = StrCat("arb_", std::string(43, 'k'));
  const TemporaryFile keys(
      KeyFileOf(KeyEntry("site", key, R"("methods":["JobService","ValidateGame"])")));
  JobServer server("service", {"--api-keys", keys.path()});
  const std::string header = StrCat("x-api-key: ", key, "\r\n");
  v1::CreateJobRequest create;
  create.set_idempotency_key(NewJobKey());
  v1::CreateJobResponse created;
  EXPECT_EQ(server.Call("CreateJob", create, &created, header), 200) << server.error();
  v1::AddJobItemsRequest add;
  add.set_job_id(created.job().id());
  for (const v1::JobRequest& request : MixedJobRequests(4)) *add.add_requests() = request;
  v1::AddJobItemsResponse added;
  EXPECT_EQ(server.Call("AddJobItems", add, &added, header), 403) << server.error();
  while (add.requests_size() > 1) add.mutable_requests()->RemoveLast();
  EXPECT_EQ(server.Call("AddJobItems", add, &added, header), 200) << server.error();
}

TEST(Jobs, ASmallJobNeedNotWaitForALargeOne) {
  const std::string site_key = StrCat("arb_", std::string(43, 's'));
  const std::string archive_key = StrCat("arb_", std::string(43, 'a'));
  const TemporaryFile keys(
      KeyFileOf(StrCat(KeyEntry("site", site_key), ",", KeyEntry("archive", archive_key))));
  JobServer server("both", {"--api-keys", keys.path()});
  const std::string site = StrCat("x-api-key: ", site_key, "\r\n");
  const std::string archive = StrCat("x-api-key: ", archive_key, "\r\n");
  const std::string large =
      SubmitJob(&server, MixedJobRequests(2'000), v1::JOB_PRIORITY_NORMAL, archive);
  const std::string small = SubmitJob(&server, MixedJobRequests(4), v1::JOB_PRIORITY_NORMAL, site);
  v1::GetJobRequest request;
  v1::GetJobResponse response;
  request.set_job_id(small);
  EXPECT_TRUE(Eventually([&] {
    server.Call("GetJob", request, &response, site);
    return response.job().state() == v1::JOB_STATE_DONE;
  }));
  request.set_job_id(large);
  EXPECT_EQ(server.Call("GetJob", request, &response, archive), 200);
  EXPECT_LT(response.job().done(), 2'000u);
  // The jobs of others do not exist.
  EXPECT_EQ(server.Call("GetJob", request, &response, site), 404);
  EXPECT_THAT(server.error(), HasSubstr("JOB_NOT_FOUND"));
  v1::CancelJobRequest cancel;
  cancel.set_job_id(large);
  v1::CancelJobResponse cancelled;
  EXPECT_EQ(server.Call("CancelJob", cancel, &cancelled, archive), 200);
  EXPECT_EQ(cancelled.job().state(), v1::JOB_STATE_CANCELLED);
}

TEST(Jobs, CallersWithoutANameHaveNone) {
  JobServer server("service", {});
  v1::CreateJobRequest create;
  create.set_idempotency_key(NewJobKey());
  v1::CreateJobResponse created;
  EXPECT_EQ(server.Call("CreateJob", create, &created), 403);
  EXPECT_THAT(server.error(), HasSubstr("jobs need a client with a name"));
  const ServerProcess without({"--http-listen", "127.0.0.1:0"});
  const HttpResponse refused =
      HttpClient(without.http_address()).Post("/arbiter.v1.JobService/CreateJob", "{}");
  EXPECT_EQ(refused.status, 501);
  EXPECT_THAT(refused.body, HasSubstr("start arbiterd with --jobs"));
}

TEST(Jobs, FaultyRequestsAreRefusedWithTheFieldAndTheReason) {
  JobServer server("service");
  v1::CreateJobRequest create;
  v1::CreateJobResponse created;
  EXPECT_EQ(server.Call("CreateJob", create, &created), 400);
  EXPECT_THAT(server.error(), HasSubstr("idempotency_key"));
  create.set_idempotency_key(NewJobKey());
  create.set_ttl_hours(10'000);
  EXPECT_EQ(server.Call("CreateJob", create, &created), 429);
  EXPECT_THAT(server.error(), HasSubstr("ttl_hours"));
  create.set_ttl_hours(1);
  EXPECT_EQ(server.Call("CreateJob", create, &created), 200) << server.error();
  create.set_ttl_hours(2);
  EXPECT_EQ(server.Call("CreateJob", create, &created), 409);
  EXPECT_THAT(server.error(), HasSubstr("JOB_CONFLICT"));
  v1::AddJobItemsRequest add;
  add.set_job_id(created.job().id());
  add.add_requests();
  v1::AddJobItemsResponse added;
  EXPECT_EQ(server.Call("AddJobItems", add, &added), 400);
  EXPECT_THAT(server.error(), HasSubstr("requests[0]"));
  v1::WaitJobRequest wait;
  wait.set_job_id(created.job().id());
  wait.set_max_wait_ms(100);
  v1::WaitJobResponse waited;
  EXPECT_EQ(server.Call("WaitJob", wait, &waited), 200) << server.error();
  EXPECT_EQ(waited.job().state(), v1::JOB_STATE_OPEN);
}

}  // namespace
}  // namespace arbiter::testing
