#include "service/jobs/job_database.h"

#include <poll.h>
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

// Whether the other end of a connection has not closed it.
bool IsOpen(int socket) {
  pollfd state = {.fd = socket, .events = POLLRDHUP, .revents = 0};
  return poll(&state, 1, /*timeout=*/0) == 0;
}

}  // namespace

void JobAvailability::Report(const absl::Status& status) {
  const std::lock_guard lock(mutex_);
  if (is_available_ == status.ok()) return;
  if (!status.ok() && std::any_of(sockets_.begin(), sockets_.end(), IsOpen)) return;
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

void JobAvailability::Add(int socket) {
  const std::lock_guard lock(mutex_);
  sockets_.insert(socket);
}

void JobAvailability::Remove(int socket) {
  const std::lock_guard lock(mutex_);
  sockets_.erase(socket);
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
  ~Connection() { Close(); }

  bool is_open() const { return connection_ != nullptr; }
  bool is_broken() const { return is_open() && connection_->is_broken(); }
  // Whether it is too early to try again to connect.
  bool IsInDelay() const { return !is_open() && Clock::now() < next_attempt_; }
  Clock::time_point next_attempt() const { return next_attempt_; }

  void Open() {
    absl::StatusOr<std::unique_ptr<PostgresConnection>> opened = database_.Connect();
    error_ = opened.status();
    if (opened.ok()) {
      connection_ = *std::move(opened);
      store_.emplace(connection_.get());
      socket_ = connection_->DuplicateSocket();
      // Before the report, so that a thread that fails at this moment does not contradict it.
      database_.availability_.Add(socket_.get());
    } else {
      next_attempt_ = Clock::now() + kRetryDelay;
    }
    database_.Report(error_);
  }
  void Close() {
    if (!is_open()) return;
    database_.availability_.Remove(socket_.get());
    socket_ = Fd();
    store_.reset();
    connection_ = nullptr;
  }
  // Returns the store, or why the last attempt to connect has failed.
  absl::StatusOr<JobStore*> Store() {
    if (!store_) return error_;
    return &*store_;
  }

 private:
  JobDatabase& database_;
  std::unique_ptr<PostgresConnection> connection_;
  // A duplicate of the one of the connection.
  Fd socket_;
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
              .max_running_per_client = options_.max_running_per_client,
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
  retry_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  for (FairQueue::ItemPtr& item : waiting) Refuse(std::move(item), "the server is shutting down");
}

absl::Status JobDatabase::Check() {
  const absl::Status connected = Connect().status();
  Report(connected);
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
    if (connection.IsInDelay()) {
      retry_.wait_until(lock, connection.next_attempt(),
                        [this] { return stopping_ || connected_ == 0; });
    }
    Task* task = nullptr;
    work_.wait(lock, [&] {
      task = static_cast<Task*>(queue_.Next(/*can_start=*/true));
      return stopping_ || task != nullptr;
    });
    if (stopping_) return;
    const bool is_in_delay = connection.IsInDelay();
    if (!connection.is_open()) {
      // The task is left to a thread that has a connection.
      if (connected_ > 0) work_.notify_one();
      if (is_in_delay && connected_ > 0) continue;
    }
    if (!connection.is_open() && !is_in_delay) {
      lock.unlock();
      connection.Open();
      lock.lock();
      if (connection.is_open()) ++connected_;
      continue;
    }
    queue_.Grant(task);
    lock.unlock();
    const Clock::time_point begin = Clock::now();
    task->operation(connection.Store());
    // What the operation holds is released without the lock.
    task->operation = nullptr;
    const Clock::time_point end = Clock::now();
    metrics_.operation_seconds().Observe(
        std::chrono::duration<double>(end - task->submitted).count());
    const bool is_lost = connection.is_broken();
    if (is_lost) connection.Close();
    lock.lock();
    if (is_lost && --connected_ == 0) retry_.notify_all();
    queue_.Charge(*task, end - begin);
    queue_.Finish(task);
  }
}

absl::StatusOr<std::unique_ptr<PostgresConnection>> JobDatabase::Connect() {
  PostgresOptions options = options_.postgres;
  options.interruption = interruption_.get();
  auto connection = PostgresConnection::Connect(options);
  if (connection.ok()) ARBITER_RETURN_IF_ERROR(MigrateJobSchema(connection->get()));
  return connection;
}

void JobDatabase::Report(const absl::Status& connected) {
  // A connection that was interrupted says nothing about the database.
  {
    const std::lock_guard lock(mutex_);
    if (stopping_) return;
  }
  availability_.Report(connected);
}

}  // namespace arbiter
