// The leases of workers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "google/rpc/error_details.pb.h"
#include "service/jobs/test_store.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class JobStoreLeases : public JobStoreFixture {
 protected:
  // Returns the stored result of an item.
  v1::JobResult StoredResult(const v1::Job& job, int64_t item) {
    const PostgresRows rows =
        Run("SELECT result FROM arbiter_results WHERE job_id = $1 AND item = $2", {job.id(), item});
    v1::JobResult result;
    EXPECT_EQ(rows.size(), 1);
    EXPECT_TRUE(result.ParseFromString(std::string(rows.Text(0, 0))));
    return result;
  }
  // Adds this many chunks to the queue, each like the only one in it except for its number.
  void CopyChunks(int count) {
    Run("INSERT INTO arbiter_queue (job_id, chunk, missing, priority, client, engine_version, "
        "is_paid, expires_on, queued_at, attempt) SELECT job_id, number, missing, priority, "
        "client, "
        "engine_version, is_paid, expires_on, queued_at, attempt FROM arbiter_queue, "
        "generate_series(1, $1) number",
        {count});
  }
  // Claims a chunk, and lets the lease run out after these items have got results.
  JobLease ClaimAndFail(const std::vector<int64_t>& done = {}) {
    JobLease lease = Claim(anna_);
    if (lease.is_careful) EXPECT_TRUE(store_.Begin(anna_, lease).value_or(false));
    for (const int64_t item : done) EXPECT_TRUE(Record(anna_, lease, {ResultOf(item)}));
    EndLeases();
    return lease;
  }
};

TEST_F(JobStoreLeases, ALeaseHasWhatAWorkerNeeds) {
  const v1::Job job = Start("site", "key", {2, 1}, v1::JOB_PRIORITY_HIGH);
  EXPECT_TRUE(HasNothingToClaim(anna_)) << "of normal priority";
  const JobLease lease = Claim(anna_, v1::JOB_PRIORITY_HIGH);
  EXPECT_EQ(lease.job_id, job.id());
  EXPECT_EQ(lease.client, "site");
  EXPECT_EQ(lease.priority, v1::JOB_PRIORITY_HIGH);
  EXPECT_EQ(lease.attempt, 1);
  EXPECT_FALSE(lease.is_careful);
  EXPECT_THAT(NumbersOf(lease), ElementsAre(0, 1));
  EXPECT_EQ(lease.items[1].request, "request 1");
  EXPECT_THAT(NumbersOf(Claim(anna_, v1::JOB_PRIORITY_HIGH)), ElementsAre(2));
}

TEST_F(JobStoreLeases, TheLastResultEndsTheJob) {
  const v1::Job job = Start("site", "key", {2});
  const JobLease lease = Claim(anna_);
  ASSERT_TRUE(Record(anna_, lease, {ResultOf(0)}));
  EXPECT_EQ(Get(job).done(), 1u);
  EXPECT_EQ(Get(job).state(), v1::JOB_STATE_RUNNING);
  ASSERT_TRUE(Record(anna_, lease, {ResultOf(1, /*has_failed=*/true)}));
  const v1::Job done = Get(job);
  EXPECT_EQ(done.state(), v1::JOB_STATE_DONE);
  EXPECT_EQ(done.done(), 2u);
  EXPECT_EQ(done.failed(), 1u);
  EXPECT_GE(done.end_time_ms(), done.start_time_ms());
  EXPECT_TRUE(HasNothingToClaim(anna_));
}

TEST_F(JobStoreLeases, TheFirstResultStands) {
  const v1::Job job = Start("site", "key", {2});
  const JobLease lease = Claim(anna_);
  ASSERT_TRUE(Record(anna_, lease, {ResultOf(0)}));
  JobItemResult another = ResultOf(0, /*has_failed=*/true);
  another.result = "";
  ASSERT_TRUE(Record(anna_, lease, {another}));
  EXPECT_EQ(Get(job).done(), 1u);
  EXPECT_EQ(Get(job).failed(), 0u);
  EXPECT_EQ(StoredResult(job, 0).version(), "worker of 0");
}

