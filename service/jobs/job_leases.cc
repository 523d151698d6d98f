// The leases of workers: who runs which chunk, in whose turn, and what becomes of an item that ends
// its workers.
#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/jobs/chunk_requests.h"
#include "service/jobs/job_rows.h"
#include "service/jobs/job_store.h"

namespace arbiter {
namespace {

// After this many leases in a row that ran out at the same item, it gets no other worker.
constexpr int64_t kMaxFailures = 5;

// How many chunks of a job that is gone a transaction removes.
constexpr int kDroppedAtOnce = 1'000;

// A chunk of which the lease has run out can be claimed like one that has none.
constexpr const char* kIsClaimable =
    "(chunk.leased_until IS NULL OR chunk.leased_until <= clock_timestamp())";

// A lease in a statement is the job, the chunk, the attempt and the worker, the parameters 1 to 4.
constexpr const char* kIsLease =
    "job_id = $1 AND chunk = $2 AND attempt = $3 AND worker = $4 AND leased_until IS NOT NULL";

std::vector<PostgresParam> LeaseParams(const JobStore::WorkerName& worker, const JobLease& lease) {
  return {lease.job_id, lease.chunk, lease.attempt, worker.name};
}

// A claimable chunk whose row is locked.
struct ClaimedChunk {
  std::string job_id;
  int64_t chunk = 0;
  int64_t attempt = 0;
  int64_t missing = 0;
  int64_t day = 0;
  // Whether a lease of it has run out.
  bool has_failed = false;
  bool is_paid = true;
  // The item at which the last worker failed, and how many did there in a row. One that has begun
  // with the item counts until it has recorded the result.
  std::optional<int64_t> suspect;
  int64_t failures = 0;
};

// Claims one chunk, in one transaction.
class Claimer {
 public:
  Claimer(PostgresConnection* connection, const JobStore::WorkerName& worker,
          v1::JobPriority priority, absl::Span<const std::string> excluded,
          std::chrono::milliseconds lease)
      : connection_(*connection),
        worker_(worker),
        priority_(priority),
        excluded_(excluded.begin(), excluded.end()),
        lease_(lease) {}

  // Returns no lease if there is none. If the turn was spent on chunks of a job that has expired or
  // been deleted, returns std::nullopt: the transaction must be committed before the next one looks
  // for a chunk, or that would step over all removed rows.
  absl::StatusOr<std::optional<std::vector<JobLease>>> Claim() {
    for (;;) {
      ARBITER_ASSIGN_OR_RETURN(const std::optional<Turn> turn, NextTurn());
      if (!turn) return std::make_optional<std::vector<JobLease>>();
      std::optional<ClaimedChunk> chunk;
      for (const std::string_view engine : turn->engines) {
        if (chunk) break;
        ARBITER_ASSIGN_OR_RETURN(chunk, NextChunk(turn->client, engine));
      }
      if (!chunk) {
        // Others have just taken all of its chunks.
        excluded_.push_back(turn->client);
        continue;
      }
      absl::StatusOr<std::vector<JobLease>> leases = Lease(turn->client, *chunk);
      if (ReasonOf(leases.status()) == ErrorReason::kJobNotFound) {
        ARBITER_RETURN_IF_ERROR(DropChunks(chunk->job_id));
        ARBITER_RETURN_IF_ERROR(EndTurn(turn->client));
        return std::optional<std::vector<JobLease>>();
      }
      if (!leases.ok()) return leases.status();
      if (leases->empty()) continue;
      ARBITER_RETURN_IF_ERROR(EndTurn(turn->client));
      return std::make_optional(*std::move(leases));
    }
  }

 private:
  // The client whose turn it is.
  struct Turn {
    std::string client;
    // The engine versions to which its chunks may be pinned, first that of the oldest chunk. Chunks
    // of other versions, which may be many, are never looked at.
    std::array<std::string_view, 2> engines;
  };

