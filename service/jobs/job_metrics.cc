#include "service/jobs/job_metrics.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "service/ops/metrics.h"

namespace arbiter {
namespace {

constexpr std::array<std::pair<v1::JobPriority, const char*>, 3> kClasses = {
    {{v1::JOB_PRIORITY_HIGH, "high"},
     {v1::JOB_PRIORITY_NORMAL, "normal"},
     {v1::JOB_PRIORITY_LOW, "low"}}};

prometheus::Family<prometheus::Gauge>& AddGauges(const char* name, const char* help,
                                                 prometheus::Registry* registry) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(*registry);
}

}  // namespace

JobMetrics::JobMetrics(prometheus::Registry* registry)
    : database_up_(AddGauge("arbiter_jobs_database_up",
                            "1 if the database of jobs can be reached, otherwise 0.", registry)),
      operations_refused_(AddCounter("arbiter_jobs_operations_refused_total",
                                     "Operations on jobs refused because too many waited.",
                                     registry)),
      operation_seconds_(
          prometheus::BuildHistogram()
              .Name("arbiter_jobs_operation_seconds")
              .Help("Seconds from the submission of an operation on jobs to its end.")
              .Register(*registry)
              .Add({},
                   prometheus::Histogram::BucketBoundaries{0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                                           0.1, 0.25, 0.5, 1, 2.5, 5, 10})),
      item_seconds_(AddCounter("arbiter_jobs_item_seconds_total",
                               "Seconds for which search threads have evaluated items of jobs.",
                               registry)),
      redelivered_chunks_(AddCounter("arbiter_jobs_redelivered_chunks_total",
                                     "Chunks taken whose earlier lease had run out.", registry)),
      lost_leases_(AddCounter("arbiter_jobs_lost_leases_total",
                              "Leases of chunks that were lost before they were finished.",
                              registry)) {
  auto& waiting = AddGauges("arbiter_jobs_waiting_items",
                            "Items of running jobs that a worker could take.", registry);
  auto& oldest_wait =
      AddGauges("arbiter_jobs_oldest_wait_seconds",
                "Seconds for which the oldest of the waiting items has waited.", registry);
  auto& running = AddGauges("arbiter_jobs_running_items",
                            "Items without a result of chunks that workers hold.", registry);
  auto& without_worker =
      AddGauges("arbiter_jobs_items_without_worker",
                "Items of running jobs for whose engine version there is no worker.", registry);
  auto& paused = AddGauges("arbiter_jobs_paused_items",
                           "Items of running jobs whose client has no tokens left.", registry);
  for (const auto& [priority, name] : kClasses) {
    const prometheus::Labels labels = {{"priority", name}};
    classes_.push_back({.priority = priority,
                        .waiting = &waiting.Add(labels),
                        .oldest_wait = &oldest_wait.Add(labels),
                        .running = &running.Add(labels),
                        .without_worker = &without_worker.Add(labels),
                        .paused = &paused.Add(labels)});
  }
  auto& items = AddCounters("arbiter_jobs_items_total",
                            "Items whose result this server has recorded.", registry);
  items_ = {&items.Add({{"result", "done"}}), &items.Add({{"result", "failed"}})};
}

void JobMetrics::SetBacklogs(absl::Span<const JobStore::Backlog> backlogs) {
  for (const ClassMetrics& metrics : classes_) {
    const auto found = std::find_if(
        backlogs.begin(), backlogs.end(),
        [&](const JobStore::Backlog& candidate) { return candidate.priority == metrics.priority; });
    const JobStore::Backlog backlog = found == backlogs.end() ? JobStore::Backlog() : *found;
    metrics.waiting->Set(static_cast<double>(backlog.waiting));
    metrics.oldest_wait->Set(std::chrono::duration<double>(backlog.oldest_wait).count());
    metrics.running->Set(static_cast<double>(backlog.running));
    metrics.without_worker->Set(static_cast<double>(backlog.without_worker));
    metrics.paused->Set(static_cast<double>(backlog.paused));
  }
}

}  // namespace arbiter
