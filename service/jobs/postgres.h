#ifndef ARBITER_SERVICE_JOBS_POSTGRES_H_
#define ARBITER_SERVICE_JOBS_POSTGRES_H_

#include <chrono>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/base/strings.h"
#include "service/net/fd.h"

struct pg_conn;
struct pg_result;
namespace arbiter {

struct PostgresOptions {
  // `postgresql://user@host:port/database?sslmode=verify-full`, or any other connection string of
  // libpq. Of several hosts, `postgresql://a,b/database?target_session_attrs=read-write`, the first
  // one that accepts the connection is used.
  std::string url;
  // A file that contains the password; empty if the URL contains it or there is none.
  std::string password_file;
  // How long connecting and each statement may take. Several hosts share the time to connect. The
  // database itself ends a statement after nine tenths of this time, and the wait for a lock after
  // seven tenths.
  std::chrono::milliseconds timeout{10'000};
  // Whether a database is accepted that can lose what it has committed when its machine fails.
  bool accept_loss = false;
  // A descriptor, such as an eventfd, that ends all waits of the connection as soon as it can be
  // read; -1 for none. It must stay open as long as the connection.
  int interruption = -1;
};

// A parameter of a statement.
class PostgresParam {
 public:
  // NOLINTBEGIN(google-explicit-constructor): a list of parameters is a list of values.

  // A text, which must not contain NUL.
  PostgresParam(std::string_view text) : text_(text) {}
  PostgresParam(const std::string& text) : text_(text) {}
  template <std::integral Number>
  requires(!std::same_as<Number, bool>) PostgresParam(Number number) : text_(StrCat(number)) {}
  template <std::same_as<bool> Bool>
  PostgresParam(Bool value) : text_(value ? "t" : "f") {}
  // NULL.
  PostgresParam(std::nullopt_t /*null*/) {}

  // NOLINTEND(google-explicit-constructor)

  // A `bytea`. The bytes must outlive the parameter.
  static PostgresParam Bytes(std::string_view bytes);

 private:
  friend class PostgresConnection;

  // Neither has a value if the parameter is NULL.
  std::optional<std::string> text_;
  std::optional<std::string_view> bytes_;
};

// The rows that a statement returned. The type of a column must be the one that the function names.
class PostgresRows {
 public:
  // The number of rows.
  int size() const;
  bool empty() const { return size() == 0; }
  // What the database has done, such as `COMMIT`.
  std::string_view command() const;
  // The number of rows that a statement has inserted, updated or deleted.
  int64_t affected() const;

  bool IsNull(int row, int column) const;
  // A `text` or `bytea`; empty if it is NULL. The view is valid as long as the rows.
  std::string_view Text(int row, int column) const;
  // A `smallint`, `integer` or `bigint`; 0 if it is NULL.
  int64_t Number(int row, int column) const;
  // A `boolean`; false if it is NULL.
  bool Bool(int row, int column) const;

 private:
  friend class PostgresConnection;
  struct Deleter {
    void operator()(pg_result* result) const;
  };
  explicit PostgresRows(pg_result* result) : result_(result) {}

  std::unique_ptr<pg_result, Deleter> result_;
};

// A connection to PostgreSQL, or to a database that speaks its protocol, for use by one thread at a
// time. No wait exceeds the timeout, except that resolving the name of a host can.
//
// Errors:
// - UNAVAILABLE (OVERLOADED) if the connection has been lost, could not be made, or took too long.
//   It is broken then, and must be replaced by another one;
// - RESOURCE_EXHAUSTED (OVERLOADED) if the database has no room or is too busy, or has ended the
//   statement because it took too long;
// - INTERNAL if it has refused a statement.
// Their messages can be shown to clients. DatabaseErrorOf() says more.
class PostgresConnection {
 public:
  // Connects, and checks that what the database commits survives a failure of its machine:
  // FAILED_PRECONDITION if a setting of the database says otherwise, or if libpq is not installed.
  // INVALID_ARGUMENT if the URL is malformed, NOT_FOUND if the password file cannot be read.
  static absl::StatusOr<std::unique_ptr<PostgresConnection>> Connect(
      const PostgresOptions& options);
  ~PostgresConnection();
  PostgresConnection(const PostgresConnection&) = delete;
  PostgresConnection& operator=(const PostgresConnection&) = delete;