  // Returns the client whose last turn is the longest ago. Workers that claim at the same time
  // choose different clients if they can.
  absl::StatusOr<std::optional<Turn>> NextTurn() {
    std::vector<PostgresParam> params = {static_cast<int>(priority_), worker_.engine_version};
    std::string others;
    for (const std::string& client : excluded_) {
      params.emplace_back(client);
      StrAppend(&others, others.empty() ? " AND turn.client NOT IN ($" : ", $", params.size());
    }
    if (!others.empty()) others += ")";
    // Each version is looked up by itself, because an index has the chunks of one version in order.
    const auto chunks_of = [](std::string_view engine) {
      return StrCat(
          "FROM arbiter_queue chunk WHERE chunk.priority = turn.priority AND "
          "chunk.client = turn.client AND chunk.engine_version = ",
          engine, " AND ", kIsClaimable);
    };
    const auto oldest_of = [&](std::string_view engine) {
      return StrCat("(SELECT queued_at ", chunks_of(engine), " ORDER BY queued_at LIMIT 1)");
    };
    const std::string sql = StrCat(
        "SELECT client, COALESCE(", oldest_of("''"), " < COALESCE(", oldest_of("$2"),
        ", timestamptz '9999-01-01 00:00:00+00'), false) FROM arbiter_turns turn WHERE "
        "priority = $1 AND EXISTS (SELECT 1 FROM arbiter_queue waiting WHERE "
        "waiting.priority = $1) AND (paused_until IS NULL OR paused_until <= clock_timestamp())",
        others, " AND (EXISTS (SELECT 1 ", chunks_of("$2"), ") OR EXISTS (SELECT 1 ",
        chunks_of("''"), ")) ORDER BY last_turn LIMIT 1");
    for (const char* const lock : {" FOR UPDATE SKIP LOCKED", ""}) {
      ARBITER_ASSIGN_OR_RETURN(const PostgresRows rows, connection_.Query(sql + lock, params));
      if (rows.empty()) continue;
      Turn turn{.client = std::string(rows.Text(0, 0)), .engines = {worker_.engine_version, ""}};
      if (rows.Bool(0, 1)) std::swap(turn.engines[0], turn.engines[1]);
      return std::optional<Turn>(std::move(turn));
    }
    return std::optional<Turn>();
  }

  absl::StatusOr<std::optional<ClaimedChunk>> NextChunk(const std::string& client,
                                                        std::string_view engine) {
    ARBITER_ASSIGN_OR_RETURN(
        const PostgresRows rows,
        connection_.Query(
            StrCat("SELECT job_id, chunk, attempt, missing, expires_on - date '1970-01-01', "
                   "leased_until IS NOT NULL, suspect_item, failures, is_paid FROM arbiter_queue "
                   "chunk WHERE priority = $1 AND client = $2 AND engine_version = $3 AND ",
                   kIsClaimable,
                   " ORDER BY queued_at, job_id, chunk LIMIT 1 FOR UPDATE SKIP LOCKED"),
            {static_cast<int>(priority_), client, engine}));
    if (rows.empty()) return std::optional<ClaimedChunk>();
    ClaimedChunk chunk;
    chunk.job_id = rows.Text(0, 0);
    chunk.chunk = rows.Number(0, 1);
    chunk.attempt = rows.Number(0, 2);
    chunk.missing = rows.Number(0, 3);
    chunk.day = rows.Number(0, 4);
    chunk.has_failed = rows.Bool(0, 5);
    if (!rows.IsNull(0, 6)) chunk.suspect = rows.Number(0, 6);
    chunk.failures = rows.Number(0, 7);
    chunk.is_paid = rows.Bool(0, 8);
    return std::optional<ClaimedChunk>(std::move(chunk));
  }

