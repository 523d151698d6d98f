// A worker of jobs for tests: it has any engine version, and some items make it fail. It takes
// DATABASE_URL ENGINE_VERSION, and works on one chunk at a time, with leases of a second.
//
// The item that validates a game of the variant
// - `crash` kills the worker,
// - `hang` never ends,
// - `stop` stops the worker (SIGSTOP) until somebody continues it.
#include <prometheus/registry.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

#include "absl/strings/str_cat.h"
#include "arbiter/v1/job_service.pb.h"
#include "service/jobs/job_database.h"
#include "service/jobs/job_evaluation.h"
#include "service/jobs/job_metrics.h"
#include "service/jobs/job_worker.h"
#include "service/limits.h"
#include "service/ops/log.h"
#include "service/ops/metrics.h"
#include "service/scheduling/fair_scheduler.h"
#include "service/scheduling/table_cache.h"

namespace arbiter {
namespace {

using std::chrono::milliseconds;

void FailAt(const JobLease::Item& item) {
  v1::JobRequest request;
  request.ParseFromString(item.request);
  const std::string& variant = request.validate_game().variant();
  if (variant == "crash") raise(SIGKILL);
  if (variant == "stop") raise(SIGSTOP);
  while (variant == "hang") pause();
}

int Main(const std::string& url, const std::string& engine_version) {
  Logger log(STDERR_FILENO, LogLevel::kInfo);
  const Limits limits = {.max_call_ms = 1'000, .max_movetime_ms = 500, .max_review_time_ms = 500};
  prometheus::Registry registry;
  AnswerMetrics answers(&registry);
  TableCache tables(size_t{64} << 20, size_t{64} << 20);
  const Access access({});
  const JobEvaluationResources resources = {
      .limits = limits, .answers = answers, .tables = tables, .sealer = nullptr, .access = access};
  JobMetrics metrics(&registry);
  JobAvailability availability([](bool /*is_available*/) {}, &metrics, &log);
  JobDatabase database({.postgres = {.url = url}}, &availability, &metrics);
  if (const absl::Status usable = database.Check(); !usable.ok()) {
    fprintf(stderr, "%s\n", usable.ToString().c_str());
    return 1;
  }
  database.Start();
  FairScheduler scheduler({.slots = 1, .max_waiting = 8});
  JobWorker worker({.name = absl::StrCat("faulty worker ", getpid()),
                    .lease = milliseconds(1000),
                    .engine_version = engine_version,
                    .hang_time = milliseconds(100),
                    .on_hang = [] { _exit(1); },
                    .before_item = FailAt},
                   &resources, &database, &scheduler, &metrics, &log);
  worker.Start();
  // Only a signal ends the worker.
  while (true) pause();
}

}  // namespace
}  // namespace arbiter

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s DATABASE_URL ENGINE_VERSION\n", argv[0]);
    return 2;
  }
  return arbiter::Main(argv[1], argv[2]);
}
