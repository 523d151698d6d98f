#include "service/jobs/job_worker.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/status_macros.h"
#include "core/search/query.h"
#include "core/search/transposition_table.h"

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
constexpr seconds kAnnouncementInterval(10);
// How many chunks wait for a slot, so that none is idle, and how many chunks of other clients the
// worker takes in addition, so that nobody waits until a long chunk ends.
constexpr size_t kWaitingChunks = 1;
constexpr size_t kChunksOfOthers = 8;
// An item that takes this much longer than any item may has hung its thread.
constexpr seconds kHangTime(60);

// Whose turn it is among the classes: of 13 claims, the classes get 9, 3 and 1 if all have work.
constexpr std::array kTurns = {
    v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_NORMAL,
    v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_NORMAL,
    v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_NORMAL,
    v1::JOB_PRIORITY_LOW};

}  // namespace

JobWorker::JobWorker(Options options, const JobEvaluationResources* resources,
                     JobDatabase* database, FairScheduler* scheduler, Logger* log)
    : options_(std::move(options)),
      name_{.name = options_.name, .engine_version = std::to_string(kEngineVersion)},
      resources_(*resources),
      database_(*database),
      scheduler_(*scheduler),
      log_(*log),
      max_item_time_(milliseconds(resources->limits.max_review_time_ms) + kHangTime) {}

JobWorker::~JobWorker() { Stop(); }

void JobWorker::Start() {
  thread_ = std::thread([this] { Run(); });
}

void JobWorker::Stop() {
  if (!thread_.joinable()) return;
  {
    const Lock lock(mutex_);
    stopping_ = true;
    for (const HeldPtr& held : held_) held->stop.Stop();
  }
  changed_.notify_all();
  thread_.join();
}

void JobWorker::Run() {
  Lock lock(mutex_);
  while (!stopping_ || !held_.empty() || claiming_ || announcing_) {
    const Clock::time_point now = Clock::now();
    Operations due;
    if (!stopping_) {
      Announce(now, &due);
      Claim(now, &due);
    }
    for (const HeldPtr& held : held_) Serve(held, now, &due);
    std::erase_if(held_, [](const HeldPtr& held) {
      const bool is_done = held->is_void || held->recorded == held->lease.items.size();
      return is_done && held->has_ended && !held->is_busy;
    });
    if (due.empty()) {
      changed_.wait_for(lock, kTick);
      continue;
    }
    // The database may call an operation at once.
    lock.unlock();
    for (JobDatabase::Operation& operation : due) database_.Submit(std::move(operation));
    lock.lock();
  }
}

void JobWorker::Announce(Clock::time_point now, Operations* due) {
  if (announcing_ || now < next_announcement_) return;
  announcing_ = true;
  due->push_back([this](const absl::StatusOr<JobStore*>& store) {
    const absl::Status status = store.ok() ? (*store)->Announce(name_) : store.status();
    const Lock lock(mutex_);
    announcing_ = false;
    next_announcement_ = Clock::now() + (status.ok() ? kAnnouncementInterval : kRetryDelay);
    changed_.notify_all();
  });
}

void JobWorker::Claim(Clock::time_point now, Operations* due) {
  if (claiming_ || now < next_claim_) return;
  std::vector<std::string> excluded;
  size_t running = 0;
  for (const HeldPtr& held : held_) {
    if (held->has_ended) continue;
    ++running;
    excluded.push_back(held->lease.client);
  }
  const size_t enough = static_cast<size_t>(options_.slots) + kWaitingChunks;
  if (running >= enough + kChunksOfOthers) return;
  if (running < enough) excluded.clear();
  claiming_ = true;
  due->push_back([this, classes = NextClasses(),
                  excluded = std::move(excluded)](const absl::StatusOr<JobStore*>& store) {
    absl::StatusOr<std::vector<JobLease>> leases = std::vector<JobLease>();
    if (!store.ok()) leases = store.status();
    for (const v1::JobPriority priority : classes) {
      if (!leases.ok() || !leases->empty()) break;
      leases = (*store)->Claim(name_, priority, excluded, options_.lease);
    }
    OnClaimed(leases.value_or(std::vector<JobLease>()), leases.status());
  });
}

void JobWorker::OnClaimed(std::vector<JobLease> leases, const absl::Status& status) {
  std::vector<HeldPtr> begun;
  {
    const Lock lock(mutex_);
    const Clock::time_point now = Clock::now();
    claiming_ = false;
    if (!status.ok()) {
      next_claim_ = now + kRetryDelay;
    } else if (leases.empty()) {
      next_claim_ = now + options_.poll;
    }
    for (JobLease& lease : leases) {
      auto held = std::make_shared<Held>();
      held->lease = std::move(lease);
      held->item_begin = now;
      held->next_record = now + kRecordInterval;
      held->next_renewal = now + options_.lease / 3;
      if (stopping_) held->stop.Stop();
      held_.push_back(held);
      begun.push_back(std::move(held));
    }
  }
  for (const HeldPtr& held : begun) Begin(held);
  changed_.notify_all();
}

