#include "service/jobs/job_worker.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/search/transposition_table.h"
#include "service/access/token_bucket.h"
#include "service/convert/wire_reader.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

// How often the worker's thread looks for what is due, at least.
constexpr milliseconds kTick(50);
// How long results wait for others, to be recorded together.
constexpr milliseconds kRecordInterval(500);
// How long the worker waits after the database has failed.
constexpr milliseconds kRetryDelay(500);
// How long a chunk waits after an item for which there was no memory.
constexpr seconds kRetryDelayOfFailure(5);
// After this time, a client without tokens is given a turn even if it has to wait longer, because
// its quota may have changed.
constexpr seconds kMaxPause(60);
constexpr seconds kAnnouncementInterval(10);
constexpr seconds kMaintenanceInterval(600);
// After this time, a chunk makes way for one that waits for a slot or memory, between two items.
constexpr milliseconds kSlice(50);
// How many chunks of a class wait in the scheduler, so that no slot is idle, and how many chunks of
// other clients the worker takes in addition and hands to the scheduler, so that nobody waits until
// a long item ends.
constexpr size_t kWaitingChunks = 1;
constexpr size_t kChunksOfOthers = 8;
// For this time out of twice this time, the memory that becomes free is kept for the chunk that has
// waited longest. In between, others pass it, because the items that have the memory may be long.
constexpr milliseconds kReservation(1000);
// How long a slot waits for the database before an item that may be at fault begins.
constexpr milliseconds kBeginWait(200);
// How many chunks may wait until their results are recorded. Results are recorded together up to
// this many chunks and about this many bytes.
constexpr size_t kMaxUnrecordedChunks = 32;
constexpr size_t kMaxChunksOfBatch = 16;
constexpr size_t kMaxBatchBytes = size_t{4} << 20;

// Returns the size of the largest transposition table that an item of the lease wants, in bytes.
size_t LargestTable(const Limits& limits, const JobLease& lease) {
  uint64_t megabytes = limits.hash_mb;
  for (const JobLease::Item& item : lease.items) {
    for (WireReader request(item.request); request.Next();) {
      if (request.tag() != WireReader::BytesTag(v1::JobRequest::kAnalyzeFieldNumber)) continue;
      for (WireReader analyze(request.bytes()); analyze.Next();) {
        constexpr uint32_t kHash = WireReader::NumberTag(v1::AnalyzeRequest::kHashMbFieldNumber);
        if (analyze.tag() == kHash) megabytes = std::max(megabytes, analyze.number());
      }
    }
  }
  // An item that wants more is refused.
  return std::min<uint64_t>(megabytes, limits.max_hash_mb) << 20;
}

// Whose turn it is among the classes: of 13 claims, the classes get 9, 3 and 1 if all have work.
constexpr std::array kClassTurns = {
    v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_NORMAL,
    v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_NORMAL,
    v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_NORMAL,
    v1::JOB_PRIORITY_LOW};

// Returns the weight of a class in the scheduler.
size_t WeightOf(v1::JobPriority priority) {
  return static_cast<size_t>(std::count(kClassTurns.begin(), kClassTurns.end(), priority));
}

// Returns whether two chunks are run in the same turns: each class has turns of its own for a
// client.
bool ShareTurns(const JobLease& a, const JobLease& b) {
  return a.priority == b.priority && a.client == b.client;
}

// Returns the name by which the scheduler knows whose turns those of a chunk are.
std::string TurnsOf(const JobLease& lease) {
  return StrCat(v1::JobPriority_Name(lease.priority), " of ", lease.client);
}

}  // namespace

JobWorker::JobWorker(Options options, const JobEvaluationResources* resources,
                     JobDatabase* database, FairScheduler* scheduler, JobMetrics* metrics,
                     Logger* log)
    : options_(std::move(options)),
      name_{.name = options_.name, .engine_version = options_.engine_version},
      resources_(*resources),
      database_(*database),
      scheduler_(*scheduler),
      metrics_(*metrics),
      log_(*log),
      max_item_time_(MaxJobItemTime(resources->limits) + options_.hang_time) {}