TEST_F(JobStoreLeases, ResultsOfSeveralChunksAreRecordedTogether) {
  const v1::Job job = Start("site", "key", {2, 1, 2});
  const JobLease first = Claim(anna_);
  const JobLease released = Claim(anna_);
  const JobLease last = Claim(anna_);
  ASSERT_THAT(store_.Release(anna_, released), IsOk());
  const std::vector<JobItemResult> results = {ResultOf(0), ResultOf(1), ResultOf(2),
                                              ResultOf(3, /*has_failed=*/true)};
  const absl::Span<const JobItemResult> all(results);
  const auto recorded = store_.Record(
      anna_,
      {{first, all.subspan(0, 2)}, {released, all.subspan(2, 1)}, {last, all.subspan(3, 1)}});
  ASSERT_THAT(recorded, IsOk());
  EXPECT_THAT(*recorded, ElementsAre(true, false, true));
  EXPECT_EQ(Get(job).done(), 3u);
  EXPECT_EQ(Get(job).failed(), 1u);
  EXPECT_FALSE(*store_.Renew(anna_, first, kLongLease)) << "the chunk is finished";
  EXPECT_TRUE(*store_.Renew(anna_, last, kLongLease)) << "item 4 has no result";
  EXPECT_THAT(NumbersOf(Claim(bert_)), ElementsAre(2));
  ASSERT_TRUE(Record(anna_, last, {ResultOf(4)}));
  EXPECT_EQ(Count("arbiter_queue"), 1);
}

TEST_F(JobStoreLeases, WorkersNeverShareAChunk) {
  constexpr int kChunks = 60;
  const v1::Job job = Start("site", "key", std::vector<int>(kChunks, 2));
  std::mutex mutex;
  std::map<int64_t, int> claims;
  constexpr int kWorkers = 5;
  std::vector<std::thread> workers;
  workers.reserve(kWorkers);
  for (int i = 0; i < kWorkers; ++i) {
    workers.emplace_back([&, i] {
      const auto connection = ConnectTo(server());
      JobStore store(connection.get());
      const JobStore::WorkerName name = {std::to_string(i), "engine 1"};
      for (;;) {
        const auto leases = store.Claim(name, v1::JOB_PRIORITY_NORMAL, {}, kLongLease);
        ASSERT_THAT(leases, IsOk());
        if (leases->empty()) return;
        {
          const std::lock_guard lock(mutex);
          ++claims[leases->front().chunk];
        }
        const std::vector<JobItemResult> results = ResultsOf(leases->front());
        const auto recorded = store.Record(name, {{leases->front(), results}});
        ASSERT_THAT(recorded, IsOk());
        EXPECT_TRUE(recorded->front());
      }
    });
  }
  for (std::thread& worker : workers) worker.join();
  EXPECT_EQ(claims.size(), static_cast<size_t>(kChunks));
  for (const auto& [chunk, count] : claims) EXPECT_EQ(count, 1) << chunk;
  EXPECT_EQ(Get(job).state(), v1::JOB_STATE_DONE);
  EXPECT_EQ(Get(job).done(), 2u * kChunks);
}

TEST_F(JobStoreLeases, ClientsTakeTurns) {
  Start("archive", "key", {1, 1, 1, 1, 1, 1});
  Start("site", "key", {1, 1});
  std::array<std::string, 4> turns;
  for (std::string& turn : turns) turn = Claim(anna_).client;
  EXPECT_THAT(turns, ElementsAre("archive", "site", "archive", "site"));
  Start("late", "key", {1});
  EXPECT_EQ(Claim(anna_).client, "late") << "it has waited the longest";
  EXPECT_EQ(Claim(anna_).client, "archive");
}

TEST_F(JobStoreLeases, ExcludedClientsGetNone) {
  Start("archive", "key", {1, 1});
  Start("site", "key", {1});
  const auto claim = [&](const std::vector<std::string>& excluded) {
    const auto leases = store_.Claim(anna_, v1::JOB_PRIORITY_NORMAL, excluded, kLongLease);
    EXPECT_THAT(leases, IsOk());
    return leases->empty() ? "" : leases->front().client;
  };
  EXPECT_EQ(claim({"archive", "another"}), "site");
  EXPECT_EQ(claim({"archive", "another"}), "");
  EXPECT_EQ(claim({"site"}), "archive");
}

