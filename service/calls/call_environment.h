#ifndef ARBITER_SERVICE_CALLS_CALL_ENVIRONMENT_H_
#define ARBITER_SERVICE_CALLS_CALL_ENVIRONMENT_H_

#include <atomic>
#include <cstdint>

#include "service/access/access.h"
#include "service/calls/call_ids.h"
#include "service/handlers/handlers.h"
#include "service/limits.h"
#include "service/net/connections.h"
#include "service/ops/log.h"
#include "service/ops/metrics.h"
#include "service/scheduling/buffered_bytes.h"
#include "service/scheduling/client_share.h"
#include "service/scheduling/fair_scheduler.h"
#include "service/scheduling/table_cache.h"
#include "service/scheduling/work_review.h"

namespace arbiter {

class OverloadManager;

// Tells calls that the server is shutting down. Calls check this at least once per Rpc::kTick.
// Thread-safe.
class Drain {
 public:
  // Counts a call from its beginning until its answer has been sent or cannot be sent any more.
  void Enter() { calls_.fetch_add(1, std::memory_order_relaxed); }
  void Leave() { calls_.fetch_sub(1, std::memory_order_relaxed); }
  bool has_calls() const { return calls_.load(std::memory_order_relaxed) > 0; }

  // From now on, new calls are refused, and streams end when they have answered every request that
  // they have read.
  void Begin() { begun_.store(true, std::memory_order_relaxed); }
  bool has_begun() const { return begun_.load(std::memory_order_relaxed); }
  // Stops running work too: from now on, its stop tests fail.
  void StopWork() { work_stopped_.store(true, std::memory_order_relaxed); }
  bool has_stopped_work() const { return work_stopped_.load(std::memory_order_relaxed); }

 private:
  std::atomic<bool> begun_ = false;
  std::atomic<bool> work_stopped_ = false;
  std::atomic<int64_t> calls_ = 0;
};

// What decides whether a call may begin.
struct AdmissionResources {
  const Limits& limits;
  const Drain& drain;
  Access& access;
  ClientShares& shares;
  Connections& connections;
  const OverloadManager& overload;
};

// What keeps a record of calls.
struct RecordResources {
  Logger& log;
  LogLimit& log_limit;
  const LogSample& log_sample;
  Metrics& metrics;
  RequestIds& request_ids;
};

// What calls share while they do their work.
struct WorkResources {
  const Limits& limits;
  const Drain& drain;
  Logger& log;
  AnswerMetrics& answers;
  // The schedulers of work that takes more than a fraction of a millisecond, and of analyses.
  FairScheduler& scheduler;
  FairScheduler& analyses;
  WorkReview& review;
  TableCache& tables;
  BufferedBytes& buffered;
  // nullptr if snapshots are not sealed.
  const SnapshotSealer* sealer;
  // nullptr if analyses are not cached.
  AnalysisCache* analysis_cache;
};

// The objects that all calls share. They must outlive the calls.
struct CallEnvironment {
  const Limits& limits;
  Drain& drain;
  AdmissionResources admission;
  RecordResources record;
  WorkResources work;
};

}  // namespace arbiter

#endif  // ARBITER_SERVICE_CALLS_CALL_ENVIRONMENT_H_
