// Clients of jobs that call at the same time, give up, come too late, or go on at another server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "arbiter/v1/job_service.pb.h"
#include "core/base/strings.h"
#include "service/jobs/test_store.h"
#include "tests/support/server/job_server.h"
#include "tests/support/server/postgres.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(JobClients, RacingSubmitsWithOneKeyMakeOneJob) {
  constexpr int kThreadsOfServer = 8;
  JobServer first("service");
  JobServer second("service");
  const std::string key = NewJobKey();
  const std::vector<v1::JobRequest> requests = MixedJobRequests(200);
  std::vector<std::string> ids(size_t{2} * kThreadsOfServer);
  std::vector<std::thread> threads;
  for (size_t i = 0; i < ids.size(); ++i) {
    threads.emplace_back([&, i] {
      const std::string address = (i % 2 == 0 ? first : second).http_address();
      // A call that only others have delayed is repeated, as clients do.
      const auto call = [&](const std::string& method, const auto& request, auto* response) {
        EXPECT_TRUE(Eventually([&] {
          HttpClient client(address);
          const HttpResponse answer =
              client.Post(StrCat("/arbiter.v1.JobService/", method), request.SerializeAsString(),
                          "content-type: application/proto\r\n");
          if (answer.status == 200) response->ParseFromString(answer.body);
          EXPECT_THAT(answer.status, ::testing::AnyOf(200, 429, 503)) << answer.body;
          return answer.status == 200;
        }));
      };
      v1::CreateJobRequest create;
      create.set_idempotency_key(key);
      v1::CreateJobResponse created;
      call("CreateJob", create, &created);
      ids[i] = created.job().id();
      // All add the same items in two calls, and start the job when it has them.
      v1::AddJobItemsRequest add;
      add.set_job_id(ids[i]);
      for (const size_t begin : {size_t{0}, size_t{100}}) {
        add.set_first_item(begin);
        add.clear_requests();
        for (size_t item = begin; item < begin + 100; ++item) {
          *add.add_requests() = requests[item];
        }
        v1::AddJobItemsResponse added;
        call("AddJobItems", add, &added);
        EXPECT_GE(added.items(), begin + 100);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(std::set<std::string>(ids.begin(), ids.end()), SizeIs(1));
  EXPECT_EQ(JobOf(&first, ids[0]).items(), 200u);
  v1::StartJobRequest start;
  start.set_job_id(ids[0]);
  v1::StartJobResponse started;
  EXPECT_EQ(first.Call("StartJob", start, &started), 200) << first.error();
  const JobServer worker("worker");
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&second, ids[0]); }));
  ExpectDirectResults(second, {requests.begin(), requests.begin() + 200},
                      ResultsOfJob(&second, ids[0]));
}

TEST(JobClients, ReadOnAtAnotherServerWhenTheirsIsKilled) {
  auto first = std::make_unique<JobServer>("both");
  JobServer second("both");
  const std::vector<v1::JobRequest> requests = MixedJobRequests(400);
  const std::string id = SubmitJob(first.get(), requests);
  for (const auto order : {v1::RESULT_ORDER_UNSPECIFIED, v1::RESULT_ORDER_COMPLETION}) {
    std::vector<v1::JobResult> results(requests.size());
    v1::ListJobResultsRequest list;
    list.set_job_id(id);
    list.set_order(order);
    list.set_page_size(50);
    size_t count = 0;
    EXPECT_TRUE(Eventually([&] {
      v1::ListJobResultsResponse page;
      JobServer* const server = first != nullptr ? first.get() : &second;
      EXPECT_EQ(server->Call("ListJobResults", list, &page), 200) << server->error();
      for (const v1::JobResult& result : page.results()) {
        ++count;
        results[result.item()] = result;
      }
      // The first server ends after it has answered, and while the job runs.
      if (count >= 100 && first != nullptr) first = nullptr;
      list.set_page_token(page.next_page_token());
      return page.next_page_token().empty();
    }));
    EXPECT_EQ(count, requests.size());
    ExpectDirectResults(second, requests, results);
  }
}

TEST(JobClients, ACancelledJobEndsWhileItIsRunning) {
  JobServer server("service");
  const JobServer worker("worker");
  const std::string id = SubmitJob(&server, MixedJobRequests(2'000));
  EXPECT_TRUE(Eventually([&] { return JobOf(&server, id).done() > 0; }));
  v1::CancelJobRequest cancel;
  cancel.set_job_id(id);
  v1::CancelJobResponse cancelled;
  EXPECT_EQ(server.Call("CancelJob", cancel, &cancelled), 200) << server.error();
  EXPECT_EQ(cancelled.job().state(), v1::JOB_STATE_CANCELLED);
  EXPECT_LT(cancelled.job().done(), 2'000u);
  // The worker goes on with another job.
  const std::string next = SubmitJob(&server, MixedJobRequests(4));
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&server, next); }));
  const v1::Job job = JobOf(&server, id);
  EXPECT_EQ(job.state(), v1::JOB_STATE_CANCELLED);
  EXPECT_LT(job.done(), 2'000u);
  v1::ListJobResultsRequest list;
  list.set_job_id(id);
  list.set_order(v1::RESULT_ORDER_COMPLETION);
  uint64_t count = 0;
  do {
    v1::ListJobResultsResponse page;
    EXPECT_EQ(server.Call("ListJobResults", list, &page), 200) << server.error();
    count += static_cast<uint64_t>(page.results_size());
    list.set_page_token(page.next_page_token());
  } while (!list.page_token().empty());
  EXPECT_EQ(count, job.done());
}

TEST(JobClients, AJobThatExpiresWhileItRunsIsGone) {
  const PostgresProcess database;
  JobServer server("service", {"--jobs-for-anyone"}, database);
  const JobServer worker("worker", {"--jobs-for-anyone"}, database);
  const std::string id = SubmitJob(&server, MixedJobRequests(2'000));
  EXPECT_TRUE(Eventually([&] { return JobOf(&server, id).done() > 0; }));
  const auto connection = ConnectTo(database);
  EXPECT_THAT(connection->Query("UPDATE arbiter_jobs SET expires_at = now()"), IsOk());
  v1::GetJobRequest get;
  get.set_job_id(id);
  v1::GetJobResponse got;
  EXPECT_EQ(server.Call("GetJob", get, &got), 404);
  EXPECT_THAT(server.error(), HasSubstr("JOB_NOT_FOUND"));
  v1::ListJobResultsRequest list;
  list.set_job_id(id);
  v1::ListJobResultsResponse page;
  EXPECT_EQ(server.Call("ListJobResults", list, &page), 404);
  // The worker goes on with another job.
  const std::string next = SubmitJob(&server, MixedJobRequests(4));
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&server, next); }));
}

}  // namespace
}  // namespace arbiter::testing