  // Runs one statement, in which `$1` stands for the first parameter.
  absl::StatusOr<PostgresRows> Query(const std::string& sql,
                                     absl::Span<const PostgresParam> params = {});

  bool is_broken() const { return is_broken_; }
  // Returns a duplicate of the socket, with which another thread can watch the connection.
  Fd DuplicateSocket() const;

 private:
  struct Deleter {
    void operator()(pg_conn* connection) const;
  };
  using Time = std::chrono::steady_clock::time_point;

  PostgresConnection(std::chrono::milliseconds timeout, int interruption);

  // Connects to the first host that accepts the connection.
  absl::Status Open(const PostgresOptions& options);
  // Connects with these parameters of libpq, each of which ends with nullptr.
  absl::Status OpenHost(const std::vector<const char*>& keywords,
                        const std::vector<const char*>& values, Time deadline);
  // Limits what the database does for this connection, as far as it knows the settings.
  absl::Status ChangeSettings();
  absl::Status CheckDurability();
  // Waits until the socket can be read, or written if `for_writing` is set.
  absl::Status Wait(bool for_writing, Time deadline);
  absl::Status Send(const std::string& sql, absl::Span<const PostgresParam> params, Time deadline);
  // Returns the next result of the statement; nullptr if there is none left.
  absl::StatusOr<pg_result*> Receive(Time deadline);
  // Converts an error of the database.
  absl::Status ResultError(const pg_result* result);
  // Breaks the connection and returns why.
  absl::Status Break(std::string_view reason);

  const std::chrono::milliseconds timeout_;
  const int interruption_;
  std::unique_ptr<pg_conn, Deleter> connection_;
  // Is not repeated in errors.
  std::string password_;
  bool is_broken_ = false;
};

// Returns what the database or the connection has said about an error, for the log: it contains no
// parameters and no password. Empty if nothing is known.
std::string DatabaseErrorOf(const absl::Status& status);
// Returns the SQLSTATE of an error; empty if it has none.
std::string SqlStateOf(const absl::Status& status);

// A transaction, which is rolled back at the end of its life unless Commit() has returned OK.
class PostgresTransaction {
 public:
  explicit PostgresTransaction(PostgresConnection* connection) : connection_(*connection) {}
  ~PostgresTransaction();
  PostgresTransaction(const PostgresTransaction&) = delete;
  PostgresTransaction& operator=(const PostgresTransaction&) = delete;

  absl::Status Begin();
  absl::Status Commit();

 private:
  PostgresConnection& connection_;
  bool is_open_ = false;
};

// Whether a transaction has failed only because others ran at the same time.
bool IsConflict(const absl::Status& status);
// Waits for a short random time before a transaction is repeated, or returns RESOURCE_EXHAUSTED if
// this was the last attempt.
absl::Status PauseBeforeRepetition(int attempt);

// Runs `body`, which returns an absl::Status or absl::StatusOr, in a transaction that is committed
// if the result is OK and rolled back otherwise. The transaction is repeated if it has failed only
// because others ran at the same time, so `body` must do nothing but use the connection.
template <typename Body>
auto InTransaction(PostgresConnection* connection, const Body& body) -> decltype(body()) {
  for (int attempt = 1;; ++attempt) {
    auto result = [&]() -> decltype(body()) {
      PostgresTransaction transaction(connection);
      if (absl::Status begun = transaction.Begin(); !begun.ok()) return begun;
      auto value = body();
      if (!value.ok()) return value;
      if (absl::Status committed = transaction.Commit(); !committed.ok()) return committed;
      return value;
    }();
    if (result.ok()) return result;
    absl::Status status;
    if constexpr (std::same_as<decltype(body()), absl::Status>) {
      status = result;
    } else {
      status = result.status();
    }
    if (!IsConflict(status)) return result;
    if (absl::Status paused = PauseBeforeRepetition(attempt); !paused.ok()) return paused;
  }
}

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_POSTGRES_H_
