#include "service/jobs/schema.h"

#include <array>
#include <string>
#include <string_view>

#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "service/jobs/partitions.h"

namespace arbiter {
namespace {

constexpr std::string_view kUndefinedTable = "42P01";

constexpr const char* kReadVersion = "SELECT version FROM arbiter_schema WHERE id = 1";

// The tables of version 1, without those with partitions. States and priorities are the numbers of
// v1::JobState and v1::JobPriority.
constexpr std::array<const char*, 8> kVersion1 = {
    // `retries` is how often its failed items have been put into the queue again. `expires_on` is
    // the day of `expires_at` in UTC. `bytes` are those of the items, and
    // `result_bytes` those of the results, as a quota counts them (see job_rows.h).
    R"(CREATE TABLE arbiter_jobs (
      id text PRIMARY KEY,
      client text NOT NULL,
      idempotency_key text NOT NULL,
      request_hash bytea NOT NULL,
      state smallint NOT NULL,
      priority smallint NOT NULL,
      engine_version text NOT NULL,
      items bigint NOT NULL DEFAULT 0,
      bytes bigint NOT NULL DEFAULT 0,
      result_bytes bigint NOT NULL DEFAULT 0,
      done bigint NOT NULL DEFAULT 0,
      failed bigint NOT NULL DEFAULT 0,
      next_sequence bigint NOT NULL DEFAULT 0,
      retries bigint NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL,
      started_at timestamptz,
      ended_at timestamptz,
      expires_at timestamptz NOT NULL,
      expires_on date NOT NULL,
      UNIQUE (client, idempotency_key)) WITH (fillfactor = 70))",
    "CREATE INDEX arbiter_jobs_of_client ON arbiter_jobs (client, created_at, id)",
    "CREATE INDEX arbiter_jobs_expiry ON arbiter_jobs (expires_at)",
    // The bytes of jobs that are gone, whose items and results stay until their partition is
    // dropped.
    R"(CREATE TABLE arbiter_remains (
      client text NOT NULL,
      expires_on date NOT NULL,
      bytes bigint NOT NULL,
      PRIMARY KEY (client, expires_on)) WITH (fillfactor = 70))",
    // The chunks that are not finished, of jobs that run. `missing` is the number of their items
    // without a result. `attempt` is the number of the last lease (see kMaxAttemptsPerRetry in
    // job_rows.h). `is_paid` says whether the client has paid for the items.
    R"(CREATE TABLE arbiter_queue (
      job_id text NOT NULL,
      chunk bigint NOT NULL,
      missing integer NOT NULL,
      priority smallint NOT NULL,
      client text NOT NULL,
      engine_version text NOT NULL,
      expires_on date NOT NULL,
      is_paid boolean NOT NULL,
      queued_at timestamptz NOT NULL,
      attempt bigint NOT NULL,
      worker text,
      leased_until timestamptz,
      suspect_item bigint,
      failures integer NOT NULL DEFAULT 0,
      PRIMARY KEY (job_id, chunk)) WITH (fillfactor = 70))",
    R"(CREATE INDEX arbiter_queue_order
      ON arbiter_queue (priority, client, engine_version, queued_at, job_id, chunk))",
    // A client that has no tokens left gets no turn before `paused_until`.
    R"(CREATE TABLE arbiter_turns (
      priority smallint NOT NULL,
      client text NOT NULL,
      last_turn timestamptz NOT NULL,
      paused_until timestamptz,
      PRIMARY KEY (priority, client)) WITH (fillfactor = 50))",
    R"(CREATE TABLE arbiter_workers (
      name text PRIMARY KEY,
      engine_version text NOT NULL,
      seen_at timestamptz NOT NULL) WITH (fillfactor = 50))",
};

absl::Status MakeVersion1(PostgresConnection* connection) {
  for (const char* const statement : kVersion1) {
    ARBITER_RETURN_IF_ERROR(connection->Query(statement).status());
  }
  return MakePartitionedTables(connection);
}

// Makes the table with the version, which is 0 while there are no other tables.
absl::Status MakeVersionTable(PostgresConnection* connection) {
  const absl::Status made = connection
                                ->Query(
                                    "CREATE TABLE IF NOT EXISTS arbiter_schema "
                                    "(id integer PRIMARY KEY, version integer NOT NULL)")
                                .status();
  const absl::Status filled =
      connection
          ->Query("INSERT INTO arbiter_schema (id, version) VALUES (1, 0) ON CONFLICT DO NOTHING")
          .status();
  // If another server has made the table at the same time, this one fails in spite of IF NOT
  // EXISTS.
  return filled.ok() || made.ok() ? filled : made;
}

absl::Status CheckVersion(int64_t version) {
  if (version <= kJobSchemaVersion) return absl::OkStatus();
  return absl::FailedPreconditionError(StrCat(
      "the database has schema ", version, ", and this version of arbiterd knows schemas up to ",
      kJobSchemaVersion, "; start the version of arbiterd that made it, or a newer one"));
}

}  // namespace

absl::Status MigrateJobSchema(PostgresConnection* connection) {
  absl::StatusOr<PostgresRows> rows = connection->Query(kReadVersion);
  const bool is_missing = SqlStateOf(rows.status()) == kUndefinedTable;
  if (!rows.ok() && !is_missing) return rows.status();
  if (is_missing || rows->empty()) {
    ARBITER_RETURN_IF_ERROR(MakeVersionTable(connection));
  } else {
    ARBITER_RETURN_IF_ERROR(CheckVersion(rows->Number(0, 0)));
    if (rows->Number(0, 0) == kJobSchemaVersion) return absl::OkStatus();
  }
  // The row is locked, so that one server at a time migrates. Unlike an advisory lock, every
  // database has that.
  ARBITER_RETURN_IF_ERROR(InTransaction(connection, [&]() -> absl::Status {
    ARBITER_ASSIGN_OR_RETURN(const PostgresRows locked,
                             connection->Query(StrCat(kReadVersion, " FOR UPDATE")));
    const int64_t version = locked.Number(0, 0);
    ARBITER_RETURN_IF_ERROR(CheckVersion(version));
    if (version == kJobSchemaVersion) return absl::OkStatus();
    ARBITER_RETURN_IF_ERROR(MakeVersion1(connection));
    return connection
        ->Query("UPDATE arbiter_schema SET version = $1 WHERE id = 1", {kJobSchemaVersion})
        .status();
  }));
  // If this fails, the partitions are made by JobStore::Maintain(), or when they are needed.
  MakePartitionsAhead(connection).IgnoreError();
  return absl::OkStatus();
}

}  // namespace arbiter
