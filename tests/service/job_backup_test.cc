// A backup of the database of jobs, and what clients do after it has been restored.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/process.h"
#include "tests/support/server/job_server.h"
#include "tests/support/server/postgres.h"
#include "tests/support/temporary_file.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

// Creates a job, or finds the one that has been created with this key.
v1::Job Create(JobServer* server, const std::string& key) {
  v1::CreateJobRequest request;
  request.set_idempotency_key(key);
  v1::CreateJobResponse response;
  EXPECT_EQ(server->Call("CreateJob", request, &response), 200) << server->error();
  return response.job();
}

// Adds the items from this one on, five of them at most.
void AddFive(JobServer* server, const std::string& id, const std::vector<v1::JobRequest>& items,
             size_t first) {
  v1::AddJobItemsRequest request;
  request.set_job_id(id);
  request.set_first_item(first);
  for (size_t i = first; i < items.size() && i < first + 5; ++i) *request.add_requests() = items[i];
  v1::AddJobItemsResponse response;
  EXPECT_EQ(server->Call("AddJobItems", request, &response), 200) << server->error();
}

// Submits a job as a client does, with calls that can be repeated, and returns its id.
std::string Submit(JobServer* server, const std::string& key,
                   const std::vector<v1::JobRequest>& items) {
  v1::StartJobRequest start;
  start.set_job_id(Create(server, key).id());
  for (size_t i = 0; i < items.size(); i += 5) AddFive(server, start.job_id(), items, i);
  v1::StartJobResponse started;
  EXPECT_EQ(server->Call("StartJob", start, &started), 200) << server->error();
  return start.job_id();
}

void RunOrFail(const Command& command) {
  const ProgramResult result = RunProgram(command);
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST(JobBackup, ClientsSubmitAgainWhatARestoredDumpLacks) {
  const std::vector<std::string> flags = {"--jobs-for-anyone"};
  const std::vector<v1::JobRequest> items = MixedJobRequests(24);
  std::vector<v1::JobRequest> slow(12);
  for (v1::JobRequest& request : slow) {
    request.mutable_analyze()->mutable_position()->set_variant("makruk");
    request.mutable_analyze()->mutable_limits()->set_movetime_ms(200);
  }
  const TemporaryFile dump;
  std::string finished;
  std::string running;
  std::string begun;
  std::string later;
  {
    const PostgresProcess lost;
    JobServer server("both", flags, lost);
    finished = Submit(&server, "finished", items);
    EXPECT_TRUE(Eventually([&] { return IsJobDone(&server, finished); }));
    begun = Create(&server, "begun").id();
    AddFive(&server, begun, items, 0);
    running = Submit(&server, "running", slow);
    EXPECT_TRUE(Eventually([&] { return JobOf(&server, running).done() > 0; }));
    RunOrFail({"pg_dump", "--format=custom", "--file", dump.path(), lost.url()});
    EXPECT_EQ(Submit(&server, "begun", items), begun);
    later = Submit(&server, "later", items);
  }
  const PostgresProcess restored;
  RunOrFail(
      {"pg_restore", "--no-owner", "--exit-on-error", "--dbname", restored.url(), dump.path()});
  JobServer server("both", flags, restored);
  ExpectDirectResults(server, items, ResultsOfJob(&server, finished));
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&server, running); }));
  EXPECT_EQ(ResultsOfJob(&server, running).size(), slow.size());
  EXPECT_EQ(JobOf(&server, begun).items(), 5u);
  EXPECT_EQ(JobOf(&server, begun).state(), v1::JOB_STATE_OPEN);

  EXPECT_EQ(Submit(&server, "finished", items), finished);
  EXPECT_EQ(Submit(&server, "begun", items), begun);
  const std::string again = Submit(&server, "later", items);
  EXPECT_NE(again, later);
  for (const std::string& id : {begun, again}) {
    EXPECT_TRUE(Eventually([&] { return IsJobDone(&server, id); }));
    ExpectDirectResults(server, items, ResultsOfJob(&server, id));
  }
}

}  // namespace
}  // namespace arbiter::testing
