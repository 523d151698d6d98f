#ifndef ARBITER_SERVICE_JOBS_JOB_WATCH_H_
#define ARBITER_SERVICE_JOBS_JOB_WATCH_H_

#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "service/jobs/job_database.h"
#include "service/jobs/job_store.h"

namespace arbiter {

// Looks for changes of the jobs for which somebody waits: as long as there are any, one statement
// reads all of them several times a second, however many callers wait. Thread-safe.
//
// Every watcher is an open call, so the limits of open calls and connections bound their number.
class JobWatch {
 public:
  // The time between two looks.
  static constexpr std::chrono::milliseconds kInterval{300};
  // How long the database may be away before the watchers learn about it.
  static constexpr std::chrono::milliseconds kPatience{5'000};

  // Somebody who waits for changes of a job.
  class Watcher {
   public:
    virtual ~Watcher() = default;

    // Called with the job, and then again whenever it has changed; or once with why the job cannot
    // be watched any more, such as JOB_NOT_FOUND when it has been deleted. Must not block.
    virtual void OnJob(const absl::StatusOr<ObservedJob>& job) = 0;
  };

  // `database` must outlive the object.
  explicit JobWatch(JobDatabase* database);
  // Calls Stop().
  ~JobWatch();
  JobWatch(const JobWatch&) = delete;
  JobWatch& operator=(const JobWatch&) = delete;

  // Watches a job until the watcher is destroyed. The caller must know that the job is the
  // client's. The watcher is told nothing that is older than this call.
  void Add(std::string_view job_id, std::weak_ptr<Watcher> watcher);
  // From now on, nobody is told anything. JobDatabase::Stop() must have been called before, or this
  // may wait for the database.
  void Stop();

 private:
  using Clock = std::chrono::steady_clock;

  struct Watched {
    struct Entry {
      std::weak_ptr<Watcher> watcher;
      // Whether the statement that runs was begun after the watcher was added, and whether the
      // watcher has been told about the job.
      bool is_asked = false;
      bool is_told = false;
    };
    std::vector<Entry> watchers;
    // The serialised job of the last look.
    std::string last;
  };
  // What a watcher is told.
  using Message = std::pair<std::weak_ptr<Watcher>, absl::StatusOr<ObservedJob>>;

  // The loop of the thread.
  void Run();
  // Forgets the watchers that have been destroyed, and returns the ids of the jobs to read.
  std::vector<std::string> BeginLook();
  // Tells the watchers what the statement for these jobs has returned.
  void EndLook(const std::vector<std::string>& ids,
               const absl::StatusOr<std::vector<ObservedJob>>& jobs);
  // Adds the messages for the watchers of a job. Must be called with the lock held.
  static void Tell(Watched* watched, const ObservedJob& job, std::vector<Message>* messages);

  JobDatabase& database_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  bool is_looking_ = false;
  // When the first of the looks failed that have failed since the last success.
  std::optional<Clock::time_point> failing_since_;
  // By the id of the job.
  std::map<std::string, Watched, std::less<>> watched_;
  std::thread thread_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_JOB_WATCH_H_