JobWorker::~JobWorker() { Stop(); }

void JobWorker::Start() {
  thread_ = std::thread([this] { Run(); });
}

void JobWorker::BeginStop() {
  const Lock lock(mutex_);
  stopping_ = true;
  for (const HeldPtr& held : held_) held->stop.Stop();
  changed_.notify_all();
}

void JobWorker::Stop() {
  if (!thread_.joinable()) return;
  BeginStop();
  thread_.join();
}

void JobWorker::Run() {
  Lock lock(mutex_);
  while (!stopping_ || !held_.empty() || claim_.is_busy || announcement_.is_busy ||
         maintenance_.is_busy) {
    const Clock::time_point now = Clock::now();
    Operations due;
    if (!stopping_) {
      Repeat(&announcement_, now, kAnnouncementInterval, &JobWorker::Announce, &due);
      Repeat(&maintenance_, now, kMaintenanceInterval, &JobWorker::Maintain, &due);
      Claim(now, &due);
    }
    Batches batches;
    for (const HeldPtr& held : held_) Serve(held, now, &batches, &due);
    for (auto& [job, batch] : batches) Record(job, std::move(batch.chunks), &due);
    std::erase_if(held_, [](const HeldPtr& held) {
      const bool is_done = held->is_void || held->recorded == held->lease.items.size();
      return is_done && held->has_ended() && !held->is_busy && !held->is_beginning;
    });
    const HeldPtr next = NextToRun(now);
    if (due.empty() && next == nullptr) {
      changed_.wait_for(lock, kTick);
      continue;
    }
    // The database and the scheduler may call back at once.
    lock.unlock();
    for (JobDatabase::Operation& operation : due) database_.Submit("", 0, std::move(operation));
    if (next != nullptr) Schedule(next);
    lock.lock();
  }
}

void JobWorker::Repeat(Routine* routine, Clock::time_point now, milliseconds interval,
                       absl::Status (JobWorker::*operate)(JobStore*), Operations* due) {
  if (routine->is_busy || now < routine->next) return;
  routine->is_busy = true;
  due->push_back([this, routine, interval, operate](const absl::StatusOr<JobStore*>& store) {
    const absl::Status status = store.ok() ? (this->*operate)(*store) : store.status();
    LogError(status);
    const Lock lock(mutex_);
    routine->is_busy = false;
    // A backup can keep maintenance from dropping a partition for hours.
    routine->next = Clock::now() + (status.ok() ? interval : interval / 10);
    changed_.notify_all();
  });
}

void JobWorker::Claim(Clock::time_point now, Operations* due) {
  if (claim_.is_busy || now < claim_.next) return;
  // The database cannot keep up with the results.
  const auto ended = std::count_if(held_.begin(), held_.end(),
                                   [](const HeldPtr& held) { return held->has_ended(); });
  if (static_cast<size_t>(ended) >= kMaxUnrecordedChunks) return;
  std::vector<ClaimRequest> requests;
  for (const v1::JobPriority priority : NextClasses()) {
    std::optional<ClaimRequest> request = ClaimRequestFor(priority, now);
    if (request) requests.push_back(*std::move(request));
  }
  if (requests.empty()) return;
  ++claims_;
  claim_.is_busy = true;
  due->push_back([this, requests = std::move(requests)](const absl::StatusOr<JobStore*>& store) {
    absl::StatusOr<std::vector<JobLease>> leases = std::vector<JobLease>();
    if (!store.ok()) leases = store.status();
    std::vector<ClaimRequest> without_result;
    for (const ClaimRequest& request : requests) {
      if (!leases.ok()) break;
      leases = (*store)->Claim(name_, request.priority, request.excluded, options_.lease);
      if (!leases.ok() || !leases->empty()) break;
      without_result.push_back(request);
    }
    OnClaimed(leases.value_or(std::vector<JobLease>()), without_result, leases.status());
  });
}

