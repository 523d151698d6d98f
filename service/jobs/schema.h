#ifndef ARBITER_SERVICE_JOBS_SCHEMA_H_
#define ARBITER_SERVICE_JOBS_SCHEMA_H_

#include "absl/status/status.h"
#include "service/jobs/postgres.h"

namespace arbiter {

// The version of the tables that this version of arbiterd uses.
inline constexpr int kJobSchemaVersion = 1;

// Makes the tables for jobs, or brings those of an older version to kJobSchemaVersion; new tables
// have the partitions of the next days. One short query if there is nothing to do, so it can be
// called for every connection. Servers can do this at the same time. FAILED_PRECONDITION if the
// schema is newer.
absl::Status MigrateJobSchema(PostgresConnection* connection);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_SCHEMA_H_
