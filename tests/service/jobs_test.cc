// Jobs on a real PostgreSQL, with servers and workers that are killed, stopped and replaced.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "arbiter/v1/job_service.pb.h"
#include "core/base/strings.h"
#include "tests/support/key_files.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/client.h"
#include "tests/support/server/http_client.h"
#include "tests/support/server/postgres.h"
#include "tests/support/server/requests.h"
#include "tests/support/server/server_process.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;

PostgresProcess& Database() {
  static PostgresProcess process;
  return process;
}

// A server with jobs. `role` is that of --role.
class JobServer : public ServerProcess {
 public:
  explicit JobServer(const std::string& role,
                     std::vector<std::string> flags = {"--jobs-for-anyone"})
      : ServerProcess(With(role, std::move(flags))) {}

  // Calls a method of JobService. Returns the HTTP status, and parses the answer if it is 200.
  template <typename Request, typename Response>
  int Call(const std::string& method, const Request& request, Response* response,
           const std::string& headers = "") {
    HttpClient client(http_address());
    const HttpResponse answer =
        client.Post(StrCat("/arbiter.v1.JobService/", method), request.SerializeAsString(),
                    StrCat("content-type: application/proto\r\n", headers));
    error_ = answer.body;
    if (answer.status == 200) response->ParseFromString(answer.body);
    return answer.status;
  }
  // The body of the last answer.
  const std::string& error() const { return error_; }

 private:
  static std::vector<std::string> With(const std::string& role, std::vector<std::string> flags) {
    flags.insert(flags.end(), {"--http-listen", "127.0.0.1:0", "--role", role, "--jobs",
                               Database().url(), "--jobs-lease-ms", "3000"});
    return flags;
  }

  std::string error_;
};

std::string NewKey() {
  static int number = 0;
  return StrCat("key ", ++number);
}

// Creates a job with these items, and starts it.
std::string Submit(JobServer* server, const std::vector<v1::JobRequest>& requests,
                   v1::JobPriority priority = v1::JOB_PRIORITY_NORMAL,
                   const std::string& headers = "") {
  v1::CreateJobRequest create;
  create.set_idempotency_key(NewKey());
  create.set_priority(priority);
  v1::CreateJobResponse created;
  EXPECT_EQ(server->Call("CreateJob", create, &created, headers), 200) << server->error();
  v1::AddJobItemsRequest add;
  add.set_job_id(created.job().id());
  for (const v1::JobRequest& request : requests) *add.add_requests() = request;
  v1::AddJobItemsResponse added;
  EXPECT_EQ(server->Call("AddJobItems", add, &added, headers), 200) << server->error();
  EXPECT_EQ(added.items(), requests.size());
  v1::StartJobRequest start;
  start.set_job_id(created.job().id());
  v1::StartJobResponse started;
  EXPECT_EQ(server->Call("StartJob", start, &started, headers), 200) << server->error();
  return created.job().id();
}

v1::Job Get(JobServer* server, const std::string& id) {
  v1::GetJobRequest request;
  request.set_job_id(id);
  v1::GetJobResponse response;
  server->Call("GetJob", request, &response);
  return response.job();
}

bool IsDone(JobServer* server, const std::string& id) {
  return Get(server, id).state() == v1::JOB_STATE_DONE;
}

// Returns all results of a job, in pages of seven, by the numbers of their items. Expects each item
// to have one.
std::vector<v1::JobResult> ResultsOf(JobServer* server, const std::string& id) {
  std::vector<v1::JobResult> results;
  v1::ListJobResultsRequest request;
  request.set_job_id(id);
  request.set_page_size(7);
  do {
    v1::ListJobResultsResponse page;
    EXPECT_EQ(server->Call("ListJobResults", request, &page), 200) << server->error();
    for (const v1::JobResult& result : page.results()) {
      EXPECT_EQ(result.item(), results.size());
      results.push_back(result);
    }
    request.set_page_token(page.next_page_token());
  } while (!request.page_token().empty());
  return results;
}

