#include "service/jobs/postgres.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/cord.h"
#include "absl/strings/str_split.h"
#include "absl/types/optional.h"
#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/files/bounded_file.h"
#include "service/jobs/libpq.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr absl::string_view kErrorPayload = "arbiter/database_error";
constexpr absl::string_view kSqlStatePayload = "arbiter/sql_state";
constexpr int kMaxAttempts = 10;

// SQLSTATEs and classes of them (https://www.postgresql.org/docs/15/errcodes-appendix.html).
constexpr std::string_view kSerializationFailure = "40001";
constexpr std::string_view kCompletionUnknown = "40003";
constexpr std::string_view kDeadlockDetected = "40P01";
constexpr std::string_view kUndefinedObject = "42704";
constexpr std::string_view kInvalidValue = "22023";
constexpr std::string_view kLockNotAvailable = "55P03";
constexpr std::string_view kTooManyConnections = "53300";
constexpr std::string_view kReadOnlyTransaction = "25006";
constexpr std::string_view kConnectionException = "08";
constexpr std::string_view kInsufficientResources = "53";
constexpr std::string_view kOperatorIntervention = "57";
constexpr std::string_view kQueryCanceled = "57014";
constexpr std::string_view kIdleInTransactionTimeout = "25P03";
constexpr std::string_view kTransactionTimeout = "25P04";
// The texts of errors of these classes quote SQL or settings, never the values of parameters.
constexpr std::array<std::string_view, 7> kPrintableClasses = {"25", "42", "53", "55",
                                                               "57", "58", "0A"};

// The settings of which one value lets a committed transaction be lost.
constexpr std::array<const char*, 3> kDurabilitySettings = {"fsync", "synchronous_commit",
                                                            "full_page_writes"};

// All statements are meant to use an index. The planner would sort a whole queue instead as long as
// it does not know that the queue has become long.
constexpr std::array<const char*, 3> kDisabledPlans = {"enable_seqscan", "enable_bitmapscan",
                                                       "jit"};
