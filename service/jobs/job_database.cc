#include "service/jobs/job_database.h"

#include <sys/eventfd.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "service/jobs/schema.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;

// How long a thread waits before it tries to connect again.
constexpr milliseconds kRetryDelay(500);

absl::Status UnavailableError(std::string_view message) {
  return MakeError(ErrorReason::kOverloaded, absl::StatusCode::kUnavailable, message);
}

}  // namespace

void JobAvailability::Report(const absl::Status& status) {
  const std::lock_guard lock(mutex_);
  if (is_available_ == status.ok()) return;
  is_available_ = status.ok();
  metrics_.database_up().Set(status.ok() ? 1 : 0);
  changed_(status.ok());
  if (status.ok()) {
    log_.Write(LogLine(LogLevel::kInfo, "the database of jobs is available"));
    return;
  }
  const std::string cause = DatabaseErrorOf(status);
  log_.Write(LogLine(LogLevel::kError, "the database of jobs is not available")
                 .Add("cause", cause.empty() ? std::string(status.message()) : cause));
}

// An operation in the queue.
struct JobDatabase::Task : FairQueue::Item {
  Task(size_t bytes, Operation run)
      : Item({.waiting_bytes = bytes}), operation(std::move(run)), submitted(Clock::now()) {}

  Operation operation;
  const Clock::time_point submitted;
};

// The connection of a thread.
class JobDatabase::Connection {
 public:
  explicit Connection(JobDatabase* database) : database_(*database) {}

  // Returns the store, for which it connects if need be, or why there is none.
  absl::StatusOr<JobStore*> Store() {
    if (connection_ != nullptr && connection_->is_broken()) {
      store_.reset();
      connection_ = nullptr;
    }
    if (connection_ == nullptr && Clock::now() >= next_attempt_) {
      absl::StatusOr<std::unique_ptr<PostgresConnection>> opened = database_.Connect();
      error_ = opened.status();
      if (opened.ok()) {
        connection_ = *std::move(opened);
        store_.emplace(connection_.get());
      } else {
        next_attempt_ = Clock::now() + kRetryDelay;
      }
    }
    if (!store_) return error_;
    return &*store_;
  }

 private:
  JobDatabase& database_;
  std::unique_ptr<PostgresConnection> connection_;
  std::optional<JobStore> store_;
  absl::Status error_;
  Clock::time_point next_attempt_;
};

JobDatabase::JobDatabase(Options options, JobAvailability* availability, JobMetrics* metrics)
    : options_(std::move(options)),
      availability_(*availability),
      metrics_(*metrics),
      interruption_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      queue_({.slots = options_.connections,
              .max_waiting = options_.max_waiting,
              .max_waiting_bytes = options_.max_waiting_bytes}) {}

JobDatabase::~JobDatabase() { Stop(); }

void JobDatabase::Stop() {
  std::vector<FairQueue::ItemPtr> waiting;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    while (const FairQueue::Item* const item = queue_.oldest_waiting()) {
      waiting.push_back(queue_.Remove(item->ticket));
    }
  }
  eventfd_write(interruption_.get(), 1);
  work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  for (FairQueue::ItemPtr& item : waiting) Refuse(std::move(item), "the server is shutting down");
}

absl::Status JobDatabase::Check() {
  const absl::Status connected = Connect().status();
  const bool is_temporary = absl::IsUnavailable(connected) || absl::IsResourceExhausted(connected);
  return is_temporary ? absl::OkStatus() : connected;
}

void JobDatabase::Start() {
  for (int i = 0; i < options_.connections; ++i) threads_.emplace_back([this] { Serve(); });
}

void JobDatabase::Submit(std::string_view client, size_t bytes, Operation operation) {
  FairQueue::ItemPtr item = std::make_unique<Task>(bytes, std::move(operation));
  std::vector<FairQueue::Displaced> displaced;
  {
    std::unique_lock lock(mutex_);
    if (stopping_) {
      lock.unlock();
      return Refuse(std::move(item), "the server is shutting down");
    }
    const FairQueue::Item* const added = queue_.Push(client, std::move(item));
    if (queue_.IsFull()) displaced = queue_.MakeRoom(*added);
    work_.notify_one();
  }
  for (FairQueue::Displaced& refused : displaced) {
    metrics_.operations_refused().Increment();
    Refuse(std::move(refused.item), "too many requests wait for the database; try again later");
  }
}

void JobDatabase::Refuse(FairQueue::ItemPtr item, std::string_view message) {
  static_cast<Task*>(item.get())->operation(UnavailableError(message));
}

void JobDatabase::Serve() {
  Connection connection(this);
  std::unique_lock lock(mutex_);
  while (true) {
    Task* task = nullptr;
    work_.wait(lock, [&] {
      task = static_cast<Task*>(queue_.Next(/*can_start=*/true));
      return stopping_ || task != nullptr;
    });
    if (stopping_) return;
    queue_.Grant(task);
    lock.unlock();
    const Clock::time_point begin = Clock::now();
    task->operation(connection.Store());
    // What the operation holds is released without the lock.
    task->operation = nullptr;
    const Clock::time_point end = Clock::now();
    metrics_.operation_seconds().Observe(
        std::chrono::duration<double>(end - task->submitted).count());
    lock.lock();
    queue_.Charge(*task, end - begin);
    queue_.Finish(task);
  }
}

absl::StatusOr<std::unique_ptr<PostgresConnection>> JobDatabase::Connect() {
  PostgresOptions options = options_.postgres;
  options.interruption = interruption_.get();
  auto connection = PostgresConnection::Connect(options);
  if (connection.ok()) {
    if (absl::Status migrated = MigrateJobSchema(connection->get()); !migrated.ok()) {
      connection = std::move(migrated);
    }
  }
  // A connection that was interrupted says nothing about the database.
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return connection;
  }
  availability_.Report(connection.status());
  return connection;
}

}  // namespace arbiter
