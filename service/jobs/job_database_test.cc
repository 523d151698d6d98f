// The threads that use the database, and the monitor.
#include "service/jobs/job_database.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/base/strings.h"
#include "prometheus/registry.h"
#include "service/jobs/job_metrics.h"
#include "service/jobs/job_monitor.h"
#include "service/jobs/test_store.h"

namespace arbiter::testing {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class JobStoreDatabase : public JobStoreFixture {
 protected:
  void Open(JobDatabase::Options options, const std::string& url = server().url()) {
    options.postgres = {.url = url, .timeout = kPatience};
    database_.emplace(std::move(options), &availability_, &metrics_);
    ASSERT_THAT(database_->Check(), IsOk());
    database_->Start();
  }
  // Submits an operation that notes this name, or that it was refused.
  void Submit(const std::string& client, const std::string& name, size_t bytes = 0) {
    database_->Submit(client, bytes, [this, name](const absl::StatusOr<JobStore*>& store) {
      const std::lock_guard lock(mutex_);
      if (store.ok()) {
        done_.push_back(name);
      } else {
        EXPECT_THAT(store.status(), Fails(ErrorReason::kOverloaded, ""));
        EXPECT_EQ(store.status().code(), absl::StatusCode::kUnavailable);
        refused_.push_back(name);
      }
    });
  }
  // Keeps the only thread busy until `release_` is fulfilled.
  void Occupy() {
    const auto begun = std::make_shared<std::promise<void>>();
    database_->Submit("busy", 0, [begun, released = release_.get_future().share()](const auto&) {
      begun->set_value();
      released.wait();
    });
    begun->get_future().wait();
  }
  // Returns the number of connections of a role.
  int64_t ConnectionsOf(const std::string& role) {
    return Count("pg_stat_activity WHERE usename = '" + role + "'");
  }
  // Waits for an operation that is submitted now, and returns its status.
  absl::Status Try() {
    const auto status = std::make_shared<std::promise<absl::Status>>();
    database_->Submit("client", 0, [status](const absl::StatusOr<JobStore*>& store) {
      status->set_value(store.ok() ? (*store)->Backlogs().status() : store.status());
    });
    return status->get_future().get();
  }
  size_t finished() {
    const std::lock_guard lock(mutex_);
    return done_.size() + refused_.size();
  }

  prometheus::Registry registry_;
  JobMetrics metrics_{&registry_};
  Logger log_{STDERR_FILENO, LogLevel::kError};
  std::vector<bool> changes_;
  JobAvailability availability_{[this](bool is_available) { changes_.push_back(is_available); },
                                &metrics_, &log_};
  std::mutex mutex_;
  std::vector<std::string> done_;
  std::vector<std::string> refused_;
  std::promise<void> release_;
  std::optional<JobDatabase> database_;
};

TEST_F(JobStoreDatabase, ClientsTakeTurns) {
  Open({.connections = 1});
  Occupy();
  for (int i = 0; i < 100; ++i) Submit("archive", "archive");
  Submit("site", "site 1");
  Submit("site", "site 2");
  release_.set_value();
  ASSERT_TRUE(Eventually([&] { return finished() == 102; }));
  const auto place = [&](const std::string& name) {
    return std::find(done_.begin(), done_.end(), name) - done_.begin();
  };
  EXPECT_LT(place("site 1"), 50) << "it came last";
  EXPECT_LT(place("site 1"), place("site 2"));
}

// Such as calls that wait for the lock of one job.
TEST_F(JobStoreDatabase, SlowOperationsOfOneClientLeaveConnectionsToOthers) {
  Open({.connections = 4});
  std::atomic<int> begun = 0;
  const std::shared_future<void> released = release_.get_future().share();
  for (int i = 0; i < 4; ++i) {
    database_->Submit("slow", 0, [&begun, released](const auto&) {
      ++begun;
      released.wait();
    });
  }
  ASSERT_TRUE(Eventually([&] { return begun == 2; }));
  for (int i = 0; i < 10; ++i) EXPECT_THAT(Try(), IsOk());
  EXPECT_EQ(begun, 2);
  release_.set_value();
  EXPECT_TRUE(Eventually([&] { return begun == 4; }));
  database_->Stop();
}

TEST_F(JobStoreDatabase, TheClientWithTheMostWaitingIsRefused) {
  Open({.connections = 1, .max_waiting = 4, .max_waiting_bytes = 100});
  Occupy();
  for (const char* name : {"1", "2", "3", "4", "5"}) Submit("archive", name);
  EXPECT_THAT(refused_, ElementsAre("5"));
  Submit("site", "site");
  EXPECT_THAT(refused_, ElementsAre("5", "4")) << "it makes room for others";
  Submit("site", "large", 101);
  EXPECT_THAT(refused_, ElementsAre("5", "4", "large"));
  EXPECT_EQ(metrics_.operations_refused().Value(), 3);
  release_.set_value();
  ASSERT_TRUE(Eventually([&] { return finished() == 7; }));
  EXPECT_THAT(done_, ::testing::UnorderedElementsAre("1", "2", "3", "site"));
}

TEST_F(JobStoreDatabase, StoppingEndsWhatWaits) {
  Open({.connections = 1});
  Occupy();
  Submit("site", "waiting");
  std::thread stop([&] { database_->Stop(); });
  Submit("site", "late");
  release_.set_value();
  stop.join();
  Submit("site", "too late");
  EXPECT_EQ(done_.size() + refused_.size(), 3u);
  EXPECT_EQ(refused_.back(), "too late");
}

TEST_F(JobStoreDatabase, StoppingDoesNotWaitForADatabaseThatDoesNotAnswer) {
  const SilentHost silent;
  database_.emplace(
      JobDatabase::Options{
          .postgres = {.url = StrCat("postgresql://127.0.0.1:", silent.port(), "/x"),
                       .timeout = kPatience},
          .connections = 1},
      &availability_, &metrics_);
  database_->Start();
  Submit("site", "waiting");
  silent.WaitForConnection();
  const auto begin = std::chrono::steady_clock::now();
  database_->Stop();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, kPatience / 2);
  EXPECT_THAT(refused_, ElementsAre("waiting"));
  EXPECT_THAT(changes_, IsEmpty()) << "nothing is known about the database";
}

