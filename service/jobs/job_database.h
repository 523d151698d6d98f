#ifndef ARBITER_SERVICE_JOBS_JOB_DATABASE_H_
#define ARBITER_SERVICE_JOBS_JOB_DATABASE_H_

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/jobs/job_store.h"
#include "service/jobs/postgres.h"
#include "service/ops/log.h"

namespace arbiter {

// Does operations on the jobs in the database, on threads of its own with a connection each, so
// that nobody else waits for the database. A connection that is lost is opened again. Thread-safe.
class JobDatabase {
 public:
  struct Options {
    PostgresOptions postgres;
    int connections = 4;
    // The maximum number of operations that wait for a thread.
    size_t max_waiting = 1'000;
  };
  // An operation gets the store of its thread, or why there is none: UNAVAILABLE / OVERLOADED if
  // the database cannot be reached or too many operations wait, or the server is shutting down.
  using Operation = std::function<void(const absl::StatusOr<JobStore*>& store)>;

  // `log` must outlive the object.
  JobDatabase(Options options, Logger* log);
  // Calls Stop().
  ~JobDatabase();
  JobDatabase(const JobDatabase&) = delete;
  JobDatabase& operator=(const JobDatabase&) = delete;

  // Connects for the first time, and brings the schema up to date. Returns the error of a database
  // that cannot be used, such as one that may lose what it has acknowledged. A database that cannot
  // be reached is no error: it is tried again when it is needed.
  absl::Status Open();
  // Does an operation on one of the threads, later or at once.
  void Submit(Operation operation);
  // Ends the waiting operations with an error, as it does with further ones, interrupts those that
  // run, and waits until they have ended.
  void Stop();

 private:
  // The loop of a thread.
  void Serve();
  // Returns a connection with the current schema.
  absl::StatusOr<std::unique_ptr<PostgresConnection>> Connect();
  // Logs whether the database can be reached, if that has changed.
  void ReportAvailability(const absl::Status& status);

  const Options options_;
  Logger& log_;
  std::mutex mutex_;
  // Whether the last attempt to connect has succeeded; std::nullopt before the first one.
  std::optional<bool> is_available_;
  // The connections that operations use.
  std::set<PostgresConnection*> in_use_;
  std::condition_variable work_;
  bool stopping_ = false;
  std::deque<Operation> waiting_;
  std::vector<std::thread> threads_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_JOB_DATABASE_H_