std::optional<JobWorker::ClaimRequest> JobWorker::ClaimRequestFor(v1::JobPriority priority,
                                                                  Clock::time_point now) {
  const auto is_unfinished = [](const Held& held) { return !held.has_ended(); };
  const Competition chunks = CompetitionOf(priority, is_unfinished);
  ClaimRequest request = {.priority = priority};
  request.is_for_others = !chunks.LeavesSlot(options_.slots, kWaitingChunks);
  if (request.is_for_others) {
    if (chunks.rivals >= options_.slots + kWaitingChunks + kChunksOfOthers) return std::nullopt;
    for (const HeldPtr& held : held_) {
      if (is_unfinished(*held) && held->lease.priority == priority) {
        request.excluded.push_back(held->lease.client);
      }
    }
  }
  return now < NextClaim(request) ? std::nullopt : std::make_optional(std::move(request));
}

JobWorker::Competition JobWorker::CompetitionOf(v1::JobPriority priority,
                                                absl::FunctionRef<bool(const Held&)> counts) const {
  Competition chunks;
  std::set<v1::JobPriority> classes = {priority};
  for (const HeldPtr& held : held_) {
    if (!counts(*held)) continue;
    classes.insert(held->lease.priority);
    if (held->lease.priority == priority) ++chunks.of_class;
    if (WeightOf(held->lease.priority) >= WeightOf(priority)) ++chunks.rivals;
  }
  size_t weights = 0;
  for (const v1::JobPriority one : classes) weights += WeightOf(one);
  chunks.share = (options_.slots * WeightOf(priority) + weights - 1) / weights;
  return chunks;
}

JobWorker::Clock::time_point& JobWorker::NextClaim(const ClaimRequest& request) {
  return (request.is_for_others ? next_claims_for_others_ : next_claims_)[request.priority];
}

void JobWorker::OnClaimed(std::vector<JobLease> leases,
                          const std::vector<ClaimRequest>& without_result,
                          const absl::Status& status) {
  LogError(status);
  std::vector<HeldPtr> claimed;
  for (JobLease& lease : leases) {
    auto held = std::make_shared<Held>();
    held->table = TranspositionTable::SizeFor(LargestTable(resources_.limits, lease));
    held->room =
        std::min(std::max(held->table, scheduler_.min_held_bytes()), options_.max_table_bytes);
    held->lease = std::move(lease);
    claimed.push_back(std::move(held));
  }
  const Lock lock(mutex_);
  const Clock::time_point now = Clock::now();
  claim_.is_busy = false;
  if (!status.ok()) claim_.next = now + kRetryDelay;
  // That others have nothing does not mean that the clients of the held chunks have no more.
  for (const ClaimRequest& request : without_result) NextClaim(request) = now + options_.poll;
  for (HeldPtr& held : claimed) {
    if (held->lease.has_run_out) metrics_.redelivered_chunks().Increment();
    // A chunk that nobody has begun comes before all others.
    held->next_record = now + kRecordInterval;
    held->next_renewal = now + options_.lease / 3;
    if (stopping_) held->stop.Stop();
    held_.push_back(std::move(held));
  }
  changed_.notify_all();
}

JobWorker::HeldPtr JobWorker::NextToRun(Clock::time_point now) {
  std::vector<HeldPtr> waiting;
  for (const HeldPtr& held : held_) {
    if (!held->can_run() || held->is_void || now < held->next_attempt) continue;
    if (MayHaveSlot(*held)) waiting.push_back(held);
  }
  std::stable_sort(waiting.begin(), waiting.end(), [](const HeldPtr& a, const HeldPtr& b) {
    return a->waits_since < b->waits_since;
  });
  const bool is_reserved = now.time_since_epoch() / kReservation % 2 == 0;
  for (const HeldPtr& held : waiting) {
    if (HasRoom(*held)) {
      held->is_scheduled = true;
      ++running_;
      table_bytes_ += held->room;
      return held;
    }
    if (is_reserved) break;
  }
  return nullptr;
}

