// Workers of jobs that crash, hang, are stopped, or have another engine than others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "arbiter/v1/job_service.pb.h"
#include "core/search/query.h"
#include "service/jobs/job_store.h"
#include "service/jobs/test_store.h"
#include "tests/support/process.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/job_server.h"
#include "tests/support/server/postgres.h"
#include "tests/support/waiting.h"

namespace arbiter::testing {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

// A worker that some items disturb (see faulty_worker/main.cc).
class FaultyWorker : public Process {
 public:
  explicit FaultyWorker(const PostgresProcess& database = SharedPostgres(),
                        const std::string& engine_version = std::to_string(kEngineVersion))
      : Process({FAULTY_WORKER, database.url(), engine_version}) {}
};

// Returns an item that disturbs faulty workers. To others, it is a game of an unknown variant.
v1::JobRequest Disturbance(const std::string& name) {
  v1::JobRequest request;
  request.mutable_validate_game()->set_variant(name);
  return request;
}

// Returns validations and analyses: faulty workers have no time for reviews.
std::vector<v1::JobRequest> QuickRequests(int count) {
  std::vector<v1::JobRequest> requests = MixedJobRequests(2 * count);
  std::erase_if(requests, [](const v1::JobRequest& item) { return item.has_review_game(); });
  requests.resize(static_cast<size_t>(count));
  return requests;
}

// An item that ends five workers in a row fails. The first worker may have recorded nothing, so
// that nobody knows at which item it has ended.
void ExpectTheOthersAreDone(const std::string& disturbance) {
  JobServer service("service");
  std::vector<v1::JobRequest> requests = QuickRequests(30);
  constexpr size_t kDisturbed = 11;
  requests[kDisturbed] = Disturbance(disturbance);
  const std::string id = SubmitJob(&service, requests);
  auto worker = std::make_unique<FaultyWorker>();
  int ends = 0;
  EXPECT_TRUE(Eventually([&] {
    if (!worker->Runs()) {
      ++ends;
      worker = std::make_unique<FaultyWorker>();
    }
    return IsJobDone(&service, id);
  }));
  EXPECT_THAT(ends, AnyOf(5, 6));
  EXPECT_EQ(JobOf(&service, id).failed(), 1u);
  std::vector<v1::JobResult> results = ResultsOfJob(&service, id);
  ASSERT_EQ(results.size(), requests.size());
  EXPECT_THAT(results[kDisturbed].status().message(), HasSubstr("failed or did not end 5 times"));
  results.erase(results.begin() + kDisturbed);
  requests.erase(requests.begin() + kDisturbed);
  ExpectDirectResults(service, requests, results);
}

TEST(JobWorkers, AnItemThatKillsItsWorkersFailsAndTheOthersAreDone) {
  ExpectTheOthersAreDone("crash");
}

TEST(JobWorkers, AnItemThatNeverEndsFailsAndTheOthersAreDone) { ExpectTheOthersAreDone("hang"); }

TEST(JobWorkers, WhatAWorkerFindsAfterItsLeaseIsRefused) {
  JobServer service("service");
  const std::string id = SubmitJob(&service, {Disturbance("stop"), QuickRequests(1).front()});
  FaultyWorker late;
  EXPECT_TRUE(Eventually([&] { return FactsOf(late.pid()).state == 'T'; }));
  {
    const JobServer other("worker");
    EXPECT_TRUE(Eventually([&] { return IsJobDone(&service, id); }));
  }
  const v1::Job done = JobOf(&service, id);
  late.Signal(SIGCONT);
  // The worker has to find out that its lease is void before it takes another job.
  const std::string next = SubmitJob(&service, QuickRequests(2));
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&service, next); }));
  EXPECT_EQ(JobOf(&service, id).DebugString(), done.DebugString());
  EXPECT_EQ(ResultsOfJob(&service, id).size(), 2u);
}

TEST(JobWorkers, OfSeveralVersionsShareAQueue) {
  // A database on which no worker has been seen.
  const PostgresProcess database;
  JobServer service("service", {"--jobs-for-anyone"}, database);
  const auto submit = [&](const std::string& engine_version) {
    const auto connection = ConnectTo(database);
    JobStore store(connection.get());
    v1::CreateJobRequest create;
    create.set_idempotency_key(NewJobKey());
    auto job = store.Create("", create, engine_version, {});
    EXPECT_THAT(job, IsOk());
    JobChunk chunk;
    for (const v1::JobRequest& request : QuickRequests(8)) {
      chunk.requests.push_back(request.SerializeAsString());
    }
    EXPECT_THAT(store.AddItems("", job->id(), 0, {chunk}, {}), IsOk());
    EXPECT_THAT(store.Start("", job->id()), IsOk());
    return job->id();
  };
  const std::string ours = submit(std::to_string(kEngineVersion));
  const std::string theirs = submit("another");
  EXPECT_TRUE(JobOf(&service, ours).lacks_worker());
  EXPECT_TRUE(JobOf(&service, theirs).lacks_worker());
  {
    const std::string any = submit("");
    const FaultyWorker other(database, "another");
    EXPECT_TRUE(Eventually([&] { return IsJobDone(&service, theirs); }));
    EXPECT_TRUE(Eventually([&] { return IsJobDone(&service, any); }));
    EXPECT_EQ(JobOf(&service, ours).done(), 0u);
    EXPECT_TRUE(JobOf(&service, ours).lacks_worker());
  }
  const std::string any = submit("");
  const std::string more = submit("another");
  const JobServer worker("worker", {"--jobs-for-anyone"}, database);
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&service, ours); }));
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&service, any); }));
  EXPECT_EQ(JobOf(&service, more).done(), 0u);
  const FaultyWorker other(database, "another");
  EXPECT_TRUE(Eventually([&] { return IsJobDone(&service, more); }));
  for (const std::string& id : {ours, theirs, any, more}) {
    ExpectDirectResults(service, QuickRequests(8), ResultsOfJob(&service, id));
  }
}

}  // namespace
}  // namespace arbiter::testing
