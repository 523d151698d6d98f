#ifndef ARBITER_SERVICE_JOBS_JOB_STORE_H_
#define ARBITER_SERVICE_JOBS_JOB_STORE_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "arbiter/v1/job_service.pb.h"
#include "service/jobs/postgres.h"

namespace arbiter {

// What one client may have.
struct JobQuota {
  // Jobs that have neither been deleted nor expired.
  int64_t max_jobs = 1'000;
  // Items without a result.
  int64_t max_waiting_items = 1'000'000;
  // The bytes of all items and results, until the database drops them at the end of the day on
  // which their job expires, even if it has been deleted. A client that has more gets no further
  // items, but its jobs go on.
  int64_t max_bytes = int64_t{1} << 30;
};

// Items of a job that a worker runs one after the other, in the order of their numbers.
struct JobChunk {
  // The serialised v1::JobRequest of each item.
  std::vector<std::string> requests;
};

// A chunk that a worker has been given for a while.
struct JobLease {
  std::string job_id;
  int64_t chunk = 0;
  // The number of this attempt at the chunk, greater than those of all earlier ones. A later
  // attempt makes this lease void.
  int64_t attempt = 0;
  // The client whose job it is, in whose turns the chunk runs, and the class of the job.
  std::string client;
  v1::JobPriority priority = v1::JOB_PRIORITY_NORMAL;
  // Whether an earlier attempt was not finished. Then Begin() must be called before the first item
  // begins, and each result must be recorded before the next item does, so that it is known which
  // item ends its workers.
  bool is_careful = false;
  // Whether Begin() has been called.
  bool has_begun = false;
  // Whether the client has paid for the items when it added them. Items that run again because they
  // have failed are paid when they run.
  bool is_paid = true;
  // Whether the lease of the attempt before this one has run out, that is, its worker has neither
  // extended it nor given the chunk back.
  bool has_run_out = false;
  // The items that have no result yet.
  struct Item {
    int64_t number = 0;
    // A serialised v1::JobRequest.
    std::string request;
  };
  std::vector<Item> items;
};

// A result to be recorded.
struct JobItemResult {
  int64_t number = 0;
  bool has_failed = false;
  // A serialised v1::JobResult without its number.
  std::string result;
};

// Results of a lease.
struct LeaseResults {
  const JobLease& lease;
  absl::Span<const JobItemResult> results;
};

// A page of results.
struct JobResultPage {
  struct Entry {
    // A serialised v1::JobResult.
    std::string result;
    // The place after this result.
    std::string cursor;
  };
  std::vector<Entry> entries;
  // Where the next page begins, even if there are no results yet.
  std::string next;
  // Whether the job has ended and the page is its last one.
  bool is_last = false;
};

// A job, and the time of the database at which it was read, in milliseconds since 1970.
struct ObservedJob {
  v1::Job job;
  int64_t time_ms = 0;
};

// The jobs in a database, through one connection. Everything that changes the database is one
// transaction: when a function returns OK, the change has been committed, and if it returns an
// error other than UNAVAILABLE, nothing has changed. After UNAVAILABLE, which means that the
// connection was lost, the change may have been committed or not; every function can be called
// again. Times are those of the database.
//
// `client` is the name of the client; the jobs of all others do not exist for it (JOB_NOT_FOUND).
class JobStore {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // `connection` must outlive the store.
  explicit JobStore(PostgresConnection* connection) : connection_(*connection) {}

  // --- For clients.

