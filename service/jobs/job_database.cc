#include "service/jobs/job_database.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/jobs/schema.h"

namespace arbiter {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// How long a thread waits before it tries to connect again.
constexpr milliseconds kRetryDelay(500);

absl::Status UnavailableError(std::string_view message) {
  return MakeError(ErrorReason::kOverloaded, absl::StatusCode::kUnavailable, message);
}

}  // namespace

JobDatabase::JobDatabase(Options options, Logger* log) : options_(std::move(options)), log_(*log) {}

JobDatabase::~JobDatabase() { Stop(); }

void JobDatabase::Stop() {
  std::deque<Operation> waiting;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    waiting.swap(waiting_);
    for (PostgresConnection* const connection : in_use_) connection->Interrupt();
  }
  work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  for (const Operation& operation : waiting) {
    operation(UnavailableError("the server is shutting down"));
  }
}

absl::Status JobDatabase::Open() {
  absl::StatusOr<std::unique_ptr<PostgresConnection>> connection = Connect();
  ReportAvailability(connection.status());
  if (!connection.ok() && connection.status().code() != absl::StatusCode::kUnavailable) {
    return connection.status();
  }
  for (int i = 0; i < options_.connections; ++i) threads_.emplace_back([this] { Serve(); });
  return absl::OkStatus();
}

void JobDatabase::Submit(Operation operation) {
  {
    const std::lock_guard lock(mutex_);
    if (!stopping_ && waiting_.size() < options_.max_waiting) {
      waiting_.push_back(std::move(operation));
      work_.notify_one();
      return;
    }
  }
  operation(UnavailableError(
      "too many requests wait for the database, or the server is shutting down; try again later"));
}

void JobDatabase::Serve() {
  std::unique_ptr<PostgresConnection> connection;
  std::optional<JobStore> store;
  absl::Status status;
  Clock::time_point next_attempt;
  while (true) {
    Operation operation;
    {
      std::unique_lock lock(mutex_);
      work_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
      if (stopping_) return;
      operation = std::move(waiting_.front());
      waiting_.pop_front();
    }
    if (connection != nullptr && connection->is_broken()) {
      store.reset();
      connection = nullptr;
    }
    if (connection == nullptr && Clock::now() >= next_attempt) {
      absl::StatusOr<std::unique_ptr<PostgresConnection>> opened = Connect();
      ReportAvailability(opened.status());
      status = opened.status();
      if (opened.ok()) {
        connection = *std::move(opened);
        store.emplace(connection.get());
      } else {
        next_attempt = Clock::now() + kRetryDelay;
      }
    }
    if (!store) {
      operation(status);
      continue;
    }
    {
      const std::lock_guard lock(mutex_);
      in_use_.insert(connection.get());
      if (stopping_) connection->Interrupt();
    }
    operation(&*store);
    const std::lock_guard lock(mutex_);
    in_use_.erase(connection.get());
  }
}

absl::StatusOr<std::unique_ptr<PostgresConnection>> JobDatabase::Connect() {
  ARBITER_ASSIGN_OR_RETURN(std::unique_ptr<PostgresConnection> connection,
                           PostgresConnection::Connect(options_.postgres));
  ARBITER_RETURN_IF_ERROR(MigrateJobSchema(connection.get()));
  return connection;
}

void JobDatabase::ReportAvailability(const absl::Status& status) {
  {
    const std::lock_guard lock(mutex_);
    if (is_available_ == status.ok()) return;
    is_available_ = status.ok();
  }
  if (status.ok()) {
    log_.Write(LogLine(LogLevel::kInfo, "the database of jobs is available"));
    return;
  }
  const std::string cause = DatabaseErrorOf(status);
  log_.Write(LogLine(LogLevel::kError, "the database of jobs is not available")
                 .Add("cause", cause.empty() ? std::string(status.message()) : cause));
}

}  // namespace arbiter