bool JobWorker::IsFirst(const Held& held) const {
  return std::none_of(held_.begin(), held_.end(), [&](const HeldPtr& other) {
    return other->is_scheduled && ShareTurns(other->lease, held.lease);
  });
}

bool JobWorker::HasWaitingChunk() const {
  return std::any_of(held_.begin(), held_.end(),
                     [](const HeldPtr& held) { return held->can_run() && !held->is_void; });
}

bool JobWorker::MayHaveSlot(const Held& held) const {
  const Competition chunks =
      CompetitionOf(held.lease.priority, [](const Held& other) { return other.is_scheduled; });
  const bool leaves_slot = chunks.LeavesSlot(options_.slots, kWaitingChunks);
  if (IsFirst(held)) return leaves_slot || chunks.rivals < options_.slots + kChunksOfOthers;
  const bool waits = std::any_of(held_.begin(), held_.end(), [&](const HeldPtr& other) {
    return other->is_scheduled && other->turn == nullptr && ShareTurns(other->lease, held.lease);
  });
  return !waits && leaves_slot;
}

bool JobWorker::HasRoom(const Held& held) const {
  if (table_bytes_ > options_.max_table_bytes) return false;
  if (held.room <= options_.max_table_bytes - table_bytes_) return true;
  const size_t small = TranspositionTable::SizeFor(size_t{resources_.limits.hash_mb} << 20);
  return held.table <= small && IsFirst(held);
}

void JobWorker::Schedule(const HeldPtr& held) {
  FairScheduler::Refusal refusal;
  const FairScheduler::Ticket ticket = scheduler_.Submit(
      {.client = TurnsOf(held->lease),
       .needs = {.held_bytes = held->table,
                 .slots = 1,
                 .kind = FairScheduler::Kind::kFixed,
                 .batch_weight = static_cast<int>(WeightOf(held->lease.priority))},
       .run = [this, held](FairScheduler::Turn& turn) -> FairScheduler::Completion {
         Evaluate(held, &turn);
         return [this, held] { EndSlice(held, /*was_refused=*/false); };
       },
       .shed = [this, held](FairScheduler::Refusal) { EndSlice(held, /*was_refused=*/true); }},
      &refusal);
  if (ticket == 0) EndSlice(held, /*was_refused=*/true);
}

bool JobWorker::RecordBegin(const HeldPtr& held, FairScheduler::Turn* turn) {
  {
    const Lock lock(mutex_);
    held->is_beginning = true;
  }
  database_.Submit("", 0, [this, held](const absl::StatusOr<JobStore*>& store) {
    const absl::StatusOr<bool> begun =
        store.ok() ? (*store)->Begin(name_, held->lease) : store.status();
    LogError(begun.status());
    const Lock lock(mutex_);
    held->is_beginning = false;
    if (begun.ok() && *begun) {
      held->lease.has_begun = true;
    } else {
      held->next_attempt = Clock::now() + kRetryDelay;
      if (begun.ok()) GiveUp(held);
    }
    changed_.notify_all();
  });
  Lock lock(mutex_);
  changed_.wait_for(lock, kBeginWait, [&] { return !held->is_beginning; });
  held->item_begin = turn->held();
  return held->lease.has_begun;
}

