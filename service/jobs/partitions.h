#ifndef ARBITER_SERVICE_JOBS_PARTITIONS_H_
#define ARBITER_SERVICE_JOBS_PARTITIONS_H_

#include <cstdint>

#include "absl/status/status.h"
#include "service/jobs/postgres.h"

// The tables with items and results, which have a partition for each day on which jobs expire. When
// the day is over, its partition is dropped, which takes no time and leaves nothing to clean up.
//
// This is the only file with SQL that not every database with PostgreSQL's protocol has. In
// CockroachDB, the same tables have no partitions, and rows are deleted.
namespace arbiter {

// How many days after today have partitions: one more than a job can be kept, so that a day may
// pass without maintenance.
inline constexpr int kPartitionDaysAhead = 31;

// Makes the tables arbiter_items and arbiter_results, without partitions.
absl::Status MakePartitionedTables(PostgresConnection* connection);

// Makes the partitions of a day if they are missing; days are counted from 1970-01-01.
absl::Status MakePartitions(PostgresConnection* connection, int64_t day);
// Makes those of today and of the kPartitionDaysAhead days after it.
absl::Status MakePartitionsAhead(PostgresConnection* connection);

// Whether a statement has failed because the partition of its day is missing.
bool LacksPartition(const absl::Status& status);

// Drops the partitions of all days before today. RESOURCE_EXHAUSTED if one of them is in use.
absl::Status DropExpiredPartitions(PostgresConnection* connection);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_PARTITIONS_H_