// The locks of a process that was stopped in the middle of a transaction must not stop all others.
constexpr milliseconds kMaxIdleInTransaction(5'000);

constexpr std::string_view kDefaultPort = "5432";

// The database compresses items. Its usual method takes ten times as long.
constexpr std::string_view kCompression = "lz4";

absl::Status WithDetails(absl::Status status, std::string_view error, std::string_view state = "") {
  status.SetPayload(kErrorPayload, absl::Cord(ForAbsl(error)));
  if (!state.empty()) status.SetPayload(kSqlStatePayload, absl::Cord(ForAbsl(state)));
  return status;
}

std::string PayloadOf(const absl::Status& status, absl::string_view name) {
  const absl::optional<absl::Cord> payload = status.GetPayload(name);
  return payload ? std::string(*payload) : std::string();
}

absl::Status Unavailable(std::string_view error, std::string_view state = "") {
  return WithDetails(MakeError(ErrorReason::kOverloaded, absl::StatusCode::kUnavailable,
                               "the database of the jobs does not answer; retry later"),
                     error, state);
}

absl::Status Busy(std::string_view error, std::string_view state = "") {
  return WithDetails(MakeError(ErrorReason::kOverloaded,
                               "the database of the jobs has no room or is too busy; retry later"),
                     error, state);
}

// Whether the connection is of no use after an error: the server has closed it, is going away or
// only standing by.
bool EndsConnection(std::string_view state) {
  if (state == kQueryCanceled) return false;
  return state.empty() || state.starts_with(kConnectionException) ||
         state.starts_with(kOperatorIntervention) || state == kTooManyConnections ||
         state == kReadOnlyTransaction || state == kCompletionUnknown ||
         state == kIdleInTransactionTimeout || state == kTransactionTimeout;
}

// One of the hosts of a connection string. An empty member does not change the connection string.
struct Host {
  std::string name;
  std::string address;
  std::string port;
};

// Returns the hosts of a connection string, each of which libpq is given alone: it would spend all
// the time on the first one. Returns one without a name if libpq need not be told, or if the lists
// do not match, which libpq then reports.
std::vector<Host> HostsOf(const PQconninfoOption* options) {
  std::vector<std::string> names;
  std::vector<std::string> addresses;
  std::vector<std::string> ports;
  for (const PQconninfoOption* option = options; option->keyword != nullptr; ++option) {
    if (option->val == nullptr) continue;
    const std::string_view keyword = option->keyword;
    if (keyword == "host") names = absl::StrSplit(option->val, ',');
    if (keyword == "hostaddr") addresses = absl::StrSplit(option->val, ',');
    if (keyword == "port") ports = absl::StrSplit(option->val, ',');
  }
  const size_t count = std::max(names.size(), addresses.size());
  // A single port is that of all hosts.
  if (ports.size() == 1) ports.clear();
  const auto fits = [count](const std::vector<std::string>& list) {
    return list.empty() || list.size() == count;
  };
  const auto has_gap = [](const std::vector<std::string>& list) {
    return std::find(list.begin(), list.end(), "") != list.end();
  };
  if (count < 2 || !fits(names) || !fits(addresses) || !fits(ports) || has_gap(names) ||
      has_gap(addresses)) {
    return {Host()};
  }
  std::vector<Host> hosts(count);
  for (size_t i = 0; i < count; ++i) {
    if (!names.empty()) hosts[i].name = names[i];
    if (!addresses.empty()) hosts[i].address = addresses[i];
    if (!ports.empty()) hosts[i].port = ports[i].empty() ? kDefaultPort : ports[i];
  }
  return hosts;
}

// The functions of libpq, which Connect() has loaded.
const Libpq& Pq() { return *SystemLibpq(); }

std::string_view Trimmed(std::string_view text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

}  // namespace

PostgresParam PostgresParam::Bytes(std::string_view bytes) {
  PostgresParam param(std::nullopt);
  param.bytes_ = bytes;
  return param;
}

void PostgresRows::Deleter::operator()(pg_result* result) const { Pq().PQclear(result); }

int PostgresRows::size() const { return Pq().PQntuples(result_.get()); }

std::string_view PostgresRows::command() const { return Pq().PQcmdStatus(result_.get()); }

int64_t PostgresRows::affected() const {
  const std::string_view text = Pq().PQcmdTuples(result_.get());
  int64_t count = 0;
  std::from_chars(text.data(), text.data() + text.size(), count);
  return count;
}

bool PostgresRows::IsNull(int row, int column) const {
  return Pq().PQgetisnull(result_.get(), row, column) == 1;
}

std::string_view PostgresRows::Text(int row, int column) const {
  return {Pq().PQgetvalue(result_.get(), row, column),
          static_cast<size_t>(Pq().PQgetlength(result_.get(), row, column))};
}

int64_t PostgresRows::Number(int row, int column) const {
  const std::string_view bytes = Text(row, column);
  if (bytes.empty()) return 0;
  // The binary format is big-endian two's complement of 2, 4 or 8 bytes.
  int64_t number = static_cast<signed char>(bytes[0]) < 0 ? -1 : 0;
  for (const char byte : bytes) {
    number =
        static_cast<int64_t>(static_cast<uint64_t>(number) << 8 | static_cast<unsigned char>(byte));
  }
  return number;
}

bool PostgresRows::Bool(int row, int column) const { return Number(row, column) != 0; }

void PostgresConnection::Deleter::operator()(pg_conn* connection) const {
  Pq().PQfinish(connection);
}

PostgresConnection::PostgresConnection(milliseconds timeout, int interruption)
    : timeout_(timeout), interruption_(interruption) {}

PostgresConnection::~PostgresConnection() = default;

absl::StatusOr<std::unique_ptr<PostgresConnection>> PostgresConnection::Connect(
    const PostgresOptions& options) {
  ARBITER_RETURN_IF_ERROR(SystemLibpq().status());
  std::unique_ptr<PostgresConnection> connection(
      new PostgresConnection(options.timeout, options.interruption));
  ARBITER_RETURN_IF_ERROR(connection->Open(options));
  if (!options.accept_loss) ARBITER_RETURN_IF_ERROR(connection->CheckDurability());
  ARBITER_RETURN_IF_ERROR(connection->ChangeSettings());
  return connection;
}

absl::Status PostgresConnection::Open(const PostgresOptions& options) {
  // libpq's own message would quote the URL, which may contain a password.
  PQconninfoOption* const parsed = Pq().PQconninfoParse(options.url.c_str(), nullptr);
  if (parsed == nullptr) {
    return absl::InvalidArgumentError(
        "the URL of the database is malformed; an example is "
        "postgresql://user@host:5432/database");
  }
  for (const PQconninfoOption* option = parsed; option->keyword != nullptr; ++option) {
    if (std::string_view(option->keyword) == "password" && option->val != nullptr) {
      password_ = option->val;
    }
  }
  const std::vector<Host> hosts = HostsOf(parsed);
  Pq().PQconninfoFree(parsed);
  // Among two values of a keyword, the last one counts.
  std::vector<const char*> keywords = {"client_encoding", "fallback_application_name", "dbname"};
  std::vector<const char*> values = {"UTF8", "arbiterd", options.url.c_str()};
  if (!options.password_file.empty()) {
    ARBITER_ASSIGN_OR_RETURN(const std::string content,
                             ReadBoundedFile(options.password_file, kKiB));
    password_ = Trimmed(content);
    keywords.push_back("password");
    values.push_back(password_.c_str());
  }
  keywords.insert(keywords.end(), {"host", "hostaddr", "port", nullptr});
  const Time deadline = steady_clock::now() + timeout_;
  std::string errors;
  for (size_t i = 0; i < hosts.size(); ++i) {
    std::vector<const char*> with_host = values;
    with_host.insert(with_host.end(), {hosts[i].name.c_str(), hosts[i].address.c_str(),
                                       hosts[i].port.c_str(), nullptr});
    // Every host has an equal share of the time that is left.
    const Time now = steady_clock::now();
    const Time end = now + (deadline - now) / static_cast<int64_t>(hosts.size() - i);
    is_broken_ = false;
    const absl::Status opened = OpenHost(keywords, with_host, end);
    if (opened.ok()) return opened;
    StrAppend(&errors, errors.empty() ? "" : "; ", DatabaseErrorOf(opened));
  }
  return Unavailable(errors);
}

absl::Status PostgresConnection::OpenHost(const std::vector<const char*>& keywords,
                                          const std::vector<const char*>& values, Time deadline) {
  connection_.reset(Pq().PQconnectStartParams(keywords.data(), values.data(), /*expand_dbname=*/1));
  if (connection_ == nullptr) return Break("there is not enough memory");
  PostgresPollingStatusType next = PGRES_POLLING_WRITING;
  while (Pq().PQstatus(connection_.get()) != CONNECTION_BAD && next != PGRES_POLLING_OK) {
    ARBITER_RETURN_IF_ERROR(Wait(next == PGRES_POLLING_WRITING, deadline));
    next = Pq().PQconnectPoll(connection_.get());
  }
  if (Pq().PQstatus(connection_.get()) != CONNECTION_OK) {
    return Break(Pq().PQerrorMessage(connection_.get()));
  }
  if (Pq().PQsetnonblocking(connection_.get(), 1) != 0) {
    return Break(Pq().PQerrorMessage(connection_.get()));
  }
  return absl::OkStatus();
}

absl::Status PostgresConnection::ChangeSettings() {
  std::vector<std::pair<std::string_view, std::string>> settings = {
      {"statement_timeout", StrCat(timeout_.count() * 9 / 10)},
      {"lock_timeout", StrCat(timeout_.count() * 7 / 10)},
      {"idle_in_transaction_session_timeout", StrCat(kMaxIdleInTransaction.count())},
      {"default_toast_compression", std::string(kCompression)}};
  for (const char* const plan : kDisabledPlans) settings.emplace_back(plan, "off");
  for (const auto& [name, value] : settings) {
    const absl::Status set = Query("SELECT set_config($1, $2, false)", {name, value}).status();
    const std::string state = SqlStateOf(set);
    if (!set.ok() && state != kUndefinedObject && state != kInvalidValue) return set;
  }
  return absl::OkStatus();
}

absl::Status PostgresConnection::CheckDurability() {
  for (const std::string_view setting : kDurabilitySettings) {
    const absl::StatusOr<PostgresRows> rows = Query(StrCat("SHOW ", setting));
    // A database that does not know the setting has no such choice.
    if (SqlStateOf(rows.status()) == kUndefinedObject) continue;
    if (!rows.ok()) return rows.status();
    if (rows->empty() || rows->Text(0, 0) != "off") continue;
    return absl::FailedPreconditionError(
        StrCat("the database has ", setting,
               " = off, so it can lose jobs that it has confirmed when its machine fails; set ",
               setting, " = on, or accept the loss"));
  }
  return absl::OkStatus();
}

absl::StatusOr<PostgresRows> PostgresConnection::Query(const std::string& sql,
                                                       absl::Span<const PostgresParam> params) {
  if (is_broken_) return Unavailable("the connection was lost");
  const Time deadline = steady_clock::now() + timeout_;
  ARBITER_RETURN_IF_ERROR(Send(sql, params, deadline));
  PostgresRows rows(nullptr);
  for (;;) {
    ARBITER_ASSIGN_OR_RETURN(pg_result * result, Receive(deadline));
    if (result == nullptr) break;
    // An error that ends the connection can follow a result.
    rows = PostgresRows(result);
    const ExecStatusType status = Pq().PQresultStatus(result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) continue;
    absl::Status error = ResultError(result);
    // The connection can be used again after the rest has been read.
    while (!is_broken_) {
      ARBITER_ASSIGN_OR_RETURN(pg_result * rest, Receive(deadline));
      if (rest == nullptr) break;
      Pq().PQclear(rest);
    }
    return error;
  }
  if (rows.result_ == nullptr) return Break("the database returned nothing");
  return rows;
}

absl::Status PostgresConnection::Send(const std::string& sql,
                                      absl::Span<const PostgresParam> params, Time deadline) {
  std::vector<const char*> values;
  std::vector<int> lengths;
  std::vector<int> formats;
  for (const PostgresParam& param : params) {
    if (param.text_ && param.text_->find('\0') != std::string::npos) {
      return absl::InternalError("a parameter of a statement contains NUL");
    }
    values.push_back(param.text_    ? param.text_->c_str()
                     : param.bytes_ ? (param.bytes_->empty() ? "" : param.bytes_->data())
                                    : nullptr);
    lengths.push_back(param.bytes_ ? static_cast<int>(param.bytes_->size()) : 0);
    formats.push_back(param.bytes_ ? 1 : 0);
  }
  pg_conn* const connection = connection_.get();
  if (Pq().PQsendQueryParams(connection, sql.c_str(), static_cast<int>(values.size()), nullptr,
                             values.data(), lengths.data(), formats.data(),
                             /*resultFormat=*/1) != 1) {
    return Break(Pq().PQerrorMessage(connection));
  }
  // The database may not read on before what it has sent is read.
  int unsent = 0;
  while ((unsent = Pq().PQflush(connection)) == 1) {
    ARBITER_RETURN_IF_ERROR(Wait(/*for_writing=*/true, deadline));
    if (Pq().PQconsumeInput(connection) != 1) return Break(Pq().PQerrorMessage(connection));
  }
  return unsent == 0 ? absl::OkStatus() : Break(Pq().PQerrorMessage(connection));
}

absl::StatusOr<pg_result*> PostgresConnection::Receive(Time deadline) {
  while (Pq().PQisBusy(connection_.get()) == 1) {
    ARBITER_RETURN_IF_ERROR(Wait(/*for_writing=*/false, deadline));
    if (Pq().PQconsumeInput(connection_.get()) != 1) {
      return Break(Pq().PQerrorMessage(connection_.get()));
    }
  }
  return Pq().PQgetResult(connection_.get());
}

absl::Status PostgresConnection::Wait(bool for_writing, Time deadline) {
  for (;;) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now()).count();
    if (left <= 0) return Break("the database did not answer in time");
    const auto events = static_cast<int16_t>(for_writing ? POLLIN | POLLOUT : POLLIN);
    std::array<pollfd, 2> waiting = {
        {{Pq().PQsocket(connection_.get()), events, 0}, {interruption_, POLLIN, 0}}};
    const int ready = poll(waiting.data(), waiting.size(), static_cast<int>(left));
    if (ready < 0 && errno != EINTR) return Break("poll() failed");
    if (waiting[1].revents != 0) return Break("the wait was interrupted");
    if (ready > 0) return absl::OkStatus();
  }
}

