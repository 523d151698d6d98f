#include "tests/support/server/job_server.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>

#include "tests/support/server/analysis_client.h"
#include "tests/support/server/client.h"

namespace arbiter::testing {
namespace {

std::vector<std::string> JobFlags(const std::string& role, std::vector<std::string> flags,
                                  const PostgresProcess& postgres) {
  flags.insert(flags.end(),
               {"--http-listen", "127.0.0.1:0", "--role", role, "--jobs-lease-ms", "3000"});
  if (std::find(flags.begin(), flags.end(), "--jobs") == flags.end()) {
    flags.insert(flags.end(), {"--jobs", postgres.url()});
  }
  return flags;
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

}  // namespace

PostgresProcess& SharedPostgres() {
  static PostgresProcess process;
  return process;
}

JobServer::JobServer(const std::string& role, std::vector<std::string> flags,
                     const PostgresProcess& postgres)
    : ServerProcess(JobFlags(role, std::move(flags), postgres)) {}

std::string NewJobKey() {
  static int number = 0;
  return StrCat("key ", ++number);
}

std::string SubmitJob(JobServer* server, const std::vector<v1::JobRequest>& requests,
                      v1::JobPriority priority, const std::string& headers) {
  v1::CreateJobRequest create;
  create.set_idempotency_key(NewJobKey());
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

v1::Job JobOf(JobServer* server, const std::string& id) {
  v1::GetJobRequest request;
  request.set_job_id(id);
  v1::GetJobResponse response;
  server->Call("GetJob", request, &response);
  return response.job();
}

bool IsJobDone(JobServer* server, const std::string& id) {
  return JobOf(server, id).state() == v1::JOB_STATE_DONE;
}

std::vector<v1::JobResult> ResultsOfJob(JobServer* server, const std::string& id) {
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

std::vector<v1::JobRequest> MixedJobRequests(int count) {
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

std::string ComparableResult(v1::JobResult result) {
  result.clear_item();
  result.clear_version();
  result.clear_engine();
  if (result.has_analyze() && result.analyze().has_progress()) {
    result.mutable_analyze()->mutable_progress()->clear_nps();
    result.mutable_analyze()->mutable_progress()->clear_time_ms();
  }
  if (result.has_status()) result.mutable_status()->clear_details();
  return result.DebugString();
}

void ExpectDirectResults(const ServerProcess& server, const std::vector<v1::JobRequest>& requests,
                         const std::vector<v1::JobResult>& results) {
  ASSERT_EQ(results.size(), requests.size());
  std::map<std::string, std::string> direct;
  for (size_t i = 0; i < requests.size(); ++i) {
    std::string& expected = direct[requests[i].SerializeAsString()];
    if (expected.empty()) expected = DirectResult(server, requests[i]);
    v1::JobResult parsed;
    parsed.ParseFromString(expected);
    EXPECT_EQ(ComparableResult(results[i]), ComparableResult(parsed)) << requests[i].DebugString();
  }
}

}  // namespace arbiter::testing