TEST_F(JobStoreDatabase, ThreadsThatCannotConnectLeaveTheWorkToOthers) {
  Run("CREATE ROLE limited LOGIN CONNECTION LIMIT 2");
  Run("GRANT ALL ON ALL TABLES IN SCHEMA public TO limited");
  Open({.connections = 6}, server().url() + "&user=limited");
  // If all threads connect at once, PostgreSQL may refuse all of them: it counts attempts, too.
  ASSERT_TRUE(Eventually([this] { return Try().ok(); }));
  const size_t changes_before = changes_.size();
  Occupy();
  size_t submitted = 0;
  ASSERT_TRUE(Eventually([&] {
    for (int i = 0; i < 50; ++i, ++submitted) Submit("site", "done");
    EXPECT_TRUE(Eventually([&] { return finished() == submitted; }));
    return submitted >= 500 && ConnectionsOf("limited") == 2;
  }));
  EXPECT_THAT(refused_, IsEmpty());
  EXPECT_EQ(changes_.size(), changes_before);
  EXPECT_TRUE(changes_.back()) << "the database is available";
  release_.set_value();
  database_->Stop();
  ASSERT_TRUE(Eventually([this] { return ConnectionsOf("limited") == 0; }));
  Run("DROP OWNED BY limited");
  Run("DROP ROLE limited");
}

TEST_F(JobStoreDatabase, TellsWhenTheDatabaseGoesAwayAndComesBack) {
  Open({});
  EXPECT_EQ(metrics_.database_up().Value(), 1);
  EXPECT_THAT(Try(), IsOk());
  server().Kill();
  EXPECT_TRUE(Eventually([&] { return !Try().ok() && metrics_.database_up().Value() == 0; }));
  server().Start();
  EXPECT_TRUE(Eventually([&] { return Try().ok() && metrics_.database_up().Value() == 1; }));
  database_->Stop();
  EXPECT_THAT(changes_, ElementsAre(true, false, true));
}

TEST_F(JobStoreDatabase, TheMonitorNoticesEverythingByItself) {
  Open({});
  ASSERT_THAT(store_.Announce(anna_), IsOk());
  Start("site", "key", {2, 1});
  const auto waiting = [this] {
    for (const prometheus::MetricFamily& family : registry_.Collect()) {
      if (family.name != "arbiter_jobs_waiting_items") continue;
      for (const prometheus::ClientMetric& metric : family.metric) {
        if (metric.label.front().value == "normal") return metric.gauge.value;
      }
    }
    return -1.0;
  };
  EXPECT_EQ(waiting(), 0);
  JobMonitor monitor({.interval = milliseconds(1), .backlog_interval = milliseconds(1)},
                     &*database_, &metrics_);
  EXPECT_TRUE(Eventually([&] { return waiting() == 3; }));
  Claim(anna_);
  EXPECT_TRUE(Eventually([&] { return waiting() == 1; }));
  server().Kill();
  EXPECT_TRUE(Eventually([&] { return metrics_.database_up().Value() == 0; }));
  server().Start();
  EXPECT_TRUE(Eventually([&] { return metrics_.database_up().Value() == 1; }));
  EXPECT_EQ(waiting(), 1) << "the last answer";
  database_->Stop();
}

}  // namespace
}  // namespace arbiter::testing