void JobWorker::Begin(const HeldPtr& held) {
  // A table of the default size is what nearly every item takes.
  const size_t table = TranspositionTable::SizeFor(size_t{resources_.limits.hash_mb} << 20);
  FairScheduler::Refusal refusal;
  const FairScheduler::Ticket ticket = scheduler_.Submit(
      {.client = "job of " + held->lease.client,
       .needs = {.held_bytes = table, .slots = 1, .kind = FairScheduler::Kind::kFixed},
       .run = [this, held](FairScheduler::Turn& turn) -> FairScheduler::Completion {
         Evaluate(held, &turn);
         return [this, held] { End(held); };
       },
       .shed = [this, held](FairScheduler::Refusal) { End(held); }},
      &refusal);
  if (ticket == 0) End(held);
}

void JobWorker::Evaluate(const HeldPtr& held, FairScheduler::Turn* turn) {
  for (const JobLease::Item& item : held->lease.items) {
    {
      const Lock lock(mutex_);
      held->item_begin = Clock::now();
    }
    if (held->stop.stopped()) return;
    JobItemResult result = EvaluateJobItem(resources_, item, &held->stop, turn);
    // What an item that was stopped has found says nothing.
    if (held->stop.stopped()) return;
    Lock lock(mutex_);
    held->results.push_back(std::move(result));
    if (!held->lease.is_careful) continue;
    changed_.notify_all();
    changed_.wait(lock, [&] { return held->results.empty() || held->stop.stopped(); });
  }
}

void JobWorker::End(const HeldPtr& held) {
  {
    const Lock lock(mutex_);
    held->has_ended = true;
  }
  changed_.notify_all();
}

template <typename Result>
void JobWorker::Add(const HeldPtr& held, std::function<absl::StatusOr<Result>(JobStore*)> operate,
                    std::function<void(const Result&)> apply, Operations* due) {
  held->is_busy = true;
  due->push_back([this, held, operate = std::move(operate),
                  apply = std::move(apply)](const absl::StatusOr<JobStore*>& store) {
    absl::StatusOr<Result> result = store.ok() ? operate(*store) : store.status();
    {
      const Lock lock(mutex_);
      held->is_busy = false;
      if (result.ok()) {
        apply(*result);
      } else {
        held->next_attempt = Clock::now() + kRetryDelay;
      }
    }
    if (!result.ok() && !absl::IsUnavailable(result.status())) {
      log_.Write(LogLine(LogLevel::kError, "a job could not be kept")
                     .Add("cause", std::string(result.status().message())));
    }
    changed_.notify_all();
  });
}

void JobWorker::Serve(const HeldPtr& held, Clock::time_point now, Operations* due) {
  if (held->is_busy || held->is_void || now < held->next_attempt) return;
  const auto lose = [held] {
    held->is_void = true;
    held->results.clear();
    held->stop.Stop();
  };
  const bool is_due = held->has_ended || held->lease.is_careful || now >= held->next_record;
  if (!held->results.empty() && is_due) {
    const size_t count = held->results.size();
    Add<bool>(
        held,
        [this, held, results = held->results](JobStore* store) {
          return store->Record(name_, held->lease, results);
        },
        [held, count, lose](const bool& is_valid) {
          if (!is_valid) return lose();
          held->results.erase(held->results.begin(),
                              held->results.begin() + static_cast<ptrdiff_t>(count));
          held->recorded += count;
          held->next_record = Clock::now() + kRecordInterval;
        },
        due);
  } else if (held->has_ended) {
    if (held->recorded == held->lease.items.size()) return;
    // The chunk was stopped, or the scheduler had no room for it.
    Add<bool>(
        held,
        [this, held](JobStore* store) -> absl::StatusOr<bool> {
          ARBITER_RETURN_IF_ERROR(store->Release(name_, held->lease));
          return true;
        },
        [lose](const bool& /*released*/) { lose(); }, due);
  } else if (now >= held->next_renewal && now < held->item_begin + max_item_time_) {
    Add<bool>(
        held,
        [this, held](JobStore* store) { return store->Renew(name_, held->lease, options_.lease); },
        [this, held, lose](const bool& is_valid) {
          if (!is_valid) return lose();
          held->next_renewal = Clock::now() + options_.lease / 3;
        },
        due);
  }
}

std::vector<v1::JobPriority> JobWorker::NextClasses() {
  std::vector<v1::JobPriority> classes = {kTurns[claims_++ % kTurns.size()]};
  for (const v1::JobPriority other :
       {v1::JOB_PRIORITY_HIGH, v1::JOB_PRIORITY_NORMAL, v1::JOB_PRIORITY_LOW}) {
    if (other != classes.front()) classes.push_back(other);
  }
  return classes;
}

}  // namespace arbiter