void JobWorker::Evaluate(const HeldPtr& held, FairScheduler::Turn* turn) {
  const Clock::time_point end = Clock::now() + kSlice;
  const std::vector<JobLease::Item>& items = held->lease.items;
  {
    const Lock lock(mutex_);
    held->turn = turn;
    held->item_begin = turn->held();
    // The client may hand in another chunk now.
    changed_.notify_all();
  }
  const absl::Cleanup forget_turn = [&] {
    const Lock lock(mutex_);
    held->turn = nullptr;
    held->hung_since.reset();
  };
  // A chunk that only waits in the scheduler must not be blamed for what ends the worker.
  if (held->lease.is_careful && !held->lease.has_begun && !RecordBegin(held, turn)) return;
  for (size_t i = held->next_item; i < items.size() && !held->stop.stopped(); ++i) {
    if (options_.before_item != nullptr) options_.before_item(items[i]);
    const auto begin = turn->used();
    absl::StatusOr<JobItemResult> result =
        EvaluateJobItem(resources_, held->lease, items[i], &held->stop, turn);
    metrics_.item_seconds().Increment(std::chrono::duration<double>(turn->used() - begin).count());
    // What an item that was stopped has found says nothing.
    if (held->stop.stopped()) return;
    const Lock lock(mutex_);
    if (!result.ok()) {
      held->failure = result.status();
      held->stop.Stop();
      return;
    }
    held->results.push_back(*std::move(result));
    held->next_item = i + 1;
    held->item_begin = turn->held();
    held->hung_since.reset();
    if (held->lease.is_careful || (Clock::now() >= end && HasWaitingChunk())) break;
  }
}

void JobWorker::EndSlice(const HeldPtr& held, bool was_refused) {
  // The worker may be destroyed as soon as the lock is released.
  const Lock lock(mutex_);
  held->is_scheduled = false;
  held->waits_since = Clock::now();
  --running_;
  table_bytes_ -= held->room;
  if (was_refused) {
    // Another worker may have room for the chunk.
    held->stop.Stop();
    claim_.next = Clock::now() + kRetryDelay;
  }
  changed_.notify_all();
}

void JobWorker::Add(const HeldPtr& held, std::function<absl::StatusOr<bool>(JobStore*)> operate,
                    std::function<void(bool)> apply, Operations* due) {
  held->is_busy = true;
  due->push_back([this, held, operate = std::move(operate),
                  apply = std::move(apply)](const absl::StatusOr<JobStore*>& store) {
    const absl::StatusOr<bool> result = store.ok() ? operate(*store) : store.status();
    LogError(result.status());
    const Lock lock(mutex_);
    EndOperation(held, result.status());
    if (result.ok()) apply(*result);
    changed_.notify_all();
  });
}

void JobWorker::EndOperation(const HeldPtr& held, const absl::Status& status) const {
  held->is_busy = false;
  if (status.ok()) return;
  held->next_attempt = Clock::now() + kRetryDelay;
  // Nobody waits for the database at the end; the lease runs out by itself.
  if (stopping_) held->is_void = true;
}

void JobWorker::GiveUp(const HeldPtr& held) {
  held->is_void = true;
  held->results.clear();
  held->stop.Stop();
}

void JobWorker::Lose(const HeldPtr& held) {
  metrics_.lost_leases().Increment();
  GiveUp(held);
}

void JobWorker::Record(const std::string& job, std::vector<HeldPtr> chunks, Operations* due) {
  recording_.insert(job);
  std::vector<std::vector<JobItemResult>> results;
  for (const HeldPtr& held : chunks) {
    held->is_busy = true;
    results.push_back(held->results);
  }
  due->push_back([this, job, chunks = std::move(chunks),
                  results = std::move(results)](const absl::StatusOr<JobStore*>& store) {
    std::vector<LeaseResults> leases;
    for (size_t i = 0; i < chunks.size(); ++i) leases.push_back({chunks[i]->lease, results[i]});
    const absl::StatusOr<std::vector<bool>> are_valid =
        store.ok() ? (*store)->Record(name_, leases) : store.status();
    LogError(are_valid.status());
    const Lock lock(mutex_);
    recording_.erase(job);
    for (size_t i = 0; i < chunks.size(); ++i) {
      const HeldPtr& held = chunks[i];
      EndOperation(held, are_valid.status());
      if (!are_valid.ok()) continue;
      if (!(*are_valid)[i]) {
        Lose(held);
        continue;
      }
      const size_t count = results[i].size();
      for (const JobItemResult& result : results[i]) {
        metrics_.items(result.has_failed).Increment();
      }
      held->results.erase(held->results.begin(),
                          held->results.begin() + static_cast<ptrdiff_t>(count));
      held->recorded += count;
      held->next_record = Clock::now() + kRecordInterval;
    }
    changed_.notify_all();
  });
}

