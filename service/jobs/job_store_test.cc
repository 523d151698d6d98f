// Jobs as clients see them.
#include "service/jobs/job_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "service/access/token_bucket.h"
#include "service/jobs/test_store.h"

namespace arbiter::testing {
namespace {

using std::chrono::hours;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr int kThreads = 6;

class JobStoreTest : public JobStoreFixture {
 protected:
  // Runs `body` on several threads at once, with a store of its own on each.
  template <typename Body>
  void Race(const Body& body) {
    std::vector<std::thread> threads;
    threads.reserve(kThreads);
    for (int i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        const auto connection = ConnectTo(server());
        JobStore store(connection.get());
        body(store, i);
      });
    }
    for (std::thread& thread : threads) thread.join();
  }

  static std::vector<std::string> KeysOf(const std::vector<v1::Job>& jobs) {
    std::vector<std::string> keys;
    keys.reserve(jobs.size());
    for (const v1::Job& job : jobs) keys.push_back(job.idempotency_key());
    return keys;
  }
};

TEST_F(JobStoreTest, ANewJobIsOpen) {
  v1::CreateJobRequest request = Request("key", v1::JOB_PRIORITY_HIGH);
  request.set_ttl_hours(48);
  const auto job = store_.Create("site", request, "engine 1", {});
  ASSERT_THAT(job, IsOk());
  EXPECT_EQ(job->id().size(), 32u);
  EXPECT_EQ(job->idempotency_key(), "key");
  EXPECT_EQ(job->state(), v1::JOB_STATE_OPEN);
  EXPECT_EQ(job->priority(), v1::JOB_PRIORITY_HIGH);
  EXPECT_EQ(job->engine_version(), "engine 1");
  EXPECT_EQ(job->items(), 0u);
  EXPECT_EQ(job->expire_time_ms() - job->create_time_ms(), 48u * 3'600'000);
  EXPECT_EQ(Get(*job).SerializeAsString(), job->SerializeAsString());

  const auto by_default =
      store_.Create("site", Request("other", v1::JOB_PRIORITY_UNSPECIFIED), "", {});
  ASSERT_THAT(by_default, IsOk());
  EXPECT_EQ(by_default->priority(), v1::JOB_PRIORITY_NORMAL);
  EXPECT_EQ(by_default->expire_time_ms() - by_default->create_time_ms(), 168u * 3'600'000);
}

TEST_F(JobStoreTest, TheSameKeyGivesTheSameJob) {
  const v1::Job job = Create("site", "key");
  EXPECT_EQ(Create("site", "key").id(), job.id());
  EXPECT_NE(Create("site", "another key").id(), job.id());
  EXPECT_NE(Create("another site", "key").id(), job.id());
  EXPECT_THAT(store_.Create("site", Request("key", v1::JOB_PRIORITY_LOW), "engine 1", {}),
              Fails(ErrorReason::kJobConflict, "choose a new key"));
  for (const std::string& bad : {std::string(), std::string(129, 'x'), std::string("a\0b", 3)}) {
    EXPECT_THAT(store_.Create("site", Request(bad), "", {}),
                Fails(ErrorReason::kBadField, "1 to 128 bytes"));
  }
}

TEST_F(JobStoreTest, RacingCallsCreateOneJob) {
  std::vector<std::string> ids(kThreads);
  Race([&](JobStore& store, int i) {
    const auto job = store.Create("site", Request("key"), "", {});
    ASSERT_THAT(job, IsOk());
    ids[static_cast<size_t>(i)] = job->id();
  });
  EXPECT_EQ(std::set(ids.begin(), ids.end()).size(), 1u);
  EXPECT_EQ(Count("arbiter_jobs"), 1);
}