  // Leases a chunk. Returns none if nothing is left to do in it, and JOB_NOT_FOUND if its job is
  // gone.
  absl::StatusOr<std::vector<JobLease>> Lease(const std::string& client, ClaimedChunk chunk) {
    ARBITER_ASSIGN_OR_RETURN(std::vector<JobLease::Item> items, MissingItems(chunk));
    if (chunk.has_failed && !items.empty()) {
      const int64_t first = items.front().number;
      if (chunk.suspect != first) chunk.failures = 1;
      chunk.suspect = first;
      if (chunk.failures >= kMaxFailures) {
        ARBITER_RETURN_IF_ERROR(GiveUp(client, first, &chunk));
        items.erase(items.begin());
      }
    }
    if (items.empty()) return DropChunk(chunk);
    PostgresParam suspect(std::nullopt);
    if (chunk.suspect) suspect = PostgresParam(*chunk.suspect);
    ARBITER_RETURN_IF_ERROR(
        connection_
            .Query("UPDATE arbiter_queue SET attempt = $3, worker = $4, suspect_item = $5, "
                   "failures = $6, leased_until = clock_timestamp() + "
                   "CAST($7 AS bigint) * interval '1 millisecond' WHERE job_id = $1 AND chunk = $2",
                   {chunk.job_id, chunk.chunk, chunk.attempt + 1, worker_.name, suspect,
                    chunk.failures, lease_.count()})
            .status());
    return std::vector<JobLease>{{.job_id = chunk.job_id,
                                  .chunk = chunk.chunk,
                                  .attempt = chunk.attempt + 1,
                                  .client = client,
                                  .priority = priority_,
                                  .is_careful = chunk.failures > 0,
                                  .is_paid = chunk.is_paid,
                                  .has_run_out = chunk.has_failed,
                                  .items = std::move(items)}};
  }

  // Removes a chunk without missing items from the queue.
  absl::StatusOr<std::vector<JobLease>> DropChunk(const ClaimedChunk& chunk) {
    ARBITER_RETURN_IF_ERROR(connection_
                                .Query("DELETE FROM arbiter_queue WHERE job_id = $1 AND chunk = $2",
                                       {chunk.job_id, chunk.chunk})
                                .status());
    return std::vector<JobLease>();
  }

  // Removes chunks of a job that is gone from the queue. Those that others hold stay until their
  // leases have run out.
  absl::Status DropChunks(const std::string& job_id) {
    return connection_
        .Query(StrCat("DELETE FROM arbiter_queue WHERE job_id = $1 AND chunk = ANY (ARRAY("
                      "SELECT chunk FROM arbiter_queue chunk WHERE job_id = $1 AND ",
                      kIsClaimable, " LIMIT $2 FOR UPDATE SKIP LOCKED))"),
               {job_id, kDroppedAtOnce})
        .status();
  }

  // JOB_NOT_FOUND if the job has expired.
  absl::StatusOr<std::vector<JobLease::Item>> MissingItems(const ClaimedChunk& chunk) {
    ARBITER_ASSIGN_OR_RETURN(
        const PostgresRows rows,
        connection_.Query(
            StrCat("SELECT requests FROM arbiter_items WHERE expires_on = ", DayParameter(1),
                   " AND job_id = $2 AND chunk = $3 AND EXISTS (SELECT 1 FROM "
                   "arbiter_jobs WHERE id = $2 AND expires_at > now())"),
            {chunk.day, chunk.job_id, chunk.chunk}));
    if (rows.empty()) return JobNotFoundError();
    ARBITER_ASSIGN_OR_RETURN(std::vector<std::string> requests, UnpackRequests(rows.Text(0, 0)));
    const auto end = chunk.chunk + static_cast<int64_t>(requests.size());
    std::set<int64_t> done;
    if (chunk.missing < static_cast<int64_t>(requests.size())) {
      ARBITER_ASSIGN_OR_RETURN(
          const PostgresRows results,
          connection_.Query(
              StrCat("SELECT item FROM arbiter_results WHERE expires_on = ", DayParameter(1),
                     " AND job_id = $2 AND item >= $3 AND item < $4"),
              {chunk.day, chunk.job_id, chunk.chunk, end}));
      for (int row = 0; row < results.size(); ++row) done.insert(results.Number(row, 0));
    }
    std::vector<JobLease::Item> items;
    for (int64_t number = chunk.chunk; number < end; ++number) {
      if (done.contains(number)) continue;
      items.push_back({number, std::move(requests[static_cast<size_t>(number - chunk.chunk)])});
    }
    return items;
  }

