#ifndef ARBITER_SERVICE_JOBS_JOB_DATABASE_H_
#define ARBITER_SERVICE_JOBS_JOB_DATABASE_H_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/jobs/job_metrics.h"
#include "service/jobs/job_store.h"
#include "service/jobs/postgres.h"
#include "service/net/fd.h"
#include "service/ops/log.h"
#include "service/scheduling/fair_queue.h"

namespace arbiter {

// Whether the database of jobs can be reached, as those who connect to it find out. Thread-safe.
class JobAvailability {
 public:
  // Calls `changed`, one call at a time, when the database can be reached or no longer can. Both
  // pointers must outlive the object.
  JobAvailability(std::function<void(bool is_available)> changed, JobMetrics* metrics, Logger* log)
      : changed_(std::move(changed)), metrics_(*metrics), log_(*log) {}

  // Takes the result of an attempt to connect, and logs it if it changes what is known. A failure
  // says nothing while a connection is in use that the database has not closed.
  void Report(const absl::Status& status);
  // Tells that a connection is in use, of which this is the socket. It must stay open until
  // Remove().
  void Add(int socket);
  void Remove(int socket);

 private:
  const std::function<void(bool)> changed_;
  JobMetrics& metrics_;
  Logger& log_;
  std::mutex mutex_;
  std::optional<bool> is_available_;
  // The sockets of the connections in use.
  std::set<int> sockets_;
};

// Does operations on the jobs in the database, on threads of its own with a connection each, so
// that nobody else waits for the database. A connection that is lost is opened again. A thread that
// cannot connect leaves the operations to those that have a connection. Clients take turns.
// Thread-safe.
class JobDatabase {
 public:
  struct Options {
    PostgresOptions postgres;
    int connections = 4;
    // The maximum number of operations of one client that are done at the same time, at least 1, so
    // that slow ones, which may wait for one another, leave connections to others.
    size_t max_running_per_client = 2;
    // The maximum number of operations that wait for a thread, and of their bytes. Beyond it, the
    // client that has the most waiting is refused. An operation of more bytes than that always is.
    size_t max_waiting = 1'000;
    size_t max_waiting_bytes = size_t{32} << 20;
  };
  // An operation gets the store of its thread, or why there is none: UNAVAILABLE / OVERLOADED if
  // the database cannot be reached or too many operations wait, or the server is shutting down.
  using Operation = std::function<void(const absl::StatusOr<JobStore*>& store)>;

  // The pointers must outlive the object.
  JobDatabase(Options options, JobAvailability* availability, JobMetrics* metrics);
  // Calls Stop().
  ~JobDatabase();
  JobDatabase(const JobDatabase&) = delete;
  JobDatabase& operator=(const JobDatabase&) = delete;

  // Connects, and brings the schema up to date. Returns the error of a database that cannot be
  // used, such as one that may lose what it has acknowledged. A database that cannot be reached is
  // no error: it is tried again when it is needed.
  absl::Status Check();
  // Starts the threads, which connect when they have something to do.
  void Start();
  // Does an operation on one of the threads, later or at once. While it waits, it holds this many
  // bytes. `client` is whose turn it takes: operations of one client begin in their order.
  void Submit(std::string_view client, size_t bytes, Operation operation);
  // Ends the waiting operations with an error, as it does with further ones, interrupts those that
  // run, and waits until they have ended.
  void Stop();

 private:
  using Clock = std::chrono::steady_clock;
  struct Task;
  class Connection;

  // The loop of a thread.
  void Serve();
  // Returns a connection with the current schema.
  absl::StatusOr<std::unique_ptr<PostgresConnection>> Connect();
  // Reports the result of Connect(), unless Stop() has interrupted it.
  void Report(const absl::Status& connected);
  // Ends an operation that does not get a turn.
  void Refuse(FairQueue::ItemPtr item, std::string_view message);

  const Options options_;
  JobAvailability& availability_;
  JobMetrics& metrics_;
  // Can be read as soon as all waits for the database have to end.
  const Fd interruption_;
  std::mutex mutex_;
  // Wakes threads that have nothing to do, and those that wait to connect again.
  std::condition_variable work_;
  std::condition_variable retry_;
  bool stopping_ = false;
  // The number of threads that have a connection.
  int connected_ = 0;
  FairQueue queue_;
  std::vector<std::thread> threads_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_JOB_DATABASE_H_