TEST_F(JobStoreTest, OthersSeeNothingOfAJob) {
  const v1::Job job = Create("site", "key");
  constexpr ErrorReason kNotFound = ErrorReason::kJobNotFound;
  EXPECT_THAT(store_.Get("other", job.id()), Fails(kNotFound, "no job"));
  EXPECT_THAT(store_.AddItems("other", job.id(), 0, Chunks({1}), {}), Fails(kNotFound, ""));
  EXPECT_THAT(store_.Start("other", job.id()), Fails(kNotFound, ""));
  EXPECT_THAT(store_.Cancel("other", job.id()), Fails(kNotFound, ""));
  EXPECT_THAT(store_.RetryFailed("other", job.id()), Fails(kNotFound, ""));
  EXPECT_THAT(store_.Results("other", job.id(), {}, "", 1, 1), Fails(kNotFound, ""));
  EXPECT_THAT(store_.Delete("other", job.id()), IsOk());
  EXPECT_THAT(store_.Get("site", job.id()), IsOk());
  for (const std::string& id : {std::string(), std::string("x"), std::string(32, '\0'),
                                std::string(32, 'a'), std::string("' OR 1 = 1 --")}) {
    EXPECT_THAT(store_.Get("site", id), Fails(kNotFound, ""));
  }
}

TEST_F(JobStoreTest, ARepeatedCallAddsNothing) {
  const v1::Job job = Create("site", "key");
  EXPECT_EQ(*store_.AddItems("site", job.id(), 0, Chunks({3, 2}), {}), 5);
  EXPECT_EQ(*store_.AddItems("site", job.id(), 0, Chunks({3, 2}), {}), 5);
  EXPECT_EQ(*store_.AddItems("site", job.id(), 2, Chunks({2, 3}, 2), {}), 7) << "partly repeated";
  EXPECT_THAT(store_.AddItems("site", job.id(), 8, Chunks({1}), {}),
              Fails(ErrorReason::kBadField, "the job has 7 items"));
  EXPECT_EQ(Get(job).items(), 7u);
  ASSERT_THAT(store_.Start("site", job.id()), IsOk());
  EXPECT_EQ(*store_.AddItems("site", job.id(), 0, Chunks({3, 2}), {}), 7);
  EXPECT_THAT(store_.AddItems("site", job.id(), 7, Chunks({1}), {}),
              Fails(ErrorReason::kWrongJobState, "the job is running"));
  std::vector<std::string> requests;
  for (JobLease lease = Claim(anna_);; lease = Claim(anna_)) {
    for (const JobLease::Item& item : lease.items) requests.push_back(item.request);
    if (requests.size() == 7) break;
  }
  EXPECT_THAT(requests, ElementsAre("request 0", "request 1", "request 2", "request 3", "request 4",
                                    "request 5", "request 6"));
}

TEST_F(JobStoreTest, RacingCallsAddEachItemOnce) {
  const v1::Job job = Create("site", "key");
  Race([&](JobStore& store, int) {
    for (int first = 0; first < 50; first += 10) {
      const auto items = store.AddItems("site", job.id(), first, Chunks({7, 3}, first), {});
      ASSERT_THAT(items, IsOk());
      EXPECT_GE(*items, first + 10);
    }
  });
  EXPECT_EQ(Get(job).items(), 50u);
  EXPECT_EQ(Run("SELECT sum(items) FROM arbiter_items WHERE job_id = $1", {job.id()}).Number(0, 0),
            50);
}