TEST_F(JobStoreLeases, NobodyWorksOnAnExpiredJob) {
  Start("site", "key", {3, 1});
  Start("site", "another", {1});
  Run("UPDATE arbiter_jobs SET expires_at = now() WHERE items = 4");
  EXPECT_THAT(NumbersOf(Claim(anna_)), ElementsAre(0));
  EXPECT_EQ(Count("arbiter_queue"), 1) << "the chunks are removed";
}

// The chunks of a job are removed in few statements, between which others get their turns.
TEST_F(JobStoreLeases, ALargeExpiredJobDoesNotKeepOthersWaiting) {
  constexpr int kChunks = 20'000;
  Start("archive", "key", {1});
  CopyChunks(kChunks - 1);
  Run("UPDATE arbiter_jobs SET expires_at = now()");
  Start("site", "key", {1});
  EXPECT_EQ(Claim(anna_).client, "site");
  EXPECT_EQ(Count("arbiter_queue WHERE client = 'archive'"), kChunks - 1'000);
  EXPECT_TRUE(HasNothingToClaim(anna_));
  EXPECT_EQ(Count("arbiter_queue"), 1) << "all others are removed";
  Run("VACUUM arbiter_queue");
}

// Its chunks are removed with it unless somebody has put them into the queue at the same time.
TEST_F(JobStoreLeases, NobodyWorksOnADeletedJob) {
  Start("site", "key", {1, 1});
  const JobLease held = Claim(anna_);
  Run("DELETE FROM arbiter_jobs");
  EXPECT_TRUE(HasNothingToClaim(bert_));
  EXPECT_EQ(Count("arbiter_queue"), 1) << "a worker holds it";
  EXPECT_FALSE(Record(anna_, held, ResultsOf(held)));
  EndLeases();
  EXPECT_TRUE(HasNothingToClaim(bert_));
  EXPECT_EQ(Count("arbiter_queue"), 0);
}

TEST_F(JobStoreLeases, APinnedJobWaitsForItsEngine) {
  Start("site", "key", {1});
  EXPECT_TRUE(HasNothingToClaim({"newer", "engine 2"}));
  const auto any = store_.Create("site", Request("any engine"), "", {});
  ASSERT_THAT(store_.AddItems("site", any->id(), 0, Chunks({1}), {}), IsOk());
  ASSERT_THAT(store_.Start("site", any->id()), IsOk());
  EXPECT_EQ(Claim({"newer", "engine 2"}).job_id, any->id());
  EXPECT_FALSE(HasNothingToClaim(anna_));
}

TEST_F(JobStoreLeases, AnExpiredLeaseGoesToAnotherWorker) {
  const v1::Job job = Start("site", "key", {2});
  const auto leases = store_.Claim(anna_, v1::JOB_PRIORITY_NORMAL, {}, milliseconds(1));
  ASSERT_THAT(leases, IsOk());
  const JobLease& old = leases->front();
  std::optional<JobLease> lease;
  ASSERT_TRUE(Eventually([&] {
    auto claimed = store_.Claim(bert_, v1::JOB_PRIORITY_NORMAL, {}, kLongLease);
    if (!claimed.ok() || claimed->empty()) return false;
    lease = claimed->front();
    return true;
  }));
  EXPECT_EQ(lease->attempt, 2);
  EXPECT_TRUE(lease->has_run_out);
  EXPECT_FALSE(Record(anna_, old, ResultsOf(old))) << "its attempt is not the last one";
  EXPECT_FALSE(*store_.Renew(anna_, old, kLongLease));
  EXPECT_THAT(store_.Release(anna_, old), IsOk());
  EXPECT_EQ(Get(job).done(), 0u);
  EXPECT_TRUE(*store_.Renew(bert_, *lease, kLongLease));
  EXPECT_TRUE(Record(bert_, *lease, ResultsOf(*lease)));
  EXPECT_FALSE(*store_.Renew(bert_, *lease, kLongLease)) << "the chunk is finished";
}

// Nobody else has it, and what the worker has found is right.
TEST_F(JobStoreLeases, AnExpiredLeaseThatNobodyTookCanBeUsed) {
  Start("site", "key", {2});
  const JobLease lease = Claim(anna_);
  EndLeases();
  EXPECT_TRUE(*store_.Renew(anna_, lease, kLongLease));
  EXPECT_TRUE(HasNothingToClaim(bert_));
  EndLeases();
  EXPECT_TRUE(Record(anna_, lease, ResultsOf(lease)));
}

TEST_F(JobStoreLeases, AReleasedChunkHasNotFailed) {
  Start("site", "key", {3});
  const JobLease lease = Claim(anna_);
  ASSERT_TRUE(Record(anna_, lease, {ResultOf(0)}));
  ASSERT_THAT(store_.Release(anna_, lease), IsOk());
  EXPECT_FALSE(Record(anna_, lease, {ResultOf(1)})) << "it has been given back";
  const JobLease next = Claim(bert_);
  EXPECT_FALSE(next.is_careful);
  EXPECT_FALSE(next.has_run_out);
  EXPECT_EQ(next.attempt, 2);
  EXPECT_THAT(NumbersOf(next), ElementsAre(1, 2));
}

TEST_F(JobStoreLeases, APausedClientGetsNoTurnUntilThePauseIsOver) {
  Start("site", "key", {1, 1});
  Start("other", "key", {1, 1});
  const JobLease lease = Claim(anna_);
  ASSERT_EQ(lease.client, "site");
  EXPECT_THAT(store_.Pause(anna_, lease, kLongLease), IsOk());
  EXPECT_FALSE(Record(anna_, lease, ResultsOf(lease))) << "the lease has been given back";
  EXPECT_EQ(Claim(anna_).client, "other");
  EXPECT_EQ(Claim(anna_).client, "other");
  EXPECT_TRUE(HasNothingToClaim(anna_));
  Run("UPDATE arbiter_turns SET paused_until = clock_timestamp() WHERE client = 'site'");
  const JobLease again = Claim(bert_);
  EXPECT_EQ(again.client, "site");
  EXPECT_FALSE(again.is_careful) << "a pause is no failure";
  EXPECT_FALSE(again.has_run_out);
}

TEST_F(JobStoreLeases, AFailedLeaseIsTriedAgainAfterADelay) {
  const v1::Job job = Start("site", "key", {2});
  for (int attempt = 1; attempt < 5; ++attempt) {
    const JobLease lease = Claim(anna_);
    EXPECT_EQ(lease.is_careful, attempt > 1);
    if (lease.is_careful) EXPECT_TRUE(store_.Begin(anna_, lease).value_or(false));
    EXPECT_THAT(store_.Fail(anna_, lease, kLongLease), IsOk());
    EXPECT_TRUE(HasNothingToClaim(bert_)) << "until the delay is over";
    EndLeases();
  }
  const JobLease last = Claim(anna_);
  EXPECT_TRUE(store_.Begin(anna_, last).value_or(false));
  ASSERT_THAT(store_.Fail(anna_, last, std::chrono::milliseconds(0)), IsOk());
  EXPECT_THAT(NumbersOf(Claim(bert_)), ElementsAre(1));
  EXPECT_TRUE(StoredResult(job, 0).has_status());
}

TEST_F(JobStoreLeases, ItemsThatRunAgainAreNotPaid) {
  const v1::Job job = Start("site", "key", {2});
  const JobLease lease = Claim(anna_);
  EXPECT_TRUE(lease.is_paid);
  ASSERT_TRUE(Record(anna_, lease, {ResultOf(0), ResultOf(1, /*has_failed=*/true)}));
  EXPECT_THAT(store_.RetryFailed("site", job.id()), IsOk());
  EXPECT_FALSE(Claim(anna_).is_paid);
}

TEST_F(JobStoreLeases, ALeaseFromBeforeARetryStaysVoid) {
  const v1::Job job = Start("site", "key", {1});
  const JobLease old = Claim(anna_);
  for (int retry = 0; retry < 2; ++retry) {
    EndLeases();
    const JobLease last = Claim(bert_);
    ASSERT_TRUE(Record(bert_, last, {ResultOf(0, /*has_failed=*/true)}));
    ASSERT_THAT(store_.RetryFailed("site", job.id()), IsOk());
    const JobLease first = Claim(anna_);
    EXPECT_GT(first.attempt, last.attempt);
    EXPECT_FALSE(Record(anna_, old, ResultsOf(old)));
    EXPECT_EQ(Get(job).done(), 0u);
  }
}

TEST_F(JobStoreLeases, AnItemThatEndsFiveWorkersFails) {
  const v1::Job job = Start("site", "key", {3, 1});
  EXPECT_FALSE(ClaimAndFail().is_careful);
  // Since then, each result is recorded before the next item begins, which shows that item 1 is the
  // one that ends the workers, not item 0.
  JobLease careful = ClaimAndFail({0});
  EXPECT_TRUE(careful.is_careful);
  EXPECT_THAT(NumbersOf(careful), ElementsAre(0, 1, 2));
  for (int failures = 1; failures < 5; ++failures) {
    careful = ClaimAndFail();
    EXPECT_TRUE(careful.is_careful) << failures;
    EXPECT_THAT(NumbersOf(careful), ElementsAre(1, 2)) << failures;
  }
  const JobLease rest = Claim(bert_);
  EXPECT_THAT(NumbersOf(rest), ElementsAre(2)) << "the others go on";
  EXPECT_EQ(Get(job).failed(), 1u);
  const google::rpc::Status status = StoredResult(job, 1).status();
  EXPECT_EQ(status.code(), static_cast<int>(absl::StatusCode::kInternal));
  EXPECT_THAT(status.message(), HasSubstr("5 times"));
  google::rpc::ErrorInfo info;
  ASSERT_EQ(status.details_size(), 1);
  EXPECT_TRUE(status.details(0).UnpackTo(&info));
  EXPECT_EQ(info.reason(), "LIMIT_EXCEEDED");

  ASSERT_TRUE(Record(bert_, rest, ResultsOf(rest)));
  const JobLease last = Claim(bert_);
  ASSERT_TRUE(Record(bert_, last, ResultsOf(last)));
  EXPECT_EQ(Get(job).state(), v1::JOB_STATE_DONE);
}

// A worker can end because of another chunk.
TEST_F(JobStoreLeases, AnItemWithWhichNobodyHasBegunIsInnocent) {
  const v1::Job job = Start("site", "key", {2});
  ClaimAndFail();
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(Claim(anna_).is_careful);
    EndLeases();
  }
  for (int i = 0; i < 10; ++i) {
    JobLease lease = Claim(anna_);
    EXPECT_TRUE(store_.Begin(anna_, lease).value_or(false));
    lease.has_begun = true;
    EXPECT_THAT(store_.Release(anna_, lease), IsOk());
    EXPECT_FALSE(store_.Begin(anna_, lease).value_or(true)) << "it has been given back";
  }
  const JobLease lease = Claim(anna_);
  EXPECT_THAT(NumbersOf(lease), ElementsAre(0, 1));
  EXPECT_TRUE(Record(anna_, lease, ResultsOf(lease)));
  EXPECT_EQ(Get(job).failed(), 0u);
}

