#include "service/jobs/partitions.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/status_macros.h"
#include "core/base/strings.h"

namespace arbiter {
namespace {

struct Table {
  std::string_view name;
  std::string_view columns;
  // Of an index beside the primary key; empty if there is none.
  std::string_view index;
};

constexpr std::array<Table, 2> kTables = {{
    // One row for each chunk; `chunk` is the number of its first item. See chunk_requests.h for
    // `requests`.
    {"arbiter_items", R"(
      expires_on date NOT NULL,
      job_id text NOT NULL,
      chunk bigint NOT NULL,
      items integer NOT NULL,
      requests bytea NOT NULL,
      PRIMARY KEY (expires_on, job_id, chunk))",
     ""},
    // `result` is a serialised v1::JobResult without its number. `sequence` counts the results of
    // the job as they come, with gaps.
    {"arbiter_results", R"(
      expires_on date NOT NULL,
      job_id text NOT NULL,
      item bigint NOT NULL,
      sequence bigint NOT NULL,
      failed boolean NOT NULL,
      result bytea NOT NULL,
      PRIMARY KEY (expires_on, job_id, item))",
     "(expires_on, job_id, sequence)"},
}};

// The SQLSTATE of a row that no partition takes.
constexpr std::string_view kCheckViolation = "23514";

// Nothing waits longer than this behind a change of partitions, which itself waits for whoever
// reads the table, such as a backup.
constexpr const char* kLimitWait = "SET LOCAL lock_timeout = '1s'";

absl::StatusOr<bool> HasPartitions(PostgresConnection* connection) {
  ARBITER_ASSIGN_OR_RETURN(const PostgresRows rows,
                           connection->Query("SELECT version() NOT LIKE '%CockroachDB%'"));
  return rows.Bool(0, 0);
}

// Whether a text has the form 2026-11-29. Names of tables cannot be parameters.
bool IsDay(std::string_view text) {
  if (text.size() != 10) return false;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_right = i == 4 || i == 7 ? text[i] == '-' : text[i] >= '0' && text[i] <= '9';
    if (!is_right) return false;
  }
  return true;
}

std::string PartitionName(std::string_view table, std::string_view day) {
  return StrCat(table, "_", ReplaceAll(day, {{"-", ""}}));
}

// Runs a statement that returns days.
absl::StatusOr<std::vector<std::string>> Days(PostgresConnection* connection,
                                              const std::string& sql,
                                              absl::Span<const PostgresParam> params) {
  ARBITER_ASSIGN_OR_RETURN(const PostgresRows rows, connection->Query(sql, params));
  std::vector<std::string> days;
  days.reserve(static_cast<size_t>(rows.size()));
  for (int row = 0; row < rows.size(); ++row) days.emplace_back(rows.Text(row, 0));
  return days;
}

// Makes a partition if it is missing. It is attached when it is complete, because that does not
// keep anybody from using the table.
absl::Status MakePartition(PostgresConnection* connection, std::string_view table,
                           std::string_view day) {
  if (!IsDay(day)) return absl::InternalError("a day has no valid form");
  const std::string name = PartitionName(table, day);
  ARBITER_ASSIGN_OR_RETURN(const PostgresRows found,
                           connection->Query("SELECT to_regclass($1) IS NOT NULL", {name}));
  if (found.Bool(0, 0)) return absl::OkStatus();
  ARBITER_RETURN_IF_ERROR(
      connection->Query(StrCat("CREATE TABLE ", name, " (LIKE ", table, " INCLUDING ALL)"))
          .status());
  return connection
      ->Query(StrCat("ALTER TABLE ", table, " ATTACH PARTITION ", name, " FOR VALUES FROM ('", day,
                     "') TO (date '", day, "' + 1)"))
      .status();
}

// Makes the partitions of the days that a statement returns.
absl::Status MakePartitionsOf(PostgresConnection* connection, const std::string& sql,
                              absl::Span<const PostgresParam> params) {
  ARBITER_ASSIGN_OR_RETURN(const bool has_partitions, HasPartitions(connection));
  if (!has_partitions) return absl::OkStatus();
  return InTransaction(connection, [&]() -> absl::Status {
    // One server at a time does this, so that none finds a table that another one is making.
    ARBITER_RETURN_IF_ERROR(
        connection->Query("SELECT version FROM arbiter_schema WHERE id = 1 FOR UPDATE").status());
    ARBITER_RETURN_IF_ERROR(connection->Query(kLimitWait).status());
    ARBITER_ASSIGN_OR_RETURN(const std::vector<std::string> days, Days(connection, sql, params));
    for (const std::string& day : days) {
      for (const Table& table : kTables) {
        ARBITER_RETURN_IF_ERROR(MakePartition(connection, table.name, day));
      }
    }
    return absl::OkStatus();
  });
}

}  // namespace

absl::Status MakePartitionedTables(PostgresConnection* connection) {
  ARBITER_ASSIGN_OR_RETURN(const bool has_partitions, HasPartitions(connection));
  for (const Table& table : kTables) {
    ARBITER_RETURN_IF_ERROR(
        connection
            ->Query(StrCat("CREATE TABLE ", table.name, " (", table.columns, ")",
                           has_partitions ? " PARTITION BY RANGE (expires_on)" : ""))
            .status());
    if (table.index.empty()) continue;
    ARBITER_RETURN_IF_ERROR(
        connection->Query(StrCat("CREATE INDEX ON ", table.name, " ", table.index)).status());
  }
  return absl::OkStatus();
}

absl::Status MakePartitions(PostgresConnection* connection, int64_t day) {
  return MakePartitionsOf(connection,
                          "SELECT to_char(date '1970-01-01' + $1::integer, 'YYYY-MM-DD')", {day});
}

absl::Status MakePartitionsAhead(PostgresConnection* connection) {
  return MakePartitionsOf(
      connection,
      "SELECT to_char(day, 'YYYY-MM-DD') FROM generate_series("
      "(now() AT TIME ZONE 'UTC')::date, "
      "(now() AT TIME ZONE 'UTC')::date + $1::integer, interval '1 day') AS day",
      {kPartitionDaysAhead});
}

bool LacksPartition(const absl::Status& status) { return SqlStateOf(status) == kCheckViolation; }

absl::Status DropExpiredPartitions(PostgresConnection* connection) {
  ARBITER_ASSIGN_OR_RETURN(const bool has_partitions, HasPartitions(connection));
  for (const Table& table : kTables) {
    if (!has_partitions) {
      ARBITER_RETURN_IF_ERROR(
          connection
              ->Query(StrCat("DELETE FROM ", table.name,
                             " WHERE expires_on < CAST(now() AT TIME ZONE 'UTC' AS date)"))
              .status());
      continue;
    }
    ARBITER_ASSIGN_OR_RETURN(
        const std::vector<std::string> days,
        Days(connection,
             "SELECT to_char(to_date(right(relname, 8), 'YYYYMMDD'), 'YYYY-MM-DD') "
             "FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid "
             "WHERE inhparent = to_regclass($1) "
             "AND right(relname, 8) < to_char(now() AT TIME ZONE 'UTC', 'YYYYMMDD') ORDER BY 1",
             {table.name}));
    for (const std::string& day : days) {
      ARBITER_RETURN_IF_ERROR(InTransaction(connection, [&]() -> absl::Status {
        ARBITER_RETURN_IF_ERROR(connection->Query(kLimitWait).status());
        return connection->Query(StrCat("DROP TABLE IF EXISTS ", PartitionName(table.name, day)))
            .status();
      }));
    }
  }
  return absl::OkStatus();
}

}  // namespace arbiter
