#include "service/jobs/job_worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/strings.h"
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

v1::JobRequest LongAnalysis(uint32_t milliseconds) {
  v1::JobRequest request = Analysis(UINT32_MAX);
  request.mutable_analyze()->mutable_limits()->set_movetime_ms(milliseconds);
  return request;
}

class JobStoreWorker : public JobStoreFixture {
 protected:
  JobStoreWorker() {
    EXPECT_THAT(database_.Check(), IsOk());
    database_.Start();
  }

  // Makes a worker, by default with one slot. It asks for work when it starts, and after a claim
  // without success by default only when a test has long failed.
  JobWorker MakeWorker(JobWorker::Options options = {.poll = kPatience}) {
    options.name = "carl";
    options.lease = kLongLease;
    return JobWorker(std::move(options), &resources_, &database_, &scheduler_, &metrics_, &log_);
  }

  // Starts a job with this many chunks, by default of one item.
  v1::Job StartItems(const std::string& client, const std::string& key,
                     const v1::JobRequest& request, int count,
                     v1::JobPriority priority = v1::JOB_PRIORITY_NORMAL,
                     size_t items_in_chunk = 1) {
    const auto job = store_.Create(client, Request(key, priority), "", {});
    EXPECT_THAT(job, IsOk());
    const std::vector<std::string> requests(items_in_chunk, request.SerializeAsString());
    const std::vector<JobChunk> chunks(static_cast<size_t>(count), {.requests = requests});
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
  // Each started task holds at least a megabyte.
  FairScheduler scheduler_{{.slots = 1, .max_waiting = 100, .max_held_bytes = size_t{256} << 20}};
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

TEST_F(JobStoreWorker, LongItemsOfOneClientDoNotHoldUpOthers) {
  std::atomic<int> begun = 0;
  const v1::Job archive = StartItems("archive", "key", LongAnalysis(600'000), 3);
  JobWorker worker = MakeWorker(
      {.poll = milliseconds(10), .before_item = [&](const JobLease::Item& /*item*/) { ++begun; }});
  worker.Start();
  EXPECT_TRUE(Eventually([&] { return begun == 1; }));
  const std::array singles = {StartItems("site", "key", Validation(), 1),
                              StartItems("club", "key", Validation(), 3)};
  EXPECT_TRUE(Eventually([&] { return IsDone(singles[0]) && IsDone(singles[1], "club"); }));
  EXPECT_EQ(Get(archive, "archive").done(), 0U);
}

TEST_F(JobStoreWorker, TablesOfManyClientsLeaveMemoryToOthers) {
  constexpr size_t kTable = size_t{4} << 20;
  limits_.hash_mb = 1;
  v1::JobRequest large = LongAnalysis(300);
  large.mutable_analyze()->set_hash_mb(kTable >> 20);
  std::vector<v1::Job> jobs;
  for (const char* client : {"a", "b", "c", "d"}) {
    jobs.push_back(StartItems(client, "large", large, 2));
  }
  jobs.push_back(StartItems("e", "small", Validation(), 30));
  std::atomic<size_t> max_held = 0;
  JobWorker worker = MakeWorker({.slots = 4,
                                 .max_table_bytes = 2 * kTable,
                                 .poll = milliseconds(10),
                                 .before_item = [&](const JobLease::Item& /*item*/) {
                                   const size_t held = scheduler_.load().held_bytes;
                                   for (size_t max = max_held; held > max;) {
                                     if (max_held.compare_exchange_weak(max, held)) break;
                                   }
                                 }});
  worker.Start();
  // Nevertheless, everybody gets a turn.
  for (const v1::Job& job : jobs) {
    const std::string client(1, static_cast<char>('a' + (&job - jobs.data())));
    EXPECT_TRUE(Eventually([&] { return IsDone(job, client); })) << client;
    EXPECT_EQ(Get(job, client).failed(), 0U) << client;
  }
  // A table of the default size may be beyond the limit.
  EXPECT_GE(max_held, 2 * kTable);
  EXPECT_LE(max_held, 2 * kTable + (size_t{1} << 20));
}

// A table of the maximum size leaves no memory for others, but holds up nobody whose table is
// small.
TEST_F(JobStoreWorker, ALargeTableDoesNotHoldUpSmallOnes) {
  constexpr size_t kTable = size_t{4} << 20;
  limits_.hash_mb = 1;
  v1::JobRequest large = LongAnalysis(600'000);
  large.mutable_analyze()->set_hash_mb(kTable >> 20);
  std::atomic<int> begun = 0;
  const v1::Job archive = StartItems("archive", "key", large, 3);
  JobWorker worker = MakeWorker({.slots = 2,
                                 .max_table_bytes = kTable,
                                 .poll = milliseconds(10),
                                 .before_item = [&](const JobLease::Item& /*item*/) { ++begun; }});
  worker.Start();
  EXPECT_TRUE(Eventually([&] { return begun == 1; }));
  const v1::Job single = StartItems("site", "key", Validation(), 5);
  EXPECT_TRUE(Eventually([&] { return IsDone(single); }));
  EXPECT_EQ(begun, 6);
}

// The items of the class with less weight make way for the others even while they run.
TEST_F(JobStoreWorker, ClassesOfDifferentClientsHaveSharesOfFewSlots) {
  FairScheduler scheduler{{.slots = 2, .max_waiting = 100, .max_held_bytes = size_t{256} << 20}};
  // The chunks are so long that there is always a next one.
  const v1::JobRequest item = Analysis(30'000);
  constexpr size_t kItems = 16;
  const v1::Job low = StartItems("archive", "key", item, 20, v1::JOB_PRIORITY_LOW, kItems);
  JobWorker worker({.name = "carl", .slots = 2, .lease = kLongLease, .poll = milliseconds(10)},
                   &resources_, &database_, &scheduler, &metrics_, &log_);
  worker.Start();
  const auto done_of = [&](const v1::Job& job, const std::string& client) {
    return static_cast<int64_t>(Get(job, client).done());
  };
  EXPECT_TRUE(Eventually([&] { return done_of(low, "archive") > 0; }));
  const v1::Job high = StartItems("site", "key", item, 20, v1::JOB_PRIORITY_HIGH, kItems);
  EXPECT_TRUE(Eventually([&] { return done_of(high, "site") > 0; }));
  const int64_t low_before = done_of(low, "archive");
  const int64_t high_before = done_of(high, "site");
  EXPECT_TRUE(Eventually([&] { return done_of(high, "site") >= high_before + 100; }));
  // A tenth of the time is its share.
  const int64_t low_now = done_of(low, "archive");
  EXPECT_LE(low_now - low_before, 20);
  EXPECT_TRUE(Eventually([&] { return done_of(low, "archive") > low_now; }));
}

// However many clients of a class have endless items, one of a class with more weight begins.
TEST_F(JobStoreWorker, ManyClientsOfAClassDoNotHoldUpOneWithMoreWeight) {
  std::atomic<int> begun = 0;
  limits_.hash_mb = 1;
  for (int i = 0; i < 20; ++i) {
    StartItems(StrCat("archive ", i), "key", LongAnalysis(600'000), 1, v1::JOB_PRIORITY_LOW);
  }
  JobWorker worker = MakeWorker(
      {.poll = milliseconds(10), .before_item = [&](const JobLease::Item& /*item*/) { ++begun; }});
  worker.Start();
  EXPECT_TRUE(Eventually([&] { return begun == 9; }));
  const v1::Job single = StartItems("site", "key", Validation(), 1, v1::JOB_PRIORITY_HIGH);
  EXPECT_TRUE(Eventually([&] { return IsDone(single); }));
}

TEST_F(JobStoreWorker, ManyClientsOfAClassDoNotHoldUpOneWithLessWeight) {
  std::atomic<int> begun = 0;
  limits_.hash_mb = 1;
  for (int i = 0; i < 20; ++i) {
    StartItems(StrCat("site ", i), "key", LongAnalysis(600'000), 1, v1::JOB_PRIORITY_HIGH);
  }
  JobWorker worker = MakeWorker(
      {.poll = milliseconds(10), .before_item = [&](const JobLease::Item& /*item*/) { ++begun; }});
  worker.Start();
  EXPECT_TRUE(Eventually([&] { return begun == 9; }));
  const v1::Job single = StartItems("archive", "key", Validation(), 1, v1::JOB_PRIORITY_LOW);
  EXPECT_TRUE(Eventually([&] { return IsDone(single, "archive"); }));
}

// Of eight slots, a quarter is the share of the class normal beside the class high.
TEST_F(JobStoreWorker, AClassWithASingleClientHasItsShareOfManySlots) {
  FairScheduler scheduler{{.slots = 8, .max_waiting = 100, .max_held_bytes = size_t{256} << 20}};
  v1::JobRequest chak = LongAnalysis(600'000);
  chak.mutable_analyze()->mutable_position()->set_variant("chak");
  std::atomic<int> begun_high = 0;
  std::atomic<int> begun_normal = 0;
  limits_.hash_mb = 1;
  StartItems("site", "key", LongAnalysis(600'000), 20, v1::JOB_PRIORITY_HIGH);
  JobWorker worker({.name = "carl",
                    .slots = 8,
                    .lease = kLongLease,
                    .poll = milliseconds(10),
                    .before_item =
                        [&](const JobLease::Item& item) {
                          const bool is_chak = item.request.find("chak") != std::string::npos;
                          ++(is_chak ? begun_normal : begun_high);
                        }},
                   &resources_, &database_, &scheduler, &metrics_, &log_);
  worker.Start();
  EXPECT_TRUE(Eventually([&] { return begun_high == 8; }));
  StartItems("archive", "key", chak, 20, v1::JOB_PRIORITY_NORMAL);
  EXPECT_TRUE(Eventually([&] { return begun_normal >= 2; }));
  worker.Stop();
  // The one that waits in the scheduler may have begun as well.
  EXPECT_LE(begun_normal, 3);
  EXPECT_LE(begun_high, 9);
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