  // Creates a job, or returns the one with this key. JOB_CONFLICT if that one has other contents,
  // QUOTA_EXCEEDED if the client has too many jobs. `engine_version` is empty if the job is not
  // pinned.
  absl::StatusOr<v1::Job> Create(std::string_view client, const v1::CreateJobRequest& request,
                                 std::string_view engine_version, const JobQuota& quota);
  // Adds items in chunks, the first of which has the number `first_item`. Items that the job has
  // already are left out. Returns the number of items that the job then has. QUOTA_EXCEEDED if the
  // client would have too many waiting items or bytes.
  absl::StatusOr<int64_t> AddItems(std::string_view client, std::string_view job_id,
                                   int64_t first_item, absl::Span<const JobChunk> chunks,
                                   const JobQuota& quota);
  absl::StatusOr<v1::Job> Start(std::string_view client, std::string_view job_id);
  absl::StatusOr<v1::Job> Get(std::string_view client, std::string_view job_id);
  // Returns those of these jobs that have not expired, whoever has them, in any order. The caller
  // must know that they are the client's.
  absl::StatusOr<std::vector<ObservedJob>> Observe(absl::Span<const std::string> job_ids);
  // Returns jobs, the newest first, from the one after `page_token` on, and sets the token of the
  // next page.
  absl::StatusOr<std::vector<v1::Job>> List(std::string_view client, int64_t page_size,
                                            std::string_view page_token,
                                            std::string* next_page_token);
  // Returns results after `cursor`, of at most `max_bytes` together, but at least one if there is
  // one. BAD_FIELD if the cursor is not one of this job and order.
  absl::StatusOr<JobResultPage> Results(std::string_view client, std::string_view job_id,
                                        v1::ResultOrder order, std::string_view cursor,
                                        int64_t max_results, int64_t max_bytes);
  absl::StatusOr<v1::Job> RetryFailed(std::string_view client, std::string_view job_id);
  // Pins a job to an engine version; to none if it is empty. WRONG_JOB_STATE if it has ended.
  absl::StatusOr<v1::Job> Repin(std::string_view client, std::string_view job_id,
                                std::string_view engine_version);
  absl::StatusOr<v1::Job> Cancel(std::string_view client, std::string_view job_id);
  absl::Status Delete(std::string_view client, std::string_view job_id);

  // --- For workers.

  struct WorkerName {
    // A text that no other worker has.
    std::string name;
    std::string engine_version;
  };
  // Tells that a worker lives. Called every ten seconds.
  absl::Status Announce(const WorkerName& worker);
  // Gives the worker a chunk of a job of this class for `lease`; the vector is empty if there is
  // none. Clients take turns. Clients in `excluded` get none.
  absl::StatusOr<std::vector<JobLease>> Claim(const WorkerName& worker, v1::JobPriority priority,
                                              absl::Span<const std::string> excluded,
                                              std::chrono::milliseconds lease);
  // Tells that the worker begins with the first item of a careful lease. If the lease runs out
  // before that item has a result, it counts as one that has ended the worker. Returns false if the
  // lease is void.
  absl::StatusOr<bool> Begin(const WorkerName& worker, const JobLease& lease);
  // Extends a lease. Returns false if it is void.
  absl::StatusOr<bool> Renew(const WorkerName& worker, const JobLease& lease,
                             std::chrono::milliseconds extension);
  // Records results of leases, at least one, of different chunks of one job. Returns which leases
  // are valid; nothing is recorded for a lease that is void. A result that an item has already
  // stands.
  absl::StatusOr<std::vector<bool>> Record(const WorkerName& worker,
                                           absl::Span<const LeaseResults> leases);
  // Gives a lease back, so that another worker can have it at once. It counts as no failure.
  absl::Status Release(const WorkerName& worker, const JobLease& lease);
  // Gives a lease back, and the client no further turn in this class before `pause` is over.
  absl::Status Pause(const WorkerName& worker, const JobLease& lease,
                     std::chrono::milliseconds pause);
  // Lets a lease run out after `delay`, which counts as a failure at its first item without a
  // result. Its other results must have been recorded.
  absl::Status Fail(const WorkerName& worker, const JobLease& lease,
                    std::chrono::milliseconds delay);

  // --- For one worker at a time.

  // Makes the partitions of the next days, and deletes what has expired.
  absl::Status Maintain();

  // Returns OK if the database answers.
  absl::Status Ping();

  // The items without a result in one class.
  struct Backlog {
    v1::JobPriority priority = v1::JOB_PRIORITY_UNSPECIFIED;
    // Items that a worker could take, and the time since the first of them were queued; 0 if none
    // waits.
    int64_t waiting = 0;
    std::chrono::milliseconds oldest_wait{0};
    // Items of chunks that workers hold.
    int64_t running = 0;
    // Items for whose engine version no worker has been seen for a minute.
    int64_t without_worker = 0;
    // Items of clients that have no turns for a while because they have no tokens left.
    int64_t paused = 0;
  };
  // Returns the backlogs of the classes that have items. Reads the whole queue, which takes
  // about 50 ms for a million items.
  absl::StatusOr<std::vector<Backlog>> Backlogs();

 private:
  PostgresConnection& connection_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_JOB_STORE_H_
