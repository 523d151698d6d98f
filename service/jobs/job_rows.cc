#include "service/jobs/job_rows.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/convert/errors.h"
#include "service/ops/config.h"

namespace arbiter {
namespace {

constexpr size_t kJobIdSize = 32;

// The states that kJobColumns mentions.
static_assert(v1::JOB_STATE_RUNNING == 2);

bool IsJobId(std::string_view text) {
  return text.size() == kJobIdSize && std::all_of(text.begin(), text.end(), [](char digit) {
           return absl::ascii_isxdigit(static_cast<unsigned char>(digit)) &&
                  !absl::ascii_isupper(static_cast<unsigned char>(digit));
         });
}

}  // namespace

const char* const kJobColumns = R"(
  job.id, job.idempotency_key, job.state, job.priority, job.items, job.done, job.failed,
  job.engine_version,
  CAST(extract(epoch FROM job.created_at) * 1000 AS bigint),
  CAST(extract(epoch FROM job.started_at) * 1000 AS bigint),
  CAST(extract(epoch FROM job.ended_at) * 1000 AS bigint),
  CAST(extract(epoch FROM job.expires_at) * 1000 AS bigint),
  job.state = 2 AND NOT EXISTS (
    SELECT 1 FROM arbiter_workers worker
    WHERE job.engine_version IN ('', worker.engine_version)
    AND worker.seen_at > now() - interval '1 minute'),
  job.request_hash, job.next_sequence, job.expires_on - date '1970-01-01')";

JobRow ReadJob(const PostgresRows& rows, int row) {
  JobRow result;
  v1::Job& job = result.job;
  int column = 0;
  job.set_id(std::string(rows.Text(row, column++)));
  job.set_idempotency_key(std::string(rows.Text(row, column++)));
  job.set_state(static_cast<v1::JobState>(rows.Number(row, column++)));
  job.set_priority(static_cast<v1::JobPriority>(rows.Number(row, column++)));
  job.set_items(rows.Number(row, column++));
  job.set_done(rows.Number(row, column++));
  job.set_failed(rows.Number(row, column++));
  job.set_engine_version(std::string(rows.Text(row, column++)));
  job.set_create_time_ms(rows.Number(row, column++));
  job.set_start_time_ms(rows.Number(row, column++));
  job.set_end_time_ms(rows.Number(row, column++));
  job.set_expire_time_ms(rows.Number(row, column++));
  job.set_lacks_worker(rows.Bool(row, column++));
  result.request_hash = rows.Text(row, column++);
  result.next_sequence = rows.Number(row, column++);
  result.day = rows.Number(row, column++);
  return result;
}

std::string DayParameter(int number) {
  return StrCat("date '1970-01-01' + CAST($", number, " AS integer)");
}

absl::Status JobNotFoundError() {
  return MakeError(ErrorReason::kJobNotFound,
                   "there is no job with this id; it may have been deleted or have expired");
}

absl::StatusOr<JobRow> FindJob(PostgresConnection* connection, std::string_view client,
                               std::string_view job_id, JobLock lock) {
  if (!IsJobId(job_id)) return JobNotFoundError();
  ARBITER_ASSIGN_OR_RETURN(
      const PostgresRows rows,
      connection->Query(StrCat("SELECT ", kJobColumns,
                               " FROM arbiter_jobs job WHERE id = $1 AND client = $2 "
                               "AND expires_at > now()",
                               lock == JobLock::kUpdate ? " FOR UPDATE" : ""),
                        {job_id, client}));
  if (rows.empty()) return JobNotFoundError();
  return ReadJob(rows, 0);
}

JobItemResult FailedJobItem(int64_t number, const absl::Status& status, std::string_view locale) {
  v1::JobResult result;
  *result.mutable_status() = ToRpcStatus(status, locale);
  result.set_version(kVersion);
  return {.number = number, .has_failed = true, .result = result.SerializeAsString()};
}