TEST_F(JobStoreLeases, AChunkOfWhichTheLastItemFailsIsFinished) {
  const v1::Job job = Start("site", "key", {1});
  for (int i = 0; i < 5; ++i) ClaimAndFail();
  EXPECT_TRUE(HasNothingToClaim(bert_));
  EXPECT_EQ(Get(job).state(), v1::JOB_STATE_DONE);
  EXPECT_EQ(Count("arbiter_queue"), 0);
}

TEST_F(JobStoreLeases, AClientGetsItsChunksInTheirOrderWhateverTheirEngine) {
  const auto any = store_.Create("site", Request("any engine"), "", {});
  ASSERT_THAT(store_.AddItems("site", any->id(), 0, Chunks({1, 1}), {}), IsOk());
  const v1::Job first = Start("site", "first", {1});
  ASSERT_THAT(store_.Start("site", any->id()), IsOk());
  const v1::Job last = Start("site", "last", {1});
  std::vector<std::string> jobs;
  for (int i = 0; i < 4; ++i) jobs.push_back(Claim(anna_).job_id);
  EXPECT_THAT(jobs, ElementsAre(first.id(), any->id(), any->id(), last.id()));
}

// An index has the chunks of each engine version apart, so those that the worker cannot take are
// not read.
TEST_F(JobStoreLeases, ChunksOfAnAbsentEngineDoNotSlowOthersDown) {
  constexpr int kAbsent = 20'000;
  const v1::Job absent = Start("site", "absent", {1});
  Run("UPDATE arbiter_queue SET engine_version = 'engine 0', "
      "queued_at = queued_at - interval '1 hour'");
  CopyChunks(kAbsent);
  Start("site", "key", {1, 1});
  Start("other", "key", {1});
  const auto rows_read = [this] {
    Run("SELECT pg_stat_force_next_flush()");
    return Run("SELECT CAST(sum(idx_tup_read) AS bigint) FROM pg_stat_user_indexes "
               "WHERE relname = 'arbiter_queue'")
        .Number(0, 0);
  };
  const int64_t before = rows_read();
  for (int i = 0; i < 3; ++i) EXPECT_NE(Claim(anna_).job_id, absent.id());
  EXPECT_TRUE(HasNothingToClaim(anna_));
  EXPECT_LT(rows_read() - before, 100);
  Run("VACUUM arbiter_queue");
}