// Returns validations, reviews and analyses of games of all variants.
std::vector<v1::JobRequest> MixedRequests(int count) {
  const std::map<std::string, std::vector<std::string>> games = {
      {"makruk", {"e3e4", "d6d5", "e4d5", "e6d5"}},
      {"chak", {"e3e4", "e7e6"}},
      {"chakart", {}},
      {"chpok", {}}};
  std::vector<v1::JobRequest> requests;
  while (static_cast<int>(requests.size()) < count) {
    for (const auto& [variant, actions] : games) {
      const size_t plies = requests.size() / games.size() % (actions.size() + 1);
      v1::Record record;
      for (size_t i = 0; i < plies; ++i) *record.add_actions() = actions[i];
      v1::JobRequest request;
      switch (requests.size() % 3) {
        case 0:
          request.mutable_validate_game()->set_variant(variant);
          *request.mutable_validate_game()->mutable_record() = record;
          break;
        case 1:
          request.mutable_review_game()->set_variant(variant);
          *request.mutable_review_game()->mutable_record() = record;
          request.mutable_review_game()->mutable_limits()->set_depth(2);
          break;
        default:
          request.mutable_analyze()->mutable_position()->set_variant(variant);
          *request.mutable_analyze()->mutable_position()->mutable_record() = record;
          request.mutable_analyze()->mutable_limits()->set_nodes(5'000);
          request.mutable_analyze()->set_fresh(true);
      }
      requests.push_back(request);
    }
  }
  return requests;
}

// Returns the result that direct calls give, without what depends on the time.
std::string DirectResult(const ServerProcess& server, const v1::JobRequest& request) {
  v1::JobResult result;
  const auto fail = [&](const google::rpc::Status& status) { *result.mutable_status() = status; };
  if (request.has_validate_game()) {
    v1::BatchRequest item;
    *item.mutable_validate_game() = request.validate_game();
    const v1::BatchResponse response = Client(server.address()).Call(item);
    if (response.has_status()) {
      fail(response.status());
    } else {
      *result.mutable_validate_game() = response.validate_game();
    }
  } else if (request.has_review_game()) {
    const auto answers = AnalysisClient(server.address()).ReviewGame(request.review_game());
    if (answers.status.code() != 0) fail(answers.status);
    for (const v1::ReviewGameResponse& response : answers.responses) {
      v1::JobReview& review = *result.mutable_review_game();
      if (response.has_ply()) *review.add_plies() = response.ply();
      if (response.has_summary()) *review.mutable_summary() = response.summary();
    }
  } else {
    const auto answers = AnalysisClient(server.address()).Analyze(request.analyze());
    if (answers.status.code() != 0) fail(answers.status);
    for (const v1::AnalyzeResponse& response : answers.responses) {
      v1::JobAnalysis& analysis = *result.mutable_analyze();
      if (response.has_progress()) *analysis.mutable_progress() = response.progress();
      if (response.has_best_move()) *analysis.mutable_best_move() = response.best_move();
    }
  }
  return result.SerializeAsString();
}

// Removes what depends on the time, or on the item.
std::string Comparable(v1::JobResult result) {
  result.clear_item();
  result.clear_version();
  if (result.has_analyze() && result.analyze().has_progress()) {
    result.mutable_analyze()->mutable_progress()->clear_nps();
    result.mutable_analyze()->mutable_progress()->clear_time_ms();
  }
  if (result.has_status()) result.mutable_status()->clear_details();
  return result.DebugString();
}

void ExpectDirectResults(JobServer* server, const std::vector<v1::JobRequest>& requests,
                         const std::vector<v1::JobResult>& results) {
  ASSERT_EQ(results.size(), requests.size());
  std::map<std::string, std::string> direct;
  for (size_t i = 0; i < requests.size(); ++i) {
    std::string& expected = direct[requests[i].SerializeAsString()];
    if (expected.empty()) expected = DirectResult(*server, requests[i]);
    v1::JobResult parsed;
    parsed.ParseFromString(expected);
    EXPECT_EQ(Comparable(results[i]), Comparable(parsed)) << requests[i].DebugString();
  }
}

TEST(Jobs, ResultsAreThoseOfDirectCallsAlthoughWorkersAreKilled) {
  JobServer service("service");
  const std::vector<v1::JobRequest> requests = MixedRequests(600);
  std::vector<std::unique_ptr<JobServer>> workers;
  for (int i = 0; i < 3; ++i) workers.push_back(std::make_unique<JobServer>("worker"));
  const std::string id = Submit(&service, requests);
  EXPECT_TRUE(Eventually([&] { return Get(&service, id).done() > 0; }));
  EXPECT_LT(Get(&service, id).done(), requests.size());
  // An item at which five workers in a row die would fail.
  for (auto& victim : workers) {
    victim->Signal(SIGKILL);
    victim = std::make_unique<JobServer>("worker");
    std::this_thread::sleep_for(milliseconds(300));
  }
  EXPECT_TRUE(Eventually([&] { return IsDone(&service, id); }));
  ExpectDirectResults(&service, requests, ResultsOf(&service, id));
  EXPECT_EQ(Get(&service, id).done(), requests.size());
}

TEST(Jobs, NothingThatWasAcknowledgedIsLostWhenTheDatabaseIsKilled) {
  JobServer server("both");
  const std::vector<v1::JobRequest> requests = MixedRequests(240);
  const std::string id = Submit(&server, requests);
  EXPECT_TRUE(Eventually([&] { return Get(&server, id).done() > 0; }));
  Database().Kill();
  v1::CreateJobRequest create;
  create.set_idempotency_key(NewKey());
  v1::CreateJobResponse created;
  EXPECT_EQ(server.Call("CreateJob", create, &created), 503) << server.error();
  EXPECT_THAT(server.error(), HasSubstr("OVERLOADED"));
  // Meanwhile, the rules are served.
  EXPECT_EQ(HttpClient(server.http_address())
                .Post("/arbiter.v1.RulesService/LegalMoves", R"({"position":{"variant":"chak"}})")
                .status,
            200);
  Database().Start();
  EXPECT_TRUE(Eventually([&] { return server.Call("CreateJob", create, &created) == 200; }));
  v1::CreateJobResponse again;
  // Each thread of the server has a connection, which it finds broken when it needs it.
  EXPECT_TRUE(Eventually([&] { return server.Call("CreateJob", create, &again) == 200; }));
  EXPECT_EQ(again.job().id(), created.job().id());
  EXPECT_TRUE(Eventually([&] { return IsDone(&server, id); }));
  ExpectDirectResults(&server, requests, ResultsOf(&server, id));
}

TEST(Jobs, AWorkerThatWasStoppedBeyondItsLeaseRecordsNothing) {
  JobServer service("service");
  JobServer stopped("worker");
  const std::vector<v1::JobRequest> requests = MixedRequests(120);
  const std::string id = Submit(&service, requests);
  EXPECT_TRUE(Eventually([&] { return Get(&service, id).done() > 0; }));
  stopped.Signal(SIGSTOP);
  {
    const JobServer other("worker");
    EXPECT_TRUE(Eventually([&] { return IsDone(&service, id); }));
  }
  stopped.Signal(SIGCONT);
  // The worker has to find out that its lease is void before it takes another job.
  const std::string next = Submit(&service, MixedRequests(4));
  EXPECT_TRUE(Eventually([&] { return IsDone(&service, next); }));
  EXPECT_EQ(Get(&service, id).done(), requests.size());
  ExpectDirectResults(&service, requests, ResultsOf(&service, id));
}

// A server that cannot give back what it works on leaves that to the end of the lease.
TEST(Jobs, AServerEndsInTimeAlthoughTheDatabaseIsAway) {
  JobServer server("both");
  const std::string id = Submit(&server, MixedRequests(600));
  EXPECT_TRUE(Eventually([&] { return Get(&server, id).done() > 0; }));
  Database().Kill();
  server.Signal(SIGTERM);
  EXPECT_EQ(server.Wait(), 0);
  Database().Start();
  JobServer other("both");
  EXPECT_TRUE(Eventually([&] { return IsDone(&other, id); }));
}

TEST(Jobs, PagesGoOnWhereNoResultHasCome) {
  JobServer service("service");
  const std::vector<v1::JobRequest> requests = MixedRequests(12);
  const std::string id = Submit(&service, requests);
  v1::ListJobResultsRequest list;
  list.set_job_id(id);
  v1::ListJobResultsResponse page;
  EXPECT_EQ(service.Call("ListJobResults", list, &page), 200);
  EXPECT_EQ(page.results_size(), 0);
  list.set_page_token(page.next_page_token());
  EXPECT_FALSE(list.page_token().empty());
  const JobServer worker("worker");
  EXPECT_TRUE(Eventually([&] { return IsDone(&service, id); }));
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
  create.set_idempotency_key(NewKey());
  v1::CreateJobResponse created;
  EXPECT_EQ(server.Call("CreateJob", create, &created, header), 200) << server.error();
  v1::AddJobItemsRequest add;
  add.set_job_id(created.job().id());
  for (const v1::JobRequest& request : MixedRequests(4)) *add.add_requests() = request;
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
  const std::string large = Submit(&server, MixedRequests(2'000), v1::JOB_PRIORITY_NORMAL, archive);
  const std::string small = Submit(&server, MixedRequests(4), v1::JOB_PRIORITY_NORMAL, site);
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
  create.set_idempotency_key(NewKey());
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
  create.set_idempotency_key(NewKey());
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