  // Records that an item has failed because its workers have. JOB_NOT_FOUND if the job has expired.
  absl::Status GiveUp(const std::string& client, int64_t item, ClaimedChunk* chunk) {
    ARBITER_ASSIGN_OR_RETURN(JobRow job,
                             FindJob(&connection_, client, chunk->job_id, JobLock::kUpdate));
    const JobItemResult failed = FailedJobItem(
        item,
        MakeError(
            ErrorReason::kLimitExceeded, absl::StatusCode::kInternal,
            StrCat("the workers of this item failed or did not end ", kMaxFailures, " times")),
        /*locale=*/"");
    ARBITER_ASSIGN_OR_RETURN(const std::vector<int64_t> inserted,
                             InsertResults(&connection_, &job, {&failed}));
    const ChunkProgress progress = {chunk->chunk, chunk->missing,
                                    static_cast<int64_t>(inserted.size())};
    ARBITER_RETURN_IF_ERROR(CountResults(&connection_, chunk->job_id, {progress}));
    chunk->suspect.reset();
    chunk->failures = 0;
    return absl::OkStatus();
  }

  // Others that give the client a turn at the same time record it.
  absl::Status EndTurn(const std::string& client) {
    return connection_
        .Query(
            "UPDATE arbiter_turns SET last_turn = clock_timestamp() WHERE priority = $1 AND "
            "client IN (SELECT client FROM arbiter_turns WHERE priority = $1 AND client = $2 "
            "FOR UPDATE SKIP LOCKED)",
            {static_cast<int>(priority_), client})
        .status();
  }

