#include "tests/tools/bench/job_server.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <optional>
#include <string_view>

#include "tests/support/free_port.h"
#include "tests/support/waiting.h"

namespace arbiter::bench {
namespace {

std::string FreeAddress() { return StrCat("127.0.0.1:", testing::FreePort()); }

}  // namespace

JobServer::JobServer(const std::string& arbiterd, const JobDatabase& database,
                     const std::string& role)
    : http_address_(FreeAddress()),
      metrics_address_(FreeAddress()),
      arbiterd_({arbiterd, "--http-listen", http_address_, "--metrics-listen", metrics_address_,
                 "--jobs", database.process().url(), "--jobs-for-anyone", "--role", role},
                /*processor=*/std::nullopt) {
  const bool is_ready = testing::Eventually(
      [this] { return testing::HttpClient(metrics_address_).Get("/readyz").status == 200; });
  if (!is_ready) Die("the server does not become ready");
}

std::chrono::duration<double> JobServer::analysis_time() const {
  const std::string metrics = testing::HttpClient(metrics_address_).Get("/metrics").body;
  constexpr std::string_view kName = "\narbiter_analysis_seconds_total ";
  const size_t begin = metrics.find(kName);
  if (begin == std::string::npos) Die("the server does not count the time of analyses");
  return std::chrono::duration<double>(
      std::strtod(metrics.c_str() + begin + kName.size(), nullptr));
}

std::string SubmitJob(const JobServer& server, const std::vector<v1::JobRequest>& requests,
                      v1::JobPriority priority) {
  static int jobs = 0;
  v1::CreateJobRequest create;
  create.set_idempotency_key(StrCat(++jobs));
  create.set_priority(priority);
  const std::string id = server.Call<v1::CreateJobResponse>("CreateJob", create).job().id();
  constexpr size_t kItemsOfCall = 1'000;
  for (size_t first = 0; first < requests.size(); first += kItemsOfCall) {
    v1::AddJobItemsRequest add;
    add.set_job_id(id);
    add.set_first_item(first);
    const size_t end = std::min(first + kItemsOfCall, requests.size());
    for (size_t i = first; i < end; ++i) *add.add_requests() = requests[i];
    server.Call<v1::AddJobItemsResponse>("AddJobItems", add);
  }
  v1::StartJobRequest start;
  start.set_job_id(id);
  server.Call<v1::StartJobResponse>("StartJob", start);
  return id;
}

std::vector<v1::JobResult> FinishJob(const JobServer& server, const std::string& id, size_t items) {
  v1::WaitJobRequest wait;
  wait.set_job_id(id);
  v1::Job job;
  while (job.state() != v1::JOB_STATE_DONE) {
    job = server.Call<v1::WaitJobResponse>("WaitJob", wait).job();
  }
  if (job.failed() > 0) Die("an item of a job failed");
  std::vector<v1::JobResult> results;
  v1::ListJobResultsRequest list;
  list.set_job_id(id);
  do {
    auto page = server.Call<v1::ListJobResultsResponse>("ListJobResults", list);
    std::move(page.mutable_results()->begin(), page.mutable_results()->end(),
              std::back_inserter(results));
    list.set_page_token(page.next_page_token());
  } while (!list.page_token().empty());
  if (results.size() != items) Die("a job has too few results");
  return results;
}

std::vector<v1::JobResult> RunJob(const JobServer& server,
                                  const std::vector<v1::JobRequest>& requests) {
  return FinishJob(server, SubmitJob(server, requests), requests.size());
}

}  // namespace arbiter::bench
