#ifndef ARBITER_SERVICE_JOBS_JOB_ROWS_H_
#define ARBITER_SERVICE_JOBS_JOB_ROWS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arbiter/v1/job_service.pb.h"
#include "service/jobs/job_store.h"
#include "service/jobs/postgres.h"

// The rows of arbiter_jobs, as all parts of JobStore read and change them.
namespace arbiter {

// What a quota counts for a row of a job, of a chunk of items and of a result, in addition to the
// items and results themselves: about what PostgreSQL takes for it, with its entries in indexes.
inline constexpr int64_t kJobRowBytes = 512;
inline constexpr int64_t kChunkRowBytes = 256;
inline constexpr int64_t kResultRowBytes = 224;

// The leases of a chunk have growing numbers, also when it is put into the queue again: then they
// begin after this multiple of the number of retries of the job.
inline constexpr int64_t kMaxAttemptsPerRetry = int64_t{1} << 32;

// A job as the database has it.
struct JobRow {
  v1::Job job;
  // The SHA-256 digest of the request that created it.
  std::string request_hash;
  // The sequence number of its next result.
  int64_t next_sequence = 0;
  // The day on which it expires, counted from 1970-01-01, which leads to its items and results.
  int64_t day = 0;
};

// SQL for the date of a day, which is the parameter with this number.
std::string DayParameter(int number);

// The columns from which ReadJob() reads a row. The table must be called `job`.
extern const char* const kJobColumns;
inline constexpr int kJobColumnCount = 16;
JobRow ReadJob(const PostgresRows& rows, int row);

// Whether the job runs no more items.
inline bool HasEnded(const v1::Job& job) {
  return job.state() == v1::JOB_STATE_DONE || job.state() == v1::JOB_STATE_CANCELLED;
}

// Whether a row that is read stays locked until the end of the transaction. A transaction that
// locks a job and its chunks locks the job first, unless it must look for a chunk.
enum class JobLock { kNone, kUpdate };

// Returns a job that has not expired; JOB_NOT_FOUND if the client has none with this id.
absl::StatusOr<JobRow> FindJob(PostgresConnection* connection, std::string_view client,
                               std::string_view job_id, JobLock lock);

absl::Status JobNotFoundError();

// Returns the failed result of an item, with the message of the error in this locale.
JobItemResult FailedJobItem(int64_t number, const absl::Status& status, std::string_view locale);

// Records results of a job whose row is locked, updates that row, which ends the job if it was the
// last result, and `job`. Returns the numbers of the items that had no result before.
absl::StatusOr<std::vector<int64_t>> InsertResults(PostgresConnection* connection, JobRow* job,
                                                   absl::Span<const JobItemResult* const> results);

// Deletes the jobs for which a condition is true, and returns their number. Their items and results
// stay until their partitions are dropped; until then, a quota counts their bytes.
absl::StatusOr<int> DeleteJobs(PostgresConnection* connection, std::string_view condition,
                               absl::Span<const PostgresParam> params);

// New results of a chunk whose row is locked.
struct ChunkProgress {
  int64_t chunk = 0;
  // The number of results that were missing before, and of those that have come.
  int64_t missing = 0;
  int64_t count = 0;
};
// Reduces the numbers of missing results of chunks, and removes those from the queue of which none
// is missing any more.
absl::Status CountResults(PostgresConnection* connection, std::string_view job_id,
                          absl::Span<const ChunkProgress> chunks);

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_JOB_ROWS_H_
