#include "service/jobs/job_worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "prometheus/registry.h"
#include "service/jobs/test_store.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;

v1::JobRequest Validation() {
  v1::JobRequest request;
  request.mutable_validate_game()->set_variant("makruk");
  return request;
}

v1::JobRequest Analysis(uint32_t nodes) {
  v1::JobRequest request;
  request.mutable_analyze()->mutable_position()->set_variant("makruk");
  request.mutable_analyze()->mutable_limits()->set_nodes(nodes);
  return request;
}

// A worker with one slot. It asks for work when it starts, and after a claim without success only
// when a test has long failed.
class JobStoreWorker : public JobStoreFixture {
 protected:
  JobStoreWorker() {
    EXPECT_THAT(database_.Check(), IsOk());
    database_.Start();
  }

  JobWorker MakeWorker() {
    return JobWorker({.name = "carl", .slots = 1, .lease = kLongLease, .poll = kPatience},
                     &resources_, &database_, &scheduler_, &metrics_, &log_);
  }

  // Starts a job with this many chunks of one item.
  v1::Job StartItems(const std::string& client, const std::string& key,
                     const v1::JobRequest& request, int count,
                     v1::JobPriority priority = v1::JOB_PRIORITY_NORMAL) {
    const auto job = store_.Create(client, Request(key, priority), "", {});
    EXPECT_THAT(job, IsOk());
    const std::vector<JobChunk> chunks(static_cast<size_t>(count),
                                       {.requests = {request.SerializeAsString()}});
    EXPECT_THAT(store_.AddItems(client, job->id(), 0, chunks, {}), IsOk());
    EXPECT_THAT(store_.Start(client, job->id()), IsOk());
    return *job;
  }
  bool IsDone(const v1::Job& job, const std::string& client = "site") {
    return Get(job, client).state() == v1::JOB_STATE_DONE;
  }

  Limits limits_;
  prometheus::Registry registry_;
  AnswerMetrics answers_{&registry_};
  TableCache tables_{0, 0};
  const Access access_{{}};
  const JobEvaluationResources resources_ = {.limits = limits_,
                                             .answers = answers_,
                                             .tables = tables_,
                                             .sealer = nullptr,
                                             .access = access_};
  Logger log_{STDERR_FILENO, LogLevel::kError};
  JobMetrics metrics_{&registry_};
  JobAvailability availability_{[](bool /*is_available*/) {}, &metrics_, &log_};
  JobDatabase database_{
      {.postgres = {.url = server().url(), .timeout = kPatience}}, &availability_, &metrics_};
  FairScheduler scheduler_{{.slots = 1}};
};

// While its slot is taken, a worker asks for chunks of other clients. That they have none must not
// keep it from taking the next chunk of its client.
TEST_F(JobStoreWorker, TakesOneChunkAfterTheOther) {
  const v1::Job job = StartItems("site", "key", Validation(), 30);
  JobWorker worker = MakeWorker();
  worker.Start();
  EXPECT_TRUE(Eventually([&] { return IsDone(job); }));
  EXPECT_EQ(Get(job).failed(), 0U);
}

// Nothing that a client can ask for holds a slot for ever.
TEST_F(JobStoreWorker, EveryItemEndsByItself) {
  limits_.max_movetime_ms = 100;
  limits_.max_review_time_ms = 100;
  v1::JobRequest deep;
  deep.mutable_analyze()->mutable_position()->set_variant("chak");
  deep.mutable_analyze()->mutable_limits()->set_depth(40);
  v1::JobRequest infinite = deep;
  infinite.mutable_analyze()->mutable_limits()->set_infinite(true);
  v1::JobRequest review;
  review.mutable_review_game()->set_variant("makruk");
  review.mutable_review_game()->mutable_record()->add_actions("e3e4");
  review.mutable_review_game()->mutable_limits()->set_depth(40);
  const std::array jobs = {StartItems("site", "deep", deep, 1),
                           StartItems("site", "infinite", infinite, 1),
                           StartItems("site", "review", review, 1)};
  JobWorker worker = MakeWorker();
  worker.Start();
  for (const v1::Job& job : jobs) {
    EXPECT_TRUE(Eventually([&] { return IsDone(job); })) << job.idempotency_key();
    EXPECT_EQ(Get(job).failed(), 1U) << job.idempotency_key();
  }
}

TEST(JobItemTime, IsThatOfTheSlowestRequest) {
  const auto max_time = [](int call, uint32_t movetime, uint32_t review) {
    return MaxJobItemTime(
        {.max_call_ms = call, .max_movetime_ms = movetime, .max_review_time_ms = review});
  };
  EXPECT_EQ(max_time(5, 1, 1), milliseconds(5));
  EXPECT_EQ(max_time(1, 5, 1), milliseconds(10));
  EXPECT_EQ(max_time(1, 1, 5), milliseconds(10));
}

TEST_F(JobStoreWorker, ASingleItemIsNotKeptWaitingByThousands) {
  // They would take a minute.
  const v1::Job archive = StartItems("archive", "key", Analysis(50'000), 2'000);
  JobWorker worker = MakeWorker();
  worker.Start();
  EXPECT_TRUE(Eventually([&] { return Get(archive, "archive").done() > 0; }));
  const v1::Job single = StartItems("site", "key", Validation(), 1);
  EXPECT_TRUE(Eventually([&] { return IsDone(single); }));
  EXPECT_FALSE(IsDone(archive, "archive"));
}

TEST_F(JobStoreWorker, ClassesHaveSharesAndNoneStarves) {
  constexpr int kChunks = 500;
  std::array<v1::Job, 3> jobs;
  for (const v1::JobPriority priority :
       {v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_NORMAL, v1::JOB_PRIORITY_LOW}) {
    jobs[static_cast<size_t>(priority) - 1] =
        StartItems("site", v1::JobPriority_Name(priority), Validation(), kChunks, priority);
  }
  std::array<int64_t, 3> done = {};
  const auto total = [&] {
    for (size_t i = 0; i < jobs.size(); ++i) done[i] = static_cast<int64_t>(Get(jobs[i]).done());
    return done[0] + done[1] + done[2];
  };
  JobWorker worker = MakeWorker();
  worker.Start();
  EXPECT_TRUE(Eventually([&] { return total() >= 130; }));
  worker.Stop();
  // Of 13 chunks, 9, 3 and 1; up to ten chunks have been claimed and given back.
  const int64_t all = total();
  EXPECT_LT(done[0], kChunks);
  EXPECT_NEAR(static_cast<double>(done[0]), 9.0 / 13 * static_cast<double>(all), 10);
  EXPECT_NEAR(static_cast<double>(done[1]), 3.0 / 13 * static_cast<double>(all), 10);
  EXPECT_GE(done[2], all / 13 - 3);
}

}  // namespace
}  // namespace arbiter::testing
