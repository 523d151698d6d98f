// The tables, their versions and their partitions.
#include "service/jobs/schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>

#include "service/jobs/partitions.h"
#include "service/jobs/test_store.h"

namespace arbiter::testing {
namespace {

using ::testing::HasSubstr;

class JobStoreSchema : public JobStoreFixture {
 protected:
  // Returns whether the partitions of a day such as `20261129` exist.
  bool HasPartitions(const std::string& day) {
    const int64_t found = Count(
        "pg_inherits JOIN pg_class ON pg_class.oid = inhrelid "
        "WHERE relname IN ('arbiter_items_" +
        day + "', 'arbiter_results_" + day + "')");
    EXPECT_NE(found, 1);
    return found == 2;
  }
  std::string DayFromToday(int days) {
    return std::string(Run("SELECT to_char(now() AT TIME ZONE 'UTC' + $1 * interval '1 day', "
                           "'YYYYMMDD')",
                           {days})
                           .Text(0, 0));
  }
  int64_t NumberOfDay(int days) {
    return Run("SELECT (now() AT TIME ZONE 'UTC')::date + $1::integer - date '1970-01-01'", {days})
        .Number(0, 0);
  }
};

TEST_F(JobStoreSchema, ServersThatStartTogetherMakeItOnce) {
  Run("CREATE DATABASE fresh");
  std::array<std::thread, 4> servers;
  for (std::thread& thread : servers) {
    thread = std::thread([] {
      PostgresOptions options = {.url = server().url() + "&dbname=fresh", .timeout = kPatience};
      const auto connection = PostgresConnection::Connect(options);
      ASSERT_THAT(connection, IsOk());
      const absl::Status migrated = MigrateJobSchema(connection->get());
      EXPECT_THAT(migrated, IsOk()) << DatabaseErrorOf(migrated);
    });
  }
  for (std::thread& thread : servers) thread.join();
  Run("DROP DATABASE fresh");
}

TEST_F(JobStoreSchema, ANewerOneIsRefused) {
  Run("UPDATE arbiter_schema SET version = 3");
  const absl::Status refused = MigrateJobSchema(connection_.get());
  EXPECT_EQ(refused.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_THAT(Message(refused),
              HasSubstr("the database has schema 3, and this version of arbiterd knows schemas up "
                        "to 1;"));
  Run("UPDATE arbiter_schema SET version = 1");
  EXPECT_THAT(MigrateJobSchema(connection_.get()), IsOk());
}

// Whoever migrates, or makes or drops partitions, must not keep others from connecting.
TEST_F(JobStoreSchema, ACurrentOneIsOnlyRead) {
  const auto other = ConnectTo(server());
  PostgresTransaction transaction(other.get());
  ASSERT_THAT(transaction.Begin(), IsOk());
  ASSERT_THAT(other->Query("SELECT version FROM arbiter_schema FOR UPDATE"), IsOk());
  ASSERT_THAT(other->Query("LOCK TABLE arbiter_items, arbiter_results"), IsOk());
  Run("SET lock_timeout = '100ms'");
  EXPECT_THAT(MigrateJobSchema(connection_.get()), IsOk());
}

TEST_F(JobStoreSchema, TheDaysOnWhichJobsCanExpireHavePartitions) {
  EXPECT_TRUE(HasPartitions(DayFromToday(0)));
  EXPECT_TRUE(HasPartitions(DayFromToday(kPartitionDaysAhead)));
  EXPECT_FALSE(HasPartitions(DayFromToday(-1)));
}

TEST_F(JobStoreSchema, PartitionsOfPastDaysAreDropped) {
  ASSERT_THAT(MakePartitions(connection_.get(), NumberOfDay(-1)), IsOk());
  ASSERT_THAT(MakePartitions(connection_.get(), NumberOfDay(-1)), IsOk()) << "again";
  EXPECT_TRUE(HasPartitions(DayFromToday(-1)));
  ASSERT_THAT(DropExpiredPartitions(connection_.get()), IsOk());
  EXPECT_FALSE(HasPartitions(DayFromToday(-1)));
  EXPECT_TRUE(HasPartitions(DayFromToday(0)));
}

// A backup reads all tables for a long time.
TEST_F(JobStoreSchema, NobodyWaitsLongForPartitionsThatAreInUse) {
  ASSERT_THAT(MakePartitions(connection_.get(), NumberOfDay(-1)), IsOk());
  const auto backup = ConnectTo(server());
  {
    PostgresTransaction transaction(backup.get());
    ASSERT_THAT(transaction.Begin(), IsOk());
    ASSERT_THAT(backup->Query("SELECT count(*) FROM arbiter_items"), IsOk());
    EXPECT_THAT(MakePartitions(connection_.get(), NumberOfDay(kPartitionDaysAhead + 1)), IsOk())
        << "a new one does not wait";
    EXPECT_EQ(DropExpiredPartitions(connection_.get()).code(),
              absl::StatusCode::kResourceExhausted);
  }
  EXPECT_THAT(DropExpiredPartitions(connection_.get()), IsOk());
}

}  // namespace
}  // namespace arbiter::testing