absl::StatusOr<std::vector<int64_t>> InsertResults(PostgresConnection* connection, JobRow* job,
                                                   absl::Span<const JobItemResult* const> results) {
  std::vector<int64_t> items;
  if (results.empty()) return items;
  std::string sql =
      "INSERT INTO arbiter_results (expires_on, job_id, item, sequence, failed, result) VALUES ";
  std::vector<PostgresParam> params = {job->day, job->job.id()};
  for (const JobItemResult* result : results) {
    const int first = static_cast<int>(params.size()) + 1;
    StrAppend(&sql, first == 3 ? "" : ", ", "(", DayParameter(1), ", $2, $", first, ", $",
              first + 1, ", $", first + 2, ", $", first + 3, ")");
    params.insert(params.end(), {result->number, job->next_sequence++, result->has_failed,
                                 PostgresParam::Bytes(result->result)});
  }
  ARBITER_ASSIGN_OR_RETURN(
      const PostgresRows inserted,
      connection->Query(
          sql + " ON CONFLICT DO NOTHING RETURNING item, failed, octet_length(result)", params));
  int64_t failed = 0;
  int64_t bytes = 0;
  for (int row = 0; row < inserted.size(); ++row) {
    items.push_back(inserted.Number(row, 0));
    failed += inserted.Bool(row, 1) ? 1 : 0;
    bytes += inserted.Number(row, 2) + kResultRowBytes;
  }
  v1::Job& changed = job->job;
  changed.set_done(changed.done() + inserted.size());
  changed.set_failed(changed.failed() + failed);
  if (changed.done() == changed.items()) changed.set_state(v1::JOB_STATE_DONE);
  const bool ends = changed.state() == v1::JOB_STATE_DONE;
  ARBITER_RETURN_IF_ERROR(
      connection
          ->Query(StrCat("UPDATE arbiter_jobs SET done = $2, failed = $3, next_sequence = $4, "
                         "state = $5, result_bytes = result_bytes + $6",
                         ends ? ", ended_at = clock_timestamp()" : "", " WHERE id = $1"),
                  {changed.id(), changed.done(), changed.failed(), job->next_sequence,
                   static_cast<int>(changed.state()), bytes})
          .status());
  return items;
}

absl::StatusOr<int> DeleteJobs(PostgresConnection* connection, std::string_view condition,
                               absl::Span<const PostgresParam> params) {
  ARBITER_ASSIGN_OR_RETURN(
      const PostgresRows deleted,
      connection->Query(StrCat("DELETE FROM arbiter_jobs WHERE ", condition,
                               " RETURNING id, client, expires_on - date '1970-01-01', "
                               "bytes + result_bytes"),
                        params));
  for (int row = 0; row < deleted.size(); ++row) {
    ARBITER_RETURN_IF_ERROR(
        connection->Query("DELETE FROM arbiter_queue WHERE job_id = $1", {deleted.Text(row, 0)})
            .status());
    if (deleted.Number(row, 3) == 0) continue;
    ARBITER_RETURN_IF_ERROR(
        connection
            ->Query(StrCat("INSERT INTO arbiter_remains (client, expires_on, bytes) VALUES ($2, ",
                           DayParameter(1),
                           ", $3) ON CONFLICT (client, expires_on) DO UPDATE SET "
                           "bytes = arbiter_remains.bytes + excluded.bytes"),
                    {deleted.Number(row, 2), deleted.Text(row, 1), deleted.Number(row, 3)})
            .status());
  }
  return deleted.size();
}

absl::Status CountResults(PostgresConnection* connection, std::string_view job_id,
                          absl::Span<const ChunkProgress> chunks) {
  std::string finished;
  std::vector<PostgresParam> params = {job_id};
  for (const ChunkProgress& chunk : chunks) {
    if (chunk.count < chunk.missing) {
      ARBITER_RETURN_IF_ERROR(connection
                                  ->Query("UPDATE arbiter_queue SET missing = $3 "
                                          "WHERE job_id = $1 AND chunk = $2",
                                          {job_id, chunk.chunk, chunk.missing - chunk.count})
                                  .status());
    } else {
      params.emplace_back(chunk.chunk);
      StrAppend(&finished, finished.empty() ? "$" : ", $", params.size());
    }
  }
  if (finished.empty()) return absl::OkStatus();
  return connection
      ->Query(StrCat("DELETE FROM arbiter_queue WHERE job_id = $1 AND chunk IN (", finished, ")"),
              params)
      .status();
}

}  // namespace arbiter