absl::Status PostgresConnection::ResultError(const pg_result* result) {
  const char* const field = Pq().PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const std::string_view state = field == nullptr ? "" : field;
  const char* const message = Pq().PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  std::string error = StrCat("SQLSTATE ", state);
  const auto is_class = [state](std::string_view prefix) { return state.starts_with(prefix); };
  if (message != nullptr &&
      std::any_of(kPrintableClasses.begin(), kPrintableClasses.end(), is_class)) {
    StrAppend(&error, ": ", std::string_view(message));
  }
  if (EndsConnection(state) || Pq().PQstatus(connection_.get()) != CONNECTION_OK) {
    is_broken_ = true;
    return Unavailable(state.empty() ? std::string(Pq().PQresultErrorMessage(result)) : error,
                       state);
  }
  if (state == kSerializationFailure || state == kDeadlockDetected) {
    return WithDetails(absl::AbortedError("the transaction conflicts with another one"), error,
                       state);
  }
  if (state == kLockNotAvailable || state == kQueryCanceled ||
      state.starts_with(kInsufficientResources)) {
    return Busy(error, state);
  }
  return WithDetails(absl::InternalError("the database of the jobs refuses a statement"), error,
                     state);
}

Fd PostgresConnection::DuplicateSocket() const {
  return Fd(fcntl(Pq().PQsocket(connection_.get()), F_DUPFD_CLOEXEC, 0));
}