TEST_F(JobStoreTest, AClientHasAQuota) {
  const v1::Job job = Create("site", "key");
  const auto jobs = store_.Create("site", Request("key 2"), "", {.max_jobs = 1});
  EXPECT_THAT(jobs, Fails(ErrorReason::kQuotaExceeded, "1 jobs"));
  EXPECT_GT(RetryAfterOf(jobs.status()), hours(167)) << "until the job expires";
  EXPECT_THAT(store_.Create("site", Request("key"), "engine 1", {.max_jobs = 1}), IsOk());
  EXPECT_THAT(store_.Create("other", Request("key"), "", {.max_jobs = 1}), IsOk());

  const JobQuota items = {.max_waiting_items = 3};
  EXPECT_THAT(store_.AddItems("site", job.id(), 0, Chunks({2, 2}), items),
              Fails(ErrorReason::kQuotaExceeded, "3 waiting items"));
  EXPECT_EQ(Get(job).items(), 0u) << "not even the first chunk";
  EXPECT_EQ(*store_.AddItems("site", job.id(), 0, Chunks({2, 1}), items), 3);
  EXPECT_THAT(store_.AddItems("site", job.id(), 3, Chunks({10}), {.max_bytes = 100}),
              Fails(ErrorReason::kQuotaExceeded, "100 bytes"));
  ASSERT_THAT(store_.Cancel("site", job.id()), IsOk());
  const v1::Job next = Create("site", "next");
  EXPECT_THAT(store_.AddItems("site", next.id(), 0, Chunks({3}), items), IsOk())
      << "items of a cancelled job do not wait";
}