TEST_F(JobStoreLeases, TheBacklogIsCountedInItems) {
  EXPECT_THAT(*store_.Backlogs(), IsEmpty());
  ASSERT_THAT(store_.Announce(anna_), IsOk());
  Start("site", "key", {3, 2, 1});
  Start("site", "low", {1}, v1::JOB_PRIORITY_LOW);
  const JobLease lease = Claim(anna_);
  ASSERT_TRUE(Record(anna_, lease, {ResultOf(0)}));
  Run("UPDATE arbiter_queue SET queued_at = now() - interval '5 seconds'");
  // No worker has this engine, and these chunks have waited for longer than all others.
  const auto pinned = store_.Create("site", Request("pinned"), "engine 2", {});
  ASSERT_THAT(store_.AddItems("site", pinned->id(), 0, Chunks({4}), {}), IsOk());
  ASSERT_THAT(store_.Start("site", pinned->id()), IsOk());
  Run("UPDATE arbiter_queue SET queued_at = now() - interval '1 hour' WHERE job_id = $1",
      {pinned->id()});
  auto backlogs = store_.Backlogs();
  ASSERT_THAT(backlogs, IsOk());
  ASSERT_EQ(backlogs->size(), 2u);
  EXPECT_EQ(backlogs->at(0).priority, v1::JOB_PRIORITY_NORMAL);
  EXPECT_EQ(backlogs->at(0).waiting, 3);
  EXPECT_GE(backlogs->at(0).oldest_wait, milliseconds(5'000));
  EXPECT_LT(backlogs->at(0).oldest_wait, milliseconds(3'600'000));
  EXPECT_EQ(backlogs->at(0).running, 2);
  EXPECT_EQ(backlogs->at(0).without_worker, 4);
  EXPECT_EQ(backlogs->at(1).priority, v1::JOB_PRIORITY_LOW);
  EXPECT_EQ(backlogs->at(1).waiting, 1);
  EXPECT_EQ(backlogs->at(1).running, 0);
  EXPECT_EQ(backlogs->at(1).without_worker, 0);

  Run("UPDATE arbiter_turns SET paused_until = now() + interval '1 hour' WHERE priority = $1",
      {static_cast<int>(v1::JOB_PRIORITY_NORMAL)});
  backlogs = store_.Backlogs();
  ASSERT_THAT(backlogs, IsOk());
  EXPECT_EQ(backlogs->at(0).waiting, 0);
  EXPECT_EQ(backlogs->at(0).oldest_wait, milliseconds(0));
  EXPECT_EQ(backlogs->at(0).paused, 3);
  EXPECT_EQ(backlogs->at(0).without_worker, 4) << "they would wait in any case";
  EXPECT_EQ(backlogs->at(1).waiting, 1) << "another class";
  EXPECT_TRUE(HasNothingToClaim(anna_));

  Run("UPDATE arbiter_turns SET paused_until = now()");
  Run("UPDATE arbiter_workers SET seen_at = now() - interval '61 seconds'");
  backlogs = store_.Backlogs();
  ASSERT_THAT(backlogs, IsOk());
  EXPECT_EQ(backlogs->at(0).waiting, 0);
  EXPECT_EQ(backlogs->at(0).oldest_wait, milliseconds(0));
  EXPECT_EQ(backlogs->at(0).without_worker, 7) << "all workers are gone";
}

}  // namespace
}  // namespace arbiter::testing
