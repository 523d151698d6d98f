#include "service/jobs/job_store.h"

#include <openssl/rand.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <utility>

#include "absl/strings/escaping.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/random/sha256.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "service/access/token_bucket.h"
#include "service/jobs/chunk_requests.h"
#include "service/jobs/job_rows.h"
#include "service/jobs/partitions.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;

constexpr size_t kJobIdBytes = 16;
constexpr size_t kMaxKeyBytes = 128;
constexpr int kDefaultTtlHours = 168;
// How many jobs a statement observes.
constexpr size_t kObservedAtOnce = 500;
// How many expired jobs a transaction deletes.
constexpr int kDeletedAtOnce = 100;
// When a client that has too many waiting items is told to come back.
constexpr std::chrono::seconds kRetryWhenFull(60);

// The end of the year 9999, in microseconds since 1970. Later times overflow in the database.
constexpr int64_t kMaxTimeUs = 253'402'300'799'999'999;

// The states that the statements of this file mention.
static_assert(v1::JOB_STATE_OPEN == 1 && v1::JOB_STATE_RUNNING == 2);

std::string MakeJobId() {
  std::array<unsigned char, kJobIdBytes> bytes;
  if (RAND_bytes(bytes.data(), bytes.size()) != 1) std::abort();
  return absl::BytesToHexString(
      absl::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

std::string HashOf(const v1::CreateJobRequest& request) {
  std::string bytes;
  {
    google::protobuf::io::StringOutputStream stream(&bytes);
    google::protobuf::io::CodedOutputStream out(&stream);
    out.SetSerializationDeterministic(true);
    request.SerializeToCodedStream(&out);
  }
  const Digest digest = Sha256(bytes);
  return {digest.begin(), digest.end()};
}

absl::Status CheckKey(std::string_view key) {
  if (!key.empty() && key.size() <= kMaxKeyBytes && key.find('\0') == std::string_view::npos) {
    return absl::OkStatus();
  }
  return AtField(MakeError(ErrorReason::kBadField,
                           StrCat("must have 1 to ", kMaxKeyBytes,
                                  " bytes, none of which is 0, and be new for each job, such as a "
                                  "UUID")),
                 "idempotency_key");
}

absl::Status WrongStateError(const v1::Job& job, std::string_view what) {
  const std::string_view state = job.state() == v1::JOB_STATE_OPEN      ? "has not been started"
                                 : job.state() == v1::JOB_STATE_RUNNING ? "is running"
                                 : job.state() == v1::JOB_STATE_DONE    ? "is done"
                                                                        : "was cancelled";
  return MakeError(ErrorReason::kWrongJobState, StrCat("the job ", state, ", so ", what));
}

// What a client has.
struct ClientUsage {
  int64_t jobs = 0;
  int64_t waiting_items = 0;
  // Of all items and results, including those of jobs that are gone.
  int64_t bytes = 0;
  // Until the first of its jobs expires, and until the first of its bytes are dropped.
  milliseconds until_expiry{0};
  milliseconds until_drop{0};
};

absl::StatusOr<ClientUsage> UsageOf(PostgresConnection* connection, std::string_view client) {
  // A partition is dropped when its day is over, by the first maintenance after that.
  ARBITER_ASSIGN_OR_RETURN(
      const PostgresRows rows,
      connection->Query(
          "SELECT CAST(COALESCE(sum(jobs), 0) AS bigint), "
          "CAST(COALESCE(sum(waiting), 0) AS bigint), CAST(COALESCE(sum(bytes), 0) AS bigint), "
          "CAST(COALESCE(extract(epoch FROM min(expires_at) - now()) * 1000, 0) AS bigint), "
          "CAST(COALESCE(extract(epoch FROM CAST(min(expires_on) + 1 AS timestamp) "
          "- now() AT TIME ZONE 'UTC') * 1000, 0) AS bigint) FROM ("
          "SELECT 1 AS jobs, CASE WHEN state IN (1, 2) THEN items - done ELSE 0 END AS waiting, "
          "bytes + result_bytes + $2 AS bytes, expires_at, expires_on "
          "FROM arbiter_jobs WHERE client = $1 AND expires_at > now() UNION ALL "
          "SELECT 0, 0, bytes + result_bytes, NULL, expires_on "
          "FROM arbiter_jobs WHERE client = $1 AND expires_at <= now() UNION ALL "
          "SELECT 0, 0, bytes, NULL, expires_on FROM arbiter_remains WHERE client = $1) usage",
          {client, kJobRowBytes}));
  return ClientUsage{rows.Number(0, 0), rows.Number(0, 1), rows.Number(0, 2),
                     milliseconds(rows.Number(0, 3)), milliseconds(rows.Number(0, 4))};
}

absl::Status CheckQuota(const ClientUsage& usage, int64_t items, int64_t bytes,
                        const JobQuota& quota) {
  if (usage.waiting_items + items > quota.max_waiting_items) {
    return QuotaExceededError(StrCat("this client would have more than ", quota.max_waiting_items,
                                     " waiting items; retry when some of them are done"),
                              kRetryWhenFull);
  }
  if (usage.bytes + bytes > quota.max_bytes) {
    return QuotaExceededError(
        StrCat("the items and results of this client would take more than ", quota.max_bytes,
               " bytes; retry when those of the next job to expire are dropped, at the end of its "
               "day"),
        std::max(usage.until_drop, milliseconds(kRetryWhenFull)));
  }
  return absl::OkStatus();
}

// Returns the job that has the key; std::nullopt if there is none, and JOB_CONFLICT if it was
// created by another request.
absl::StatusOr<std::optional<v1::Job>> FindByKey(PostgresConnection* connection,
                                                 std::string_view client, std::string_view key,
                                                 std::string_view hash) {
  ARBITER_ASSIGN_OR_RETURN(
      const PostgresRows rows,
      connection->Query(StrCat("SELECT ", kJobColumns,
                               " FROM arbiter_jobs job WHERE client = $1 AND idempotency_key = $2"),
                        {client, key}));
  if (rows.empty()) return std::optional<v1::Job>();
  JobRow found = ReadJob(rows, 0);
  if (found.request_hash != hash) {
    return AtField(MakeError(ErrorReason::kJobConflict,
                             "another job was created with this idempotency key; choose a new key "
                             "for each job"),
                   "idempotency_key");
  }
  return std::optional<v1::Job>(std::move(found.job));
}

// Puts chunks of a job into the queue: all, or those with failed items, whose results are deleted.
// `row` must be locked.
absl::Status Enqueue(PostgresConnection* connection, std::string_view client, const JobRow& row,
                     bool only_failed) {
  const v1::Job& job = row.job;
  const std::string failed_items =
      "(SELECT count(*) FROM arbiter_results result WHERE result.expires_on = item.expires_on "
      "AND result.job_id = item.job_id AND result.failed "
      "AND result.item >= item.chunk AND result.item < item.chunk + item.items)";
  ARBITER_RETURN_IF_ERROR(
      connection
          ->Query(StrCat("INSERT INTO arbiter_queue (job_id, chunk, missing, priority, client, "
                         "engine_version, expires_on, attempt, is_paid, queued_at) "
                         "SELECT job_id, chunk, missing, CAST($3 AS smallint), $4, $5, expires_on, "
                         "CAST($6 AS bigint) * (SELECT retries FROM arbiter_jobs WHERE id = $2), ",
                         only_failed ? "false" : "true",
                         ", now() FROM (SELECT job_id, chunk, expires_on, ",
                         only_failed ? failed_items : "items",
                         " AS missing FROM arbiter_items item WHERE expires_on = ", DayParameter(1),
                         " AND job_id = $2) chunks WHERE missing > 0"),
                  {row.day, job.id(), static_cast<int>(job.priority()), client,
                   job.engine_version(), kMaxAttemptsPerRetry})
          .status());
  // A client that comes back after a long time is one hour late, so that it is not forgotten at
  // once.
  return connection
      ->Query(
          "INSERT INTO arbiter_turns (priority, client, last_turn) "
          "VALUES ($1, $2, now() - interval '1 hour') ON CONFLICT (priority, client) DO UPDATE "
          "SET last_turn = greatest(arbiter_turns.last_turn, excluded.last_turn)",
          {static_cast<int>(job.priority()), client})
      .status();
}

absl::Status SetState(PostgresConnection* connection, std::string_view job_id, v1::JobState state,
                      std::string_view other_changes) {
  return connection
      ->Query(StrCat("UPDATE arbiter_jobs SET state = $2", other_changes, " WHERE id = $1"),
              {job_id, static_cast<int>(state)})
      .status();
}

// A row of arbiter_items.
struct ChunkRow {
  int64_t first = 0;
  int64_t items = 0;
  std::string requests;
};

// The place of a job in the list: the microsecond of its creation, and its id.
struct ListPlace {
  int64_t created_us = 0;
  std::string job_id;
};

std::optional<ListPlace> ParsePageToken(std::string_view token) {
  const size_t separator = token.find('-');
  if (separator == std::string_view::npos) return std::nullopt;
  ListPlace place;
  const auto [end, error] =
      std::from_chars(token.data(), token.data() + separator, place.created_us);
  place.job_id = token.substr(separator + 1);
  if (error != std::errc() || end != token.data() + separator || place.created_us < 0 ||
      place.created_us > kMaxTimeUs || place.job_id.find('\0') != std::string::npos) {
    return std::nullopt;
  }
  return place;
}

}  // namespace

absl::StatusOr<v1::Job> JobStore::Create(std::string_view client,
                                         const v1::CreateJobRequest& request,
                                         std::string_view engine_version, const JobQuota& quota) {
  const std::string& key = request.idempotency_key();
  ARBITER_RETURN_IF_ERROR(CheckKey(key));
  const std::string hash = HashOf(request);
  const auto priority = request.priority() == v1::JOB_PRIORITY_UNSPECIFIED ? v1::JOB_PRIORITY_NORMAL
                                                                           : request.priority();
  const int64_t ttl_hours = request.ttl_hours() == 0 ? kDefaultTtlHours : request.ttl_hours();
  return InTransaction(&connection_, [&]() -> absl::StatusOr<v1::Job> {
    // A job that has expired has no key any more.
    ARBITER_RETURN_IF_ERROR(
        DeleteJobs(&connection_, "client = $1 AND idempotency_key = $2 AND expires_at <= now()",
                   {client, key})
            .status());
    ARBITER_ASSIGN_OR_RETURN(std::optional<v1::Job> found,
                             FindByKey(&connection_, client, key, hash));
    if (found) return *std::move(found);
    ARBITER_ASSIGN_OR_RETURN(const ClientUsage usage, UsageOf(&connection_, client));
    if (usage.jobs >= quota.max_jobs) {
      return QuotaExceededError(StrCat("this client has ", usage.jobs,
                                       " jobs, which is the maximum; delete some, or retry when "
                                       "one has expired"),
                                usage.until_expiry);
    }
    ARBITER_RETURN_IF_ERROR(
        connection_
            .Query("INSERT INTO arbiter_jobs (id, client, idempotency_key, request_hash, state, "
                   "priority, engine_version, created_at, expires_at, expires_on) "
                   "VALUES ($1, $2, $3, $4, $5, $6, $7, now(), "
                   "now() + CAST($8 AS integer) * interval '1 hour', "
                   "CAST((now() + CAST($8 AS integer) * interval '1 hour') AT TIME ZONE 'UTC' "
                   "AS date)) ON CONFLICT (client, idempotency_key) DO NOTHING",
                   {MakeJobId(), client, key, PostgresParam::Bytes(hash),
                    static_cast<int>(v1::JOB_STATE_OPEN), static_cast<int>(priority),
                    engine_version, ttl_hours})
            .status());
    // This is another job if the same request was made at the same time.
    ARBITER_ASSIGN_OR_RETURN(found, FindByKey(&connection_, client, key, hash));
    if (!found) return absl::InternalError("a job that was created is missing");
    return *std::move(found);
  });
}

absl::StatusOr<int64_t> JobStore::AddItems(std::string_view client, std::string_view job_id,
                                           int64_t first_item, absl::Span<const JobChunk> chunks,
                                           const JobQuota& quota) {
  int64_t day = 0;
  const auto add = [&]() -> absl::StatusOr<int64_t> {
    ARBITER_ASSIGN_OR_RETURN(const JobRow row,
                             FindJob(&connection_, client, job_id, JobLock::kUpdate));
    day = row.day;
    const auto present = static_cast<int64_t>(row.job.items());
    if (first_item < 0 || first_item > present) {
      return AtField(MakeError(ErrorReason::kBadField,
                               StrCat("the job has ", present,
                                      " items, so the first item of a call has at most this "
                                      "number")),
                     "first_item");
    }
    std::vector<ChunkRow> rows;
    int64_t items = present;
    int64_t bytes = 0;
    int64_t next = first_item;
    for (const JobChunk& chunk : chunks) {
      const int64_t first = next;
      next += static_cast<int64_t>(chunk.requests.size());
      if (next <= items) continue;
      rows.push_back(
          {.first = items,
           .items = next - items,
           .requests = PackRequests(
               absl::MakeConstSpan(chunk.requests).subspan(static_cast<size_t>(items - first)))});
      bytes += static_cast<int64_t>(rows.back().requests.size()) + kChunkRowBytes;
      items = next;
    }
    if (rows.empty()) return items;
    if (row.job.state() != v1::JOB_STATE_OPEN) {
      return WrongStateError(row.job, "items cannot be added any more");
    }
    ARBITER_ASSIGN_OR_RETURN(const ClientUsage usage, UsageOf(&connection_, client));
    ARBITER_RETURN_IF_ERROR(CheckQuota(usage, items - present, bytes, quota));
    for (const ChunkRow& chunk : rows) {
      ARBITER_RETURN_IF_ERROR(
          connection_
              .Query(
                  StrCat("INSERT INTO arbiter_items (expires_on, job_id, chunk, items, requests) "
                         "VALUES (",
                         DayParameter(1), ", $2, $3, $4, $5)"),
                  {row.day, job_id, chunk.first, chunk.items, PostgresParam::Bytes(chunk.requests)})
              .status());
    }
    ARBITER_RETURN_IF_ERROR(
        connection_
            .Query("UPDATE arbiter_jobs SET items = $2, bytes = bytes + $3 WHERE id = $1",
                   {job_id, items, bytes})
            .status());
    return items;
  };
  absl::StatusOr<int64_t> items = InTransaction(&connection_, add);
  if (!LacksPartition(items.status())) return items;
  // There has been no maintenance for more than a day.
  ARBITER_RETURN_IF_ERROR(MakePartitions(&connection_, day));
  return InTransaction(&connection_, add);
}

absl::StatusOr<v1::Job> JobStore::Start(std::string_view client, std::string_view job_id) {
  return InTransaction(&connection_, [&]() -> absl::StatusOr<v1::Job> {
    ARBITER_ASSIGN_OR_RETURN(const JobRow row,
                             FindJob(&connection_, client, job_id, JobLock::kUpdate));
    if (row.job.state() == v1::JOB_STATE_CANCELLED) {
      return WrongStateError(row.job, "it cannot be started");
    }
    if (row.job.state() != v1::JOB_STATE_OPEN) return row.job;
    if (row.job.items() == 0) {
      ARBITER_RETURN_IF_ERROR(SetState(&connection_, job_id, v1::JOB_STATE_DONE,
                                       ", started_at = now(), ended_at = now()"));
    } else {
      ARBITER_RETURN_IF_ERROR(
          SetState(&connection_, job_id, v1::JOB_STATE_RUNNING, ", started_at = now()"));
      ARBITER_RETURN_IF_ERROR(Enqueue(&connection_, client, row, /*only_failed=*/false));
    }
    return Get(client, job_id);
  });
}

absl::StatusOr<v1::Job> JobStore::Get(std::string_view client, std::string_view job_id) {
  ARBITER_ASSIGN_OR_RETURN(JobRow row, FindJob(&connection_, client, job_id, JobLock::kNone));
  return std::move(row.job);
}

absl::StatusOr<std::vector<ObservedJob>> JobStore::Observe(absl::Span<const std::string> job_ids) {
  std::vector<ObservedJob> jobs;
  for (; !job_ids.empty(); job_ids.remove_prefix(std::min(job_ids.size(), kObservedAtOnce))) {
    std::string places;
    std::vector<PostgresParam> params;
    for (const std::string& id : job_ids.subspan(0, kObservedAtOnce)) {
      params.emplace_back(id);
      StrAppend(&places, places.empty() ? "$" : ", $", params.size());
    }
    ARBITER_ASSIGN_OR_RETURN(
        const PostgresRows rows,
        connection_.Query(StrCat("SELECT ", kJobColumns,
                                 ", CAST(extract(epoch FROM now()) * 1000 AS bigint) "
                                 "FROM arbiter_jobs job WHERE id IN (",
                                 places, ") AND expires_at > now()"),
                          params));
    for (int row = 0; row < rows.size(); ++row) {
      jobs.push_back({ReadJob(rows, row).job, rows.Number(row, kJobColumnCount)});
    }
  }
  return jobs;
}

absl::StatusOr<std::vector<v1::Job>> JobStore::List(std::string_view client, int64_t page_size,
                                                    std::string_view page_token,
                                                    std::string* next_page_token) {
  std::string after;
  std::vector<PostgresParam> params = {client, page_size + 1};
  if (!page_token.empty()) {
    const std::optional<ListPlace> place = ParsePageToken(page_token);
    if (!place) {
      return MakeError(ErrorReason::kBadField, "the page token is not one that ListJobs returned");
    }
    // A float has too few digits for the microseconds, so they are added to an exact time.
    after =
        " AND (created_at, id) < (timestamptz '1970-01-01 00:00:00+00' + "
        "CAST($3 AS bigint) * interval '1 microsecond', $4)";
    params.insert(params.end(), {place->created_us, place->job_id});
  }
  ARBITER_ASSIGN_OR_RETURN(
      const PostgresRows rows,
      connection_.Query(StrCat("SELECT ", kJobColumns,
                               ", CAST(extract(epoch FROM created_at) * 1000000 AS bigint) "
                               "FROM arbiter_jobs job WHERE client = $1 AND expires_at > now()",
                               after, " ORDER BY created_at DESC, id DESC LIMIT $2"),
                        params));
  const int count = std::min(rows.size(), static_cast<int>(page_size));
  std::vector<v1::Job> jobs;
  jobs.reserve(static_cast<size_t>(count));
  for (int row = 0; row < count; ++row) jobs.push_back(ReadJob(rows, row).job);
  next_page_token->clear();
  if (rows.size() > count && count > 0) {
    *next_page_token = StrCat(rows.Number(count - 1, kJobColumnCount), "-", jobs.back().id());
  }
  return jobs;
}

absl::StatusOr<v1::Job> JobStore::RetryFailed(std::string_view client, std::string_view job_id) {
  return InTransaction(&connection_, [&]() -> absl::StatusOr<v1::Job> {
    ARBITER_ASSIGN_OR_RETURN(const JobRow row,
                             FindJob(&connection_, client, job_id, JobLock::kUpdate));
    // The call may be a repeated one.
    if (row.job.state() == v1::JOB_STATE_RUNNING) return row.job;
    if (row.job.state() != v1::JOB_STATE_DONE) {
      return WrongStateError(row.job, "its failed items cannot run again");
    }
    if (row.job.failed() == 0) return row.job;
    ARBITER_ASSIGN_OR_RETURN(
        const PostgresRows failed,
        connection_.Query(
            StrCat("SELECT CAST(COALESCE(sum(octet_length(result) + $3), 0) AS bigint) "
                   "FROM arbiter_results WHERE expires_on = ",
                   DayParameter(1), " AND job_id = $2 AND failed"),
            {row.day, job_id, kResultRowBytes}));
    ARBITER_RETURN_IF_ERROR(SetState(
        &connection_, job_id, v1::JOB_STATE_RUNNING,
        StrCat(", retries = retries + 1, done = done - failed, failed = 0, ended_at = NULL, "
               "result_bytes = result_bytes - ",
               failed.Number(0, 0))));
    ARBITER_RETURN_IF_ERROR(Enqueue(&connection_, client, row, /*only_failed=*/true));
    ARBITER_RETURN_IF_ERROR(connection_
                                .Query(StrCat("DELETE FROM arbiter_results WHERE expires_on = ",
                                              DayParameter(1), " AND job_id = $2 AND failed"),
                                       {row.day, job_id})
                                .status());
    return Get(client, job_id);
  });
}

absl::StatusOr<v1::Job> JobStore::Repin(std::string_view client, std::string_view job_id,
                                        std::string_view engine_version) {
  return InTransaction(&connection_, [&]() -> absl::StatusOr<v1::Job> {
    ARBITER_ASSIGN_OR_RETURN(const JobRow row,
                             FindJob(&connection_, client, job_id, JobLock::kUpdate));
    if (row.job.engine_version() == engine_version) return row.job;
    for (const char* const update :
         {"UPDATE arbiter_jobs SET engine_version = $2 WHERE id = $1",
          "UPDATE arbiter_queue SET engine_version = $2 WHERE job_id = $1"}) {
      ARBITER_RETURN_IF_ERROR(connection_.Query(update, {job_id, engine_version}).status());
    }
    return Get(client, job_id);
  });
}

absl::StatusOr<v1::Job> JobStore::Cancel(std::string_view client, std::string_view job_id) {
  return InTransaction(&connection_, [&]() -> absl::StatusOr<v1::Job> {
    ARBITER_ASSIGN_OR_RETURN(const JobRow row,
                             FindJob(&connection_, client, job_id, JobLock::kUpdate));
    if (row.job.state() != v1::JOB_STATE_OPEN && row.job.state() != v1::JOB_STATE_RUNNING) {
      return row.job;
    }
    ARBITER_RETURN_IF_ERROR(
        SetState(&connection_, job_id, v1::JOB_STATE_CANCELLED, ", ended_at = now()"));
    ARBITER_RETURN_IF_ERROR(
        connection_.Query("DELETE FROM arbiter_queue WHERE job_id = $1", {job_id}).status());
    return Get(client, job_id);
  });
}

absl::Status JobStore::Delete(std::string_view client, std::string_view job_id) {
  return InTransaction(&connection_, [&]() -> absl::Status {
    const absl::StatusOr<JobRow> row = FindJob(&connection_, client, job_id, JobLock::kUpdate);
    if (ReasonOf(row.status()) == ErrorReason::kJobNotFound) return absl::OkStatus();
    if (!row.ok()) return row.status();
    return DeleteJobs(&connection_, "id = $1", {job_id}).status();
  });
}

absl::Status JobStore::Maintain() {
  ARBITER_RETURN_IF_ERROR(MakePartitionsAhead(&connection_));
  for (int deleted = kDeletedAtOnce; deleted == kDeletedAtOnce;) {
    ARBITER_ASSIGN_OR_RETURN(deleted, InTransaction(&connection_, [&] {
                               return DeleteJobs(
                                   &connection_,
                                   "id IN (SELECT id FROM arbiter_jobs WHERE "
                                   "expires_at <= now() ORDER BY expires_at LIMIT $1)",
                                   {kDeletedAtOnce});
                             }));
  }
  ARBITER_RETURN_IF_ERROR(
      connection_
          .Query("DELETE FROM arbiter_turns WHERE last_turn < now() - interval '2 hours' "
                 "AND NOT EXISTS (SELECT 1 FROM arbiter_queue chunk WHERE "
                 "chunk.priority = arbiter_turns.priority AND chunk.client = arbiter_turns.client)")
          .status());
  ARBITER_RETURN_IF_ERROR(
      connection_.Query("DELETE FROM arbiter_workers WHERE seen_at < now() - interval '1 day'")
          .status());
  ARBITER_RETURN_IF_ERROR(DropExpiredPartitions(&connection_));
  return connection_
      .Query(
          "DELETE FROM arbiter_remains WHERE expires_on < CAST(now() AT TIME ZONE 'UTC' AS date)")
      .status();
}

absl::Status JobStore::Ping() { return connection_.Query("SELECT 1").status(); }

absl::StatusOr<std::vector<JobStore::Backlog>> JobStore::Backlogs() {
  // Rows are added up by client and engine version first, so that workers and turns are looked up
  // rarely.
  ARBITER_ASSIGN_OR_RETURN(
      const PostgresRows rows,
      connection_.Query(
          "SELECT priority, "
          "CAST(sum(CASE WHEN has_worker AND NOT is_paused THEN waiting ELSE 0 END) AS bigint), "
          "CAST(COALESCE(max(CASE WHEN has_worker AND NOT is_paused AND waiting > 0 THEN "
          "extract(epoch FROM now() - oldest) * 1000 END), 0) AS bigint), "
          "CAST(sum(running) AS bigint), "
          "CAST(sum(CASE WHEN has_worker THEN 0 ELSE waiting END) AS bigint), "
          "CAST(sum(CASE WHEN has_worker AND is_paused THEN waiting ELSE 0 END) AS bigint) FROM ("
          "SELECT priority, waiting, running, oldest, EXISTS (SELECT 1 FROM arbiter_workers worker "
          "WHERE chunks.engine_version IN ('', worker.engine_version) "
          "AND worker.seen_at > now() - interval '1 minute') AS has_worker, "
          "EXISTS (SELECT 1 FROM arbiter_turns turn WHERE turn.priority = chunks.priority AND "
          "turn.client = chunks.client AND turn.paused_until > now()) AS is_paused FROM ("
          "SELECT priority, client, engine_version, "
          "sum(CASE WHEN leased_until > now() THEN 0 ELSE missing END) AS waiting, "
          "sum(CASE WHEN leased_until > now() THEN missing ELSE 0 END) AS running, "
          "min(CASE WHEN leased_until > now() THEN NULL ELSE queued_at END) AS oldest "
          "FROM arbiter_queue GROUP BY priority, client, engine_version) chunks) clients "
          "GROUP BY priority ORDER BY priority"));
  std::vector<Backlog> backlogs;
  backlogs.reserve(static_cast<size_t>(rows.size()));
  for (int row = 0; row < rows.size(); ++row) {
    backlogs.push_back({.priority = static_cast<v1::JobPriority>(rows.Number(row, 0)),
                        .waiting = rows.Number(row, 1),
                        .oldest_wait = milliseconds(rows.Number(row, 2)),
                        .running = rows.Number(row, 3),
                        .without_worker = rows.Number(row, 4),
                        .paused = rows.Number(row, 5)});
  }
  return backlogs;
}

}  // namespace arbiter