TEST_F(JobStoreTest, TheBytesOfAJobCountUntilItsDayIsOver) {
  const JobQuota quota = {.max_bytes = 100'000};
  const std::vector<JobChunk> large = {{.requests = {std::string(60'000, 'x')}}};
  const auto fits = [&](const std::string& key) {
    return store_.AddItems("site", Create("site", key).id(), 0, large, quota).status();
  };
  ASSERT_THAT(fits("first"), IsOk());
  const absl::Status refused = fits("second");
  EXPECT_THAT(refused, Fails(ErrorReason::kQuotaExceeded, "more than 100000 bytes"));
  // The day on which a job expires ends within 24 hours of that.
  EXPECT_GT(RetryAfterOf(refused), hours(167));
  EXPECT_LE(RetryAfterOf(refused), hours(168 + 24));
  ASSERT_THAT(store_.Delete("site", Create("site", "first").id()), IsOk());
  EXPECT_THAT(fits("second"), Fails(ErrorReason::kQuotaExceeded, "")) << "it is only hidden";
  EXPECT_GT(RetryAfterOf(fits("second")), hours(167));

  // A job that has expired takes its bytes until its partition is dropped.
  Run("DELETE FROM arbiter_remains");
  ASSERT_THAT(fits("third"), IsOk());
  Run("UPDATE arbiter_jobs SET expires_at = now()");
  EXPECT_THAT(fits("second"), Fails(ErrorReason::kQuotaExceeded, ""));
  ASSERT_THAT(store_.Maintain(), IsOk());
  EXPECT_THAT(fits("second"), Fails(ErrorReason::kQuotaExceeded, ""));
  EXPECT_THAT(store_.AddItems("other", Create("other", "key").id(), 0, large, quota), IsOk());
  Run("UPDATE arbiter_remains SET expires_on = expires_on - 30");
  ASSERT_THAT(store_.Maintain(), IsOk());
  EXPECT_EQ(Count("arbiter_remains"), 0);
  EXPECT_THAT(fits("second"), IsOk());
}

TEST_F(JobStoreTest, ResultsCountAsBytesToo) {
  const JobQuota quota = {.max_bytes = 100'000};
  const v1::Job job = Start("site", "key", {2});
  JobItemResult large = ResultOf(0, /*has_failed=*/true);
  large.result.append(100'000, 'x');
  const JobLease lease = Claim(anna_);
  ASSERT_TRUE(Record(anna_, lease, {large}));
  const v1::Job next = Create("site", "next");
  EXPECT_THAT(store_.AddItems("site", next.id(), 0, Chunks({1}), quota),
              Fails(ErrorReason::kQuotaExceeded, "items and results"));
  EXPECT_TRUE(Record(anna_, lease, {ResultOf(1)})) << "what has begun is finished";
  EXPECT_EQ(Get(job).state(), v1::JOB_STATE_DONE);
  ASSERT_THAT(store_.RetryFailed("site", job.id()), IsOk()) << "which removes the result";
  EXPECT_THAT(store_.AddItems("site", next.id(), 0, Chunks({1}), quota), IsOk());
}

// A client that keeps creating and deleting jobs must not fill the database with their rows.
TEST_F(JobStoreTest, DeletedJobsLeaveOneRowForEachDay) {
  for (int i = 0; i < 5; ++i) {
    const v1::Job job = Start("site", "key", {1});
    ASSERT_THAT(store_.Delete("site", job.id()), IsOk());
  }
  EXPECT_EQ(Count("arbiter_jobs"), 0);
  EXPECT_LE(Count("arbiter_remains"), 2) << "midnight may have passed";
}

TEST_F(JobStoreTest, StartingTwiceIsStartingOnce) {
  const v1::Job job = Start("site", "key", {2, 2});
  EXPECT_EQ(job.state(), v1::JOB_STATE_RUNNING);
  EXPECT_GE(job.start_time_ms(), job.create_time_ms());
  EXPECT_THAT(store_.Start("site", job.id()), IsOk());
  EXPECT_EQ(Count("arbiter_queue"), 2);
}

TEST_F(JobStoreTest, AJobWithoutItemsIsDoneAtOnce) {
  const v1::Job job = Start("site", "key", {});
  EXPECT_EQ(job.state(), v1::JOB_STATE_DONE);
  EXPECT_GT(job.end_time_ms(), 0u);
  const auto page = store_.Results("site", job.id(), v1::RESULT_ORDER_UNSPECIFIED, "", 10, 1000);
  ASSERT_THAT(page, IsOk());
  EXPECT_TRUE(page->is_last);
}

TEST_F(JobStoreTest, ACancelledJobKeepsItsResults) {
  const v1::Job job = Start("site", "key", {2, 2});
  const JobLease lease = Claim(anna_);
  ASSERT_TRUE(Record(anna_, lease, {ResultOf(1)}));
  const auto cancelled = store_.Cancel("site", job.id());
  ASSERT_THAT(cancelled, IsOk());
  EXPECT_EQ(cancelled->state(), v1::JOB_STATE_CANCELLED);
  EXPECT_EQ(cancelled->done(), 1u);
  EXPECT_GT(cancelled->end_time_ms(), 0u);
  EXPECT_FALSE(Record(anna_, lease, {ResultOf(0)}));
  EXPECT_TRUE(HasNothingToClaim(anna_));
  EXPECT_THAT(store_.Cancel("site", job.id()), IsOk()) << "again";
  EXPECT_THAT(store_.Start("site", job.id()), Fails(ErrorReason::kWrongJobState, "cancelled"));
  EXPECT_THAT(store_.RetryFailed("site", job.id()),
              Fails(ErrorReason::kWrongJobState, "the job was cancelled, so"));
}

TEST_F(JobStoreTest, FailedItemsCanRunAgain) {
  const v1::Job job = Start("site", "key", {2, 2});
  // A repeated call finds that they run already.
  EXPECT_THAT(store_.RetryFailed("site", job.id()), IsOk());
  ASSERT_TRUE(Record(anna_, Claim(anna_), {ResultOf(0), ResultOf(1)}));
  ASSERT_TRUE(Record(anna_, Claim(anna_), {ResultOf(2), ResultOf(3, /*has_failed=*/true)}));
  const v1::Job done = Get(job);
  EXPECT_EQ(done.state(), v1::JOB_STATE_DONE);
  EXPECT_EQ(done.failed(), 1u);

  const auto again = store_.RetryFailed("site", job.id());
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->state(), v1::JOB_STATE_RUNNING);
  EXPECT_EQ(again->done(), 3u);
  EXPECT_EQ(again->failed(), 0u);
  EXPECT_EQ(again->end_time_ms(), 0u);
  const JobLease lease = Claim(bert_);
  EXPECT_THAT(NumbersOf(lease), ElementsAre(3));
  ASSERT_TRUE(Record(bert_, lease, ResultsOf(lease)));
  EXPECT_EQ(Get(job).state(), v1::JOB_STATE_DONE);
  const auto nothing = store_.RetryFailed("site", job.id());
  ASSERT_THAT(nothing, IsOk());
  EXPECT_EQ(nothing->state(), v1::JOB_STATE_DONE);
}

TEST_F(JobStoreTest, ADeletedJobIsGoneAtOnce) {
  const v1::Job job = Start("site", "key", {2, 2});
  const JobLease lease = Claim(anna_);
  EXPECT_THAT(store_.Delete("site", job.id()), IsOk());
  EXPECT_THAT(store_.Delete("site", job.id()), IsOk()) << "again";
  EXPECT_THAT(store_.Get("site", job.id()), Fails(ErrorReason::kJobNotFound, ""));
  EXPECT_FALSE(Record(anna_, lease, ResultsOf(lease)));
  EXPECT_TRUE(HasNothingToClaim(anna_));
  EXPECT_NE(Create("site", "key").id(), job.id()) << "the key is free again";
}

TEST_F(JobStoreTest, AnExpiredJobIsGoneEvenBeforeMaintenance) {
  const v1::Job other = Start("site", "other key", {2});
  const v1::Job job = Start("site", "key", {2});
  const JobLease lease = Claim(anna_);
  EXPECT_EQ(lease.job_id, other.id());
  Run("UPDATE arbiter_jobs SET expires_at = now() WHERE id IN ($1, $2)", {job.id(), other.id()});
  EXPECT_THAT(store_.Get("site", job.id()), Fails(ErrorReason::kJobNotFound, "expired"));
  std::string next;
  EXPECT_THAT(*store_.List("site", 10, "", &next), IsEmpty());
  EXPECT_NE(Create("site", "key").id(), job.id());
  EXPECT_EQ(Count("arbiter_queue"), 1);
  EXPECT_FALSE(Record(anna_, lease, ResultsOf(lease)));
  ASSERT_THAT(store_.Maintain(), IsOk());
  EXPECT_EQ(Count("arbiter_jobs"), 1);
  EXPECT_EQ(Count("arbiter_queue"), 0);
}

TEST_F(JobStoreTest, MaintenanceForgetsOldTurnsAndWorkers) {
  Start("site", "key", {2});
  const v1::Job gone = Start("other", "key", {2});
  ASSERT_THAT(store_.Delete("other", gone.id()), IsOk());
  ASSERT_THAT(store_.Announce(anna_), IsOk());
  Run("UPDATE arbiter_turns SET last_turn = now() - interval '2 days'");
  Run("UPDATE arbiter_workers SET seen_at = now() - interval '2 days'");
  ASSERT_THAT(store_.Maintain(), IsOk());
  EXPECT_EQ(Count("arbiter_workers"), 0);
  EXPECT_EQ(Count("arbiter_turns"), 1);
  EXPECT_EQ(Claim(anna_).client, "site") << "it still waits for its turn";
}

// Nobody has called Maintain() for days.
TEST_F(JobStoreTest, AMissingPartitionIsMadeWhenItIsNeeded) {
  const v1::Job job = Create("site", "key");
  Run("UPDATE arbiter_jobs SET expires_at = now() + interval '40 days', "
      "expires_on = CAST((now() + interval '40 days') AT TIME ZONE 'UTC' AS date)");
  EXPECT_EQ(*store_.AddItems("site", job.id(), 0, Chunks({2}), {}), 2);
}

TEST_F(JobStoreTest, TheNewestJobIsListedFirst) {
  std::vector<std::string> all;
  for (int i = 0; i < 7; ++i) {
    all.insert(all.begin(), "key " + std::to_string(i));
    Create("site", all.front());
  }
  Create("other", "key");
  // Two of them were created in the same microsecond.
  Run("UPDATE arbiter_jobs SET created_at = (SELECT created_at FROM arbiter_jobs "
      "WHERE client = 'site' AND idempotency_key = 'key 3') WHERE idempotency_key = 'key 2'");
  std::vector<std::string> listed;
  std::string token;
  do {
    const auto page = store_.List("site", 3, token, &token);
    ASSERT_THAT(page, IsOk());
    for (const std::string& key : KeysOf(*page)) listed.push_back(key);
  } while (!token.empty());
  EXPECT_EQ(listed.size(), 7u);
  std::sort(listed.begin() + 3, listed.begin() + 5, std::greater<>());
  EXPECT_EQ(listed, all);
  for (const std::string bad : {"x", "x-y", "1x-y", "-y", "-1-y", "9223372036854775807-y"}) {
    EXPECT_THAT(store_.List("site", 3, bad, &token), Fails(ErrorReason::kBadField, "page token"));
  }
}

TEST_F(JobStoreTest, AJobSaysIfNoWorkerTakesIt) {
  const v1::Job job = Start("site", "key", {1});
  EXPECT_TRUE(job.lacks_worker());
  ASSERT_THAT(store_.Announce({"newer", "engine 2"}), IsOk());
  EXPECT_TRUE(Get(job).lacks_worker()) << "it is pinned to engine 1";
  ASSERT_THAT(store_.Announce({"newer", "engine 1"}), IsOk());
  EXPECT_FALSE(Get(job).lacks_worker());
  Run("UPDATE arbiter_workers SET seen_at = now() - interval '61 seconds'");
  EXPECT_TRUE(Get(job).lacks_worker());
  EXPECT_FALSE(Create("site", "another key").lacks_worker()) << "it does not run";

  const auto any = store_.Create("site", Request("any engine"), "", {});
  ASSERT_THAT(any, IsOk());
  ASSERT_THAT(store_.AddItems("site", any->id(), 0, Chunks({1}), {}), IsOk());
  EXPECT_TRUE(store_.Start("site", any->id())->lacks_worker());
  ASSERT_THAT(store_.Announce({"newer", "engine 2"}), IsOk());
  EXPECT_FALSE(Get(*any).lacks_worker());
}

TEST_F(JobStoreTest, AKilledDatabaseLosesNothingThatItConfirmed) {
  auto connection = ConnectTo(server());
  std::string id;
  for (const uint64_t done : {0, 2}) {
    JobStore store(connection.get());
    // The client repeats its calls.
    const auto job = store.Create("site", Request("key"), "", {});
    ASSERT_THAT(job, IsOk());
    if (!id.empty()) EXPECT_EQ(job->id(), id);
    id = job->id();
    EXPECT_EQ(*store.AddItems("site", id, 0, Chunks({2, 2}), {}), 4);
    const auto started = store.Start("site", id);
    ASSERT_THAT(started, IsOk());
    EXPECT_EQ(started->done(), done);
    const auto leases = store.Claim(anna_, v1::JOB_PRIORITY_NORMAL, {}, kLongLease);
    ASSERT_THAT(leases, IsOk());
    ASSERT_EQ(leases->size(), 1u);
    const std::vector<JobItemResult> results = ResultsOf(leases->front());
    const auto recorded = store.Record(anna_, {{leases->front(), results}});
    ASSERT_THAT(recorded, IsOk());
    ASSERT_TRUE(recorded->front());

    server().Kill();
    const auto failed = store.Get("site", id);
    EXPECT_THAT(failed, Fails(ErrorReason::kOverloaded, "does not answer"));
    EXPECT_EQ(failed.status().code(), absl::StatusCode::kUnavailable);
    EXPECT_TRUE(connection->is_broken());
    server().Start();
    connection = ConnectTo(server());
  }
  EXPECT_EQ(JobStore(connection.get()).Get("site", id)->state(), v1::JOB_STATE_DONE);
}

}  // namespace
}  // namespace arbiter::testing
