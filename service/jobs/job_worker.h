#ifndef ARBITER_SERVICE_JOBS_JOB_WORKER_H_
#define ARBITER_SERVICE_JOBS_JOB_WORKER_H_

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/search/limits.h"
#include "core/search/query.h"
#include "service/jobs/job_database.h"
#include "service/jobs/job_evaluation.h"
#include "service/jobs/job_metrics.h"
#include "service/jobs/job_store.h"
#include "service/ops/log.h"
#include "service/scheduling/fair_scheduler.h"

namespace arbiter {

// Takes chunks of jobs from the database, evaluates their items in turns of the scheduler, and
// records the results. While it holds a chunk, it extends its lease; a worker that dies or hangs
// loses the chunk to another one. Searches never wait for the database, except for a moment those
// of a chunk at which a worker has failed.
class JobWorker {
 public:
  struct Options {
    // What the worker is called in the database; a text that no other worker has.
    std::string name;
    // The search threads that jobs may take, which is how many batch tasks the scheduler runs at
    // the same time. While this many chunks of a class and of those with more weight have been
    // handed to it, and as many of the class as are its share of the slots, only clients for whom
    // it has none of the class hand in another one.
    size_t slots = 1;
    // The memory of the tables of these chunks together, in bytes. A chunk whose table is no larger
    // than the default and whose client has no other chunk of the class there may exceed it by such
    // a table.
    size_t max_table_bytes = SIZE_MAX;
    // How long a lease lasts without being extended.
    std::chrono::milliseconds lease{30'000};
    // How often the database is asked for work if there was none.
    std::chrono::milliseconds poll{200};
    // The engine whose pinned items the worker takes.
    std::string engine_version = std::to_string(kEngineVersion);
    // An item that takes this much longer than any item may has hung its thread. Its lease is not
    // extended any more.
    std::chrono::milliseconds hang_time{60'000};
    // Called once if a thread is still hung when such a lease has run out. Only a new process gets
    // the thread back. Called with a lock held; may be nullptr.
    std::function<void()> on_hang = nullptr;
    // Called before each item, on the thread that evaluates it: lets tests disturb the worker. May
    // be nullptr.
    std::function<void(const JobLease::Item&)> before_item = nullptr;
  };

  // All pointers must outlive the worker.
  JobWorker(Options options, const JobEvaluationResources* resources, JobDatabase* database,
            FairScheduler* scheduler, JobMetrics* metrics, Logger* log);
  // Calls Stop().
  ~JobWorker();
  JobWorker(const JobWorker&) = delete;
  JobWorker& operator=(const JobWorker&) = delete;

  void Start();
  // From now on, takes no more chunks, ends the items that run, and gives the chunks back.
  void BeginStop();
  // Calls BeginStop(), and waits until the chunks are given back, or the database has failed.
  void Stop();

 private:
  using Clock = std::chrono::steady_clock;

  // A chunk that the worker holds.
  struct Held {
    JobLease lease;
    // The size of the largest table that an item wants, and what the chunk takes of the memory of
    // tables while it is scheduled; in bytes.
    size_t table = 0;
    size_t room = 0;
    StopToken stop;
    // The index of the next item to evaluate, and whether the scheduler has a task for it.
    size_t next_item = 0;
    bool is_scheduled = false;
    // Whether it is being recorded that an item begins.
    bool is_beginning = false;
    // The turn of that task while it evaluates items, for how long the turn had held its slot when
    // the item began, and when that was found to be too long ago.
    FairScheduler::Turn* turn = nullptr;
    std::chrono::nanoseconds item_begin{0};
    std::optional<Clock::time_point> hung_since = {};
    // When the last task ended. Of the chunks that wait, the one that has waited longest comes
    // next.
    Clock::time_point waits_since;
    // Why an item could not begin, so that the chunk was stopped; OK if it was stopped otherwise.
    absl::Status failure;
    // Whether the lease is no longer this worker's.
    bool is_void = false;
    // The results that are not recorded yet, and the number of those that are.
    std::vector<JobItemResult> results = {};
    size_t recorded = 0;
    // Whether an operation for the chunk is under way, and when the next one may begin.
    bool is_busy = false;
    Clock::time_point next_attempt;
    // When the results are recorded and the lease is extended.
    Clock::time_point next_record;
    Clock::time_point next_renewal;

    // Whether no more items will be evaluated.
    bool has_ended() const {
      return !is_scheduled && (stop.stopped() || next_item == lease.items.size());
    }
    bool can_run() const {
      return !is_scheduled && !is_beginning && !has_ended() &&
             (!lease.is_careful || results.empty());
    }
  };
  using HeldPtr = std::shared_ptr<Held>;
  using Lock = std::unique_lock<std::mutex>;
  using Operations = std::vector<JobDatabase::Operation>;
  // Chunks of one job with results to record, and the bytes of these results.
  struct Batch {
    std::vector<HeldPtr> chunks = {};
    size_t bytes = 0;
  };
  // By the ids of the jobs.
  using Batches = std::map<std::string, Batch>;
  // An operation that is repeated, and concerns no chunk.
  struct Routine {
    bool is_busy = false;
    Clock::time_point next;
  };

  // What the worker asks the database for: a chunk of a class, of any client or only of those of
  // whom it holds none in this class.
  struct ClaimRequest {
    v1::JobPriority priority;
    bool is_for_others = false;
    std::vector<std::string> excluded = {};
  };

  // What a further chunk of a class competes with: some of the chunks that the worker holds.
  struct Competition {
    // How many are of the class, and how many of it or of one with more weight. Those with less
    // weight make way.
    size_t of_class = 0;
    size_t rivals = 0;
    // The slots that are the share of the class beside the other classes of these chunks.
    size_t share = 0;

    // Whether they leave a slot to the class, which may have `spare` chunks more than slots.
    bool LeavesSlot(size_t slots, size_t spare) const {
      return rivals < slots + spare || of_class < share + spare;
    }
  };

  // The loop of the worker's thread, which begins whatever is due.
  void Run();

  // The following must be called with the lock held. They add the operations that are due.
  void Claim(Clock::time_point now, Operations* due);
  // Returns what to ask for in a class; std::nullopt if enough chunks are held, or if the database
  // had none a short while ago.
  std::optional<ClaimRequest> ClaimRequestFor(v1::JobPriority priority, Clock::time_point now);
  // Returns what a class competes with among the chunks that `counts` selects.
  Competition CompetitionOf(v1::JobPriority priority,
                            absl::FunctionRef<bool(const Held&)> counts) const;
  // When the worker may ask again for what it has not got.
  Clock::time_point& NextClaim(const ClaimRequest& request);
  // Adds a chunk of which results are due to the batch of its job instead.
  void Serve(const HeldPtr& held, Clock::time_point now, Batches* batches, Operations* due);
  // Records the results of chunks of one job, in one transaction.
  void Record(const std::string& job, std::vector<HeldPtr> chunks, Operations* due);
  // Returns whether an item of the chunk has hung its thread.
  bool HasHung(const HeldPtr& held, Clock::time_point now);
  void Repeat(Routine* routine, Clock::time_point now, std::chrono::milliseconds interval,
              absl::Status (JobWorker::*operate)(JobStore*), Operations* due);
  // Adds an operation for a chunk. `apply` is called with the lock held, unless the operation has
  // failed.
  void Add(const HeldPtr& held, std::function<absl::StatusOr<bool>(JobStore*)> operate,
           std::function<void(bool)> apply, Operations* due);
  // Ends an operation for a chunk; after an error, it is repeated later.
  void EndOperation(const HeldPtr& held, const absl::Status& status) const;
  // Drops a chunk whose lease the worker no longer has.
  static void GiveUp(const HeldPtr& held);
  // Drops a chunk and counts its lease as lost.
  void Lose(const HeldPtr& held);
  // Marks the chunk that has waited longest of those that may begin as scheduled and returns it;
  // nullptr if there is none.
  HeldPtr NextToRun(Clock::time_point now);
  // Whether the client of a chunk has no chunk of the class in the scheduler.
  bool IsFirst(const Held& held) const;
  // Whether a chunk could run that is not scheduled.
  bool HasWaitingChunk() const;
  // Whether a chunk may begin if it has room: it is the first of its client and class, and not too
  // many that do not make way are scheduled beyond the slots, or these leave a slot to the class. A
  // client whose chunk still waits in the scheduler must wait until that one begins.
  bool MayHaveSlot(const Held& held) const;
  // Whether the tables of the scheduled chunks leave enough memory for that of a chunk.
  bool HasRoom(const Held& held) const;
  // The classes in the order in which they are asked for work.
  std::vector<v1::JobPriority> NextClasses() const;

  absl::Status Announce(JobStore* store) { return store->Announce(name_); }
  absl::Status Maintain(JobStore* store) { return store->Maintain(); }
  void OnClaimed(std::vector<JobLease> leases, const std::vector<ClaimRequest>& without_result,
                 const absl::Status& status);
  // Hands a slice of a chunk to the scheduler.
  void Schedule(const HeldPtr& held);
  // Records that an item which may be at fault begins in this turn. Returns false if that is
  // impossible, or if the database does not answer soon; the chunk then waits for its answer
  // without a slot.
  bool RecordBegin(const HeldPtr& held, FairScheduler::Turn* turn);
  // Evaluates items of a chunk for a while, in a turn.
  void Evaluate(const HeldPtr& held, FairScheduler::Turn* turn);
  // Ends a slice, for which the scheduler may have had no room.
  void EndSlice(const HeldPtr& held, bool was_refused);
  // Gives back a lease with items that have no result, because of `failure` if that is an error.
  absl::Status GiveBack(JobStore* store, const JobLease& lease, const absl::Status& failure) const;
  void LogError(const absl::Status& status);

  const Options options_;
  const JobStore::WorkerName name_;
  const JobEvaluationResources& resources_;
  JobDatabase& database_;
  FairScheduler& scheduler_;
  JobMetrics& metrics_;
  Logger& log_;
  // An item that holds its slot longer has hung its thread.
  const std::chrono::milliseconds max_item_time_;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  bool has_reported_hang_ = false;
  std::list<HeldPtr> held_;
  // The jobs of which results are being recorded.
  std::set<std::string> recording_;
  // The number of scheduled chunks, and the memory of their tables.
  size_t running_ = 0;
  size_t table_bytes_ = 0;
  Routine claim_;
  // When the worker may ask again for chunks of a class, and for those of clients of whom it holds
  // none.
  std::map<v1::JobPriority, Clock::time_point> next_claims_;
  std::map<v1::JobPriority, Clock::time_point> next_claims_for_others_;
  Routine announcement_;
  Routine maintenance_;
  size_t claims_ = 0;
  std::thread thread_;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_JOBS_JOB_WORKER_H_