  PostgresConnection& connection_;
  const JobStore::WorkerName& worker_;
  const v1::JobPriority priority_;
  std::vector<std::string> excluded_;
  const std::chrono::milliseconds lease_;
};

// Locks the chunks of leases of one job, and returns how many results each of them lacks; 0 if the
// lease is void.
absl::StatusOr<std::vector<int64_t>> LockLeases(PostgresConnection* connection,
                                                const JobStore::WorkerName& worker,
                                                absl::Span<const LeaseResults> leases) {
  std::vector<PostgresParam> params = {leases.front().lease.job_id, worker.name};
  std::string chunks;
  for (const LeaseResults& results : leases) {
    params.emplace_back(results.lease.chunk);
    StrAppend(&chunks, chunks.empty() ? "$" : ", $", params.size());
  }
  // All workers lock the chunks in one order.
  ARBITER_ASSIGN_OR_RETURN(
      const PostgresRows rows,
      connection->Query(StrCat("SELECT chunk, attempt, missing FROM arbiter_queue WHERE "
                               "job_id = $1 AND worker = $2 AND leased_until IS NOT NULL "
                               "AND chunk IN (",
                               chunks, ") ORDER BY chunk FOR UPDATE"),
                        params));
  std::vector<int64_t> missing(leases.size());
  for (size_t i = 0; i < leases.size(); ++i) {
    const JobLease& lease = leases[i].lease;
    for (int row = 0; row < rows.size(); ++row) {
      const bool is_lease =
          rows.Number(row, 0) == lease.chunk && rows.Number(row, 1) == lease.attempt;
      if (is_lease) missing[i] = rows.Number(row, 2);
    }
  }
  return missing;
}

}  // namespace

absl::Status JobStore::Announce(const WorkerName& worker) {
  return connection_
      .Query(
          "INSERT INTO arbiter_workers (name, engine_version, seen_at) "
          "VALUES ($1, $2, clock_timestamp()) ON CONFLICT (name) DO UPDATE SET "
          "engine_version = excluded.engine_version, seen_at = excluded.seen_at",
          {worker.name, worker.engine_version})
      .status();
}

absl::StatusOr<std::vector<JobLease>> JobStore::Claim(const WorkerName& worker,
                                                      v1::JobPriority priority,
                                                      absl::Span<const std::string> excluded,
                                                      std::chrono::milliseconds lease) {
  for (;;) {
    ARBITER_ASSIGN_OR_RETURN(
        std::optional<std::vector<JobLease>> leases, InTransaction(&connection_, [&] {
          return Claimer(&connection_, worker, priority, excluded, lease).Claim();
        }));
    if (leases) return *std::move(leases);
  }
}

absl::StatusOr<bool> JobStore::Begin(const WorkerName& worker, const JobLease& lease) {
  ARBITER_ASSIGN_OR_RETURN(
      const PostgresRows begun,
      connection_.Query(StrCat("UPDATE arbiter_queue SET failures = failures + 1 WHERE ", kIsLease),
                        LeaseParams(worker, lease)));
  return begun.affected() > 0;
}

absl::StatusOr<bool> JobStore::Renew(const WorkerName& worker, const JobLease& lease,
                                     std::chrono::milliseconds extension) {
  std::vector<PostgresParam> params = LeaseParams(worker, lease);
  params.emplace_back(extension.count());
  ARBITER_ASSIGN_OR_RETURN(
      const PostgresRows renewed,
      connection_.Query(StrCat("UPDATE arbiter_queue SET leased_until = clock_timestamp() + "
                               "CAST($5 AS bigint) * interval '1 millisecond' WHERE ",
                               kIsLease),
                        params));
  return renewed.affected() > 0;
}

absl::StatusOr<std::vector<bool>> JobStore::Record(const WorkerName& worker,
                                                   absl::Span<const LeaseResults> leases) {
  return InTransaction(&connection_, [&]() -> absl::StatusOr<std::vector<bool>> {
    std::vector<bool> are_valid(leases.size());
    const JobLease& any = leases.front().lease;
    absl::StatusOr<JobRow> job = FindJob(&connection_, any.client, any.job_id, JobLock::kUpdate);
    if (ReasonOf(job.status()) == ErrorReason::kJobNotFound) return are_valid;
    if (!job.ok()) return job.status();
    ARBITER_ASSIGN_OR_RETURN(const std::vector<int64_t> missing,
                             LockLeases(&connection_, worker, leases));
    std::vector<const JobItemResult*> results;
    for (size_t i = 0; i < leases.size(); ++i) {
      are_valid[i] = missing[i] > 0;
      if (!are_valid[i]) continue;
      for (const JobItemResult& result : leases[i].results) results.push_back(&result);
    }
    ARBITER_ASSIGN_OR_RETURN(const std::vector<int64_t> inserted,
                             InsertResults(&connection_, &*job, results));
    std::vector<ChunkProgress> progress;
    for (size_t i = 0; i < leases.size(); ++i) {
      if (!are_valid[i]) continue;
      const JobLease& lease = leases[i].lease;
      const auto count = std::count_if(inserted.begin(), inserted.end(), [&lease](int64_t item) {
        return lease.items.front().number <= item && item <= lease.items.back().number;
      });
      progress.push_back({lease.chunk, missing[i], count});
    }
    ARBITER_RETURN_IF_ERROR(CountResults(&connection_, any.job_id, progress));
    return are_valid;
  });
}

absl::Status JobStore::Release(const WorkerName& worker, const JobLease& lease) {
  std::vector<PostgresParam> params = LeaseParams(worker, lease);
  params.emplace_back(lease.has_begun ? 1 : 0);
  return connection_
      .Query(StrCat("UPDATE arbiter_queue SET worker = NULL, leased_until = NULL, "
                    "failures = failures - $5 WHERE ",
                    kIsLease),
             params)
      .status();
}

absl::Status JobStore::Pause(const WorkerName& worker, const JobLease& lease,
                             std::chrono::milliseconds pause) {
  return InTransaction(&connection_, [&]() -> absl::Status {
    ARBITER_RETURN_IF_ERROR(Release(worker, lease));
    return connection_
        .Query(
            "UPDATE arbiter_turns SET paused_until = clock_timestamp() + "
            "CAST($3 AS bigint) * interval '1 millisecond' WHERE priority = $1 AND client = $2",
            {static_cast<int>(lease.priority), lease.client, pause.count()})
        .status();
  });
}

absl::Status JobStore::Fail(const WorkerName& worker, const JobLease& lease,
                            std::chrono::milliseconds delay) {
  // The lease is this worker's until it has run out.
  return Renew(worker, lease, delay).status();
}

}  // namespace arbiter
