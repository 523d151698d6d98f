#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arbiter/v1/job_service.pb.h"
#include "core/base/strings.h"
#include "tests/support/free_port.h"
#include "tests/support/process_facts.h"
#include "tests/support/server/http_client.h"
#include "tests/support/server/postgres.h"
#include "tests/support/waiting.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/games.h"
#include "tests/tools/bench/requests.h"
#include "tests/tools/bench/rows.h"

namespace arbiter::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// The settings of a new installation of PostgreSQL, some of which are smaller in tests.
const std::vector<std::string> kDatabaseSettings = {"shared_buffers=128MB", "max_wal_size=1GB",
                                                    "min_wal_size=80MB"};

// arbiterd with jobs on a PostgreSQL server, both on any processor.
class JobServer {
 public:
  explicit JobServer(const Plan& plan)
      : http_port_(testing::FreePort()),
        metrics_port_(testing::FreePort()),
        arbiterd_(
            {plan.Program("arbiterd"), "--http-listen", AddressOf(http_port_), "--metrics-listen",
             AddressOf(metrics_port_), "--jobs", database_.url(), "--jobs-for-anyone"},
            /*processor=*/std::nullopt) {
    const bool is_ready = testing::Eventually(
        [&] { return testing::HttpClient(AddressOf(metrics_port_)).Get("/readyz").status == 200; });
    if (!is_ready) Die("the server does not become ready");
  }

  template <typename Response, typename Request>
  Response Call(const std::string& method, const Request& request) const {
    testing::HttpClient client(AddressOf(http_port_));
    const testing::HttpResponse answer =
        client.Post(StrCat("/arbiter.v1.JobService/", method), request.SerializeAsString(),
                    "content-type: application/proto\r\n");
    if (answer.status != 200) Die(StrCat(method, " failed: ", answer.status, " ", answer.body));
    Response response;
    response.ParseFromString(answer.body);
    return response;
  }

  // The processor time that has been used so far.
  Seconds server_time() const { return testing::CpuTimeOf(arbiterd_.pid()); }
  Seconds database_time() const { return testing::CpuTimeWithChildren(database_.pid()); }
  // The part of server_time() that analyses have used.
  Seconds analysis_time() const {
    const std::string metrics = testing::HttpClient(AddressOf(metrics_port_)).Get("/metrics").body;
    constexpr std::string_view kName = "\narbiter_analysis_seconds_total ";
    const size_t begin = metrics.find(kName);
    if (begin == std::string::npos) Die("the server does not count the time of analyses");
    return Seconds(std::strtod(metrics.c_str() + begin + kName.size(), nullptr));
  }

 private:
  static std::string AddressOf(int port) { return StrCat("127.0.0.1:", port); }

  const testing::PostgresProcess database_{kDatabaseSettings};
  const int http_port_;
  const int metrics_port_;
  const Server arbiterd_;
};

// Runs a job, from its creation until its last result has been read.
void RunJob(const JobServer& server, const std::vector<v1::JobRequest>& requests) {
  static int jobs = 0;
  v1::CreateJobRequest create;
  create.set_idempotency_key(StrCat(++jobs));
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
  v1::WaitJobRequest wait;
  wait.set_job_id(id);
  v1::Job job;
  while (job.state() != v1::JOB_STATE_DONE) {
    job = server.Call<v1::WaitJobResponse>("WaitJob", wait).job();
  }
  if (job.failed() > 0) Die("an item of a job failed");
  size_t results = 0;
  v1::ListJobResultsRequest list;
  list.set_job_id(id);
  do {
    const auto page = server.Call<v1::ListJobResultsResponse>("ListJobResults", list);
    results += static_cast<size_t>(page.results_size());
    list.set_page_token(page.next_page_token());
  } while (!list.page_token().empty());
  if (results != requests.size()) Die("a job has too few results");
}

}  // namespace

std::vector<Row> JobRows(const Plan& plan) {
  constexpr int kPlies = 200;
  constexpr int kDifferentGames = 32;
  const size_t items = plan.quick ? 4'000 : 20'000;
  std::vector<v1::JobRequest> games;
  for (int number = 0; number < kDifferentGames; ++number) {
    for (const std::string_view variant : kVariants) {
      *games.emplace_back().mutable_validate_game() = Validate(variant, kPlies, number);
    }
  }
  std::vector<v1::JobRequest> requests;
  while (requests.size() < items) requests.push_back(games[requests.size() % games.size()]);
  const JobServer server(plan);
  std::vector<double> rates;
  std::vector<double> server_costs;
  std::vector<double> database_costs;
  for (int round = 0; round < plan.rounds(); ++round) {
    const Clock::time_point begin = Clock::now();
    const Seconds server_begin = server.server_time();
    const Seconds database_begin = server.database_time();
    RunJob(server, requests);
    const auto count = static_cast<double>(items);
    rates.push_back(count / Seconds(Clock::now() - begin).count());
    server_costs.push_back(1e6 * (server.server_time() - server_begin).count() / count);
    database_costs.push_back(1e6 * (server.database_time() - database_begin).count() / count);
  }
  return {
      ValueRow("job of ValidateGame, 200 plies, from CreateJob to the last result: items", rates,
               Unit::kPerSecond, {.min = 3'000}),
      ValueRow("– processor time of arbiterd per item", server_costs, Unit::kMicroseconds, {}),
      ValueRow("– processor time of PostgreSQL per item", database_costs, Unit::kMicroseconds, {})};
}

std::vector<Row> JobSearchRows(const Plan& plan) {
  constexpr int kDepth = 10;
  constexpr int kPlies = 20;
  const JobServer server(plan);
  std::vector<Row> rows;
  for (const std::string_view variant : kVariants) {
    // At this depth, Chakart with its random draws takes hundreds of times as long as the others.
    const bool is_slow = variant == "chakart";
    const int positions = is_slow ? 1 : plan.quick ? 16 : 64;
    std::vector<v1::JobRequest> requests;
    for (int number = 0; number < positions; ++number) {
      const v1::ValidateGameRequest game = Validate(variant, is_slow ? 0 : kPlies, number);
      v1::AnalyzeRequest& analyze = *requests.emplace_back().mutable_analyze();
      analyze.mutable_position()->set_variant(game.variant());
      *analyze.mutable_position()->mutable_options() = game.options();
      *analyze.mutable_position()->mutable_record() = game.record();
      analyze.mutable_limits()->set_depth(kDepth);
    }
    std::vector<double> shares;
    for (int round = 0; round < (is_slow ? 1 : plan.rounds()); ++round) {
      const Seconds begin = server.server_time();
      const Seconds analysis_begin = server.analysis_time();
      RunJob(server, requests);
      shares.push_back((server.analysis_time() - analysis_begin) / (server.server_time() - begin));
    }
    rows.push_back(ValueRow(StrCat("job of Analyze at depth ", kDepth, ", ", variant,
                                   ": share of arbiterd's processor time that is search"),
                            shares, Unit::kShare, {.min = 0.9}));
  }
  return rows;
}

}  // namespace arbiter::bench