bool JobWorker::HasHung(const HeldPtr& held, Clock::time_point now) {
  if (held->turn == nullptr || held->turn->held() - held->item_begin < max_item_time_) return false;
  // A process that was stopped for a while needs time to go on.
  if (!held->hung_since) held->hung_since = now;
  if (now >= *held->hung_since + options_.lease && !has_reported_hang_) {
    has_reported_hang_ = true;
    if (options_.on_hang != nullptr) options_.on_hang();
  }
  return true;
}

void JobWorker::Serve(const HeldPtr& held, Clock::time_point now, Batches* batches,
                      Operations* due) {
  const bool has_hung = HasHung(held, now);
  if (held->is_busy || held->is_void || now < held->next_attempt) return;
  const bool is_due = held->has_ended() || held->lease.is_careful || now >= held->next_record;
  const std::string& job = held->lease.job_id;
  // Transactions of one job would wait for one another.
  if (!held->results.empty() && is_due && !recording_.contains(job)) {
    Batch& batch = (*batches)[job];
    if (batch.chunks.size() == kMaxChunksOfBatch || batch.bytes >= kMaxBatchBytes) return;
    batch.chunks.push_back(held);
    for (const JobItemResult& result : held->results) batch.bytes += result.result.size();
  } else if (held->results.empty() && held->has_ended()) {
    if (held->recorded == held->lease.items.size()) return;
    // The chunk was stopped, the scheduler had no room for it, or an item could not begin.
    Add(
        held,
        [this, held, failure = held->failure](JobStore* store) -> absl::StatusOr<bool> {
          ARBITER_RETURN_IF_ERROR(GiveBack(store, held->lease, failure));
          return true;
        },
        [held](bool /*is_valid*/) { GiveUp(held); }, due);
  } else if (now >= held->next_renewal && !has_hung) {
    Add(
        held,
        [this, held](JobStore* store) { return store->Renew(name_, held->lease, options_.lease); },
        [this, held](bool is_valid) {
          if (!is_valid) return Lose(held);
          held->next_renewal = Clock::now() + options_.lease / 3;
        },
        due);
  }
}

absl::Status JobWorker::GiveBack(JobStore* store, const JobLease& lease,
                                 const absl::Status& failure) const {
  if (failure.ok()) return store->Release(name_, lease);
  const std::optional<std::chrono::nanoseconds> wait = RetryAfterOf(failure);
  if (!wait) return store->Fail(name_, lease, kRetryDelayOfFailure);
  const auto pause = std::chrono::ceil<milliseconds>(*wait);
  return store->Pause(name_, lease, std::min<milliseconds>(pause, kMaxPause));
}

void JobWorker::LogError(const absl::Status& status) {
  // JobDatabase says when the database goes away.
  if (status.ok() || absl::IsUnavailable(status)) return;
  log_.Write(LogLine(LogLevel::kError, "the worker of jobs cannot use the database")
                 .Add("cause", DatabaseErrorOf(status)));
}

std::vector<v1::JobPriority> JobWorker::NextClasses() const {
  std::vector<v1::JobPriority> classes = {kClassTurns[claims_ % kClassTurns.size()]};
  for (const v1::JobPriority other :
       {v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_NORMAL, v1::JOB_PRIORITY_LOW}) {
    if (other != classes.front()) classes.push_back(other);
  }
  return classes;
}

}  // namespace arbiter