absl::Status PostgresConnection::Break(std::string_view reason) {
  is_broken_ = true;
  std::string text(Trimmed(reason));
  if (!password_.empty()) text = ReplaceAll(text, {{password_, "…"}});
  return Unavailable(text);
}

std::string DatabaseErrorOf(const absl::Status& status) { return PayloadOf(status, kErrorPayload); }

std::string SqlStateOf(const absl::Status& status) { return PayloadOf(status, kSqlStatePayload); }

PostgresTransaction::~PostgresTransaction() {
  if (is_open_ && !connection_.is_broken()) connection_.Query("ROLLBACK").IgnoreError();
}

absl::Status PostgresTransaction::Begin() {
  // Databases that are always serializable run the transaction so.
  ARBITER_RETURN_IF_ERROR(connection_.Query("BEGIN ISOLATION LEVEL READ COMMITTED").status());
  is_open_ = true;
  return absl::OkStatus();
}

absl::Status PostgresTransaction::Commit() {
  ARBITER_ASSIGN_OR_RETURN(const PostgresRows rows, connection_.Query("COMMIT"));
  is_open_ = false;
  // A transaction in which a statement has failed is rolled back.
  if (rows.command() == "COMMIT") return absl::OkStatus();
  return absl::InternalError("the database of the jobs has rolled a transaction back");
}

bool IsConflict(const absl::Status& status) {
  const std::string state = SqlStateOf(status);
  return state == kSerializationFailure || state == kDeadlockDetected;
}

absl::Status PauseBeforeRepetition(int attempt) {
  if (attempt == kMaxAttempts) return Busy("transactions conflict with one another");
  thread_local std::mt19937 random{std::random_device()()};
  std::uniform_int_distribution<int> any(0, 1 << std::min(attempt, 7));
  std::this_thread::sleep_for(milliseconds(any(random)));
  return absl::OkStatus();
}

}  // namespace arbiter
