#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "arbiter/v1/analysis_service.pb.h"
#include "core/base/strings.h"
#include "tests/support/server/analysis_client.h"
#include "tests/support/server/load.h"
#include "tests/support/server/redis.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/job_server.h"
#include "tests/tools/bench/requests.h"
#include "tests/tools/bench/scale.h"
#include "tests/tools/bench/workload.h"

namespace arbiter::bench {
namespace {

using std::chrono::seconds;

// A thousandth of 16,000 moves a second, which is the peak of a very large site; every ten seconds,
// ten times as many come at once.
constexpr double kMovesPerSecond = 16;
constexpr seconds kBurstInterval(10);
constexpr int kMovesOfBurst = 160;
// A thousandth of the games that end in an hour, of 5.2 million a day.
constexpr int kGames = 217;
// Enough games to keep all threads busy while live moves are measured.
constexpr int kBacklogPerThread = 40;

// The variants of which games can be reviewed to depth 12.
constexpr std::array<std::string_view, 3> kReviewedVariants = {"makruk", "chak", "chpok"};

// Moves that a site's servers send in the name of its players.
class LiveMoves {
 public:
  explicit LiveMoves(const std::string& address) : load_(address, kConnections) {
    const Workload workload = MakeWorkload("apply");
    for (const Exchange& exchange : workload.exchanges) {
      moves_.push_back(
          {.method = workload.method, .request = exchange.request, .expected = exchange.response});
    }
    steady_ = std::jthread([this](const std::stop_token& stop) {
      tally_ = load_.OfferUntil(moves_, kMovesPerSecond, stop);
    });
    bursts_ = std::jthread([this](const std::stop_token& stop) {
      while (!stop.stop_requested()) {
        const testing::Load::MaxCalls burst = {.in_all = kMovesOfBurst};
        // A million a second, so all at once.
        burst_tally_.Add(load_.OfferUntil(moves_, 1e6, stop, burst));
        const auto next = std::chrono::steady_clock::now() + kBurstInterval;
        while (!stop.stop_requested() && std::chrono::steady_clock::now() < next) {
          std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
      }
    });
  }

  // Stops, and adds the number of moves and their latencies.
  double Stop(const std::string& name, Rates* rates) {
    steady_ = {};
    bursts_ = {};
    for (const auto& [kind, tally] : {std::pair("move.", &tally_), {"burst.", &burst_tally_}}) {
      if (tally->failures() > 0) Die("a move failed");
      for (const auto& [share, latency] : {std::pair(0.5, "p50"), {0.99, "p99"}, {1.0, "max"}}) {
        rates->emplace_back(StrCat(name, kind, latency, "_seconds"), Latency(*tally, share));
      }
    }
    return static_cast<double>(tally_.calls() + burst_tally_.calls());
  }

 private:
  static constexpr int kConnections = 4;

  // Returns the latency that this share of the calls does not exceed, in seconds.
  static double Latency(const testing::Tally& tally, double share) {
    std::vector<std::chrono::microseconds> sorted = tally.latencies;
    if (sorted.empty()) Die("no moves were made");
    std::sort(sorted.begin(), sorted.end());
    const auto rank = static_cast<size_t>(share * static_cast<double>(sorted.size()));
    return std::chrono::duration<double>(sorted[std::min(rank, sorted.size() - 1)]).count();
  }

  testing::Load load_;
  std::vector<testing::Calls> moves_;
  testing::Tally tally_;
  testing::Tally burst_tally_;
  std::jthread steady_;
  std::jthread bursts_;
};

// Returns the bytes that have gone through the loopback interface so far, with all headers. This
// program and the servers should be alone in their network namespace.
double LoopbackBytes() {
  std::ifstream devices("/proc/net/dev");
  std::string word;
  while (devices >> word) {
    double bytes = 0;
    if (word == "lo:" && devices >> bytes) return bytes;
  }
  Die("there is no loopback interface");
}

void Wait(seconds time) { std::this_thread::sleep_for(time); }

}  // namespace

Rates MeasureSite(const ScalePlan& plan) {
  const JobDatabase database;
  const JobServer service(plan.arbiterd, database, "service");
  const JobServer worker(plan.arbiterd, database, "worker");
  Rates rates;
  {
    constexpr seconds kTime(60);
    const double idle_bytes = LoopbackBytes();
    const auto idle_service = service.cpu_time();
    Wait(kTime);
    const double begin_bytes = LoopbackBytes();
    const auto begin_service = service.cpu_time();
    LiveMoves live(service.address());
    Wait(kTime);
    const double moves = live.Stop("alone.", &rates);
    const double bytes = (LoopbackBytes() - begin_bytes) - (begin_bytes - idle_bytes);
    const auto time = (service.cpu_time() - begin_service) - (begin_service - idle_service);
    rates.emplace_back("move.bytes", bytes / moves);
    rates.emplace_back("move.service_seconds", time.count() / moves);
  }

  // The games of an hour, which end in the minutes of the measurement.
  std::vector<std::vector<v1::JobRequest>> validations(static_cast<size_t>(plan.minutes));
  std::vector<std::vector<v1::JobRequest>> reviews(validations.size());
  double plies = 0;
  for (int number = 0; number < kGames; ++number) {
    const std::string_view variant =
        kReviewedVariants[static_cast<size_t>(number) % kReviewedVariants.size()];
    const PlayedGame game = SiteGame(variant, number);
    plies += static_cast<double>(game.actions.size());
    const auto minute = static_cast<size_t>(number * plan.minutes / kGames);
    *validations[minute].emplace_back().mutable_validate_game() = Validate(variant, game);
    *reviews[minute].emplace_back().mutable_review_game() = Review(variant, game, plan.depth);
  }
  const auto begin_worker = worker.cpu_time();
  const auto begin_search = worker.analysis_time();
  const auto begin_database = database.cpu_time();
  const auto begin = std::chrono::steady_clock::now();
  LiveMoves live(service.address());
  std::vector<std::pair<std::string, size_t>> jobs;
  for (size_t minute = 0; minute < reviews.size(); ++minute) {
    const size_t items = reviews[minute].size();
    jobs.emplace_back(SubmitJob(service, validations[minute], v1::JOB_PRIORITY_HIGH), items);
    jobs.emplace_back(SubmitJob(service, reviews[minute]), items);
    std::this_thread::sleep_until(begin + std::chrono::minutes(minute + 1));
  }
  for (const auto& [job, items] : jobs) FinishJob(service, job, items);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  live.Stop("beside.", &rates);
  const auto worker_time = worker.cpu_time() - begin_worker;
  const auto search_time = worker.analysis_time() - begin_search;
  rates.insert(rates.end(), {{"site.seconds", time.count()},
                             {"site.games", kGames},
                             {"site.plies", plies / kGames},
                             {"site.worker_seconds", worker_time.count() / kGames},
                             {"site.search_seconds", search_time.count() / kGames},
                             {"site.database_seconds",
                              (database.cpu_time() - begin_database).count() / kGames}});

  // All threads are busy.
  std::vector<v1::JobRequest> backlog;
  while (backlog.size() < kBacklogPerThread * std::thread::hardware_concurrency()) {
    const std::vector<v1::JobRequest>& some = reviews[backlog.size() % reviews.size()];
    backlog.push_back(some[backlog.size() / reviews.size() % some.size()]);
  }
  const std::string job = SubmitJob(service, backlog);
  // The first chunks have begun.
  Wait(seconds(2));
  LiveMoves busy(service.address());
  FinishJob(service, job, backlog.size());
  busy.Stop("busy.", &rates);
  rates.insert(rates.end(), {{"site.service_mib", service.resident_kib() / 1024},
                             {"site.worker_mib", worker.resident_kib() / 1024}});
  return rates;
}

Rates MeasureCache(const ScalePlan& plan) {
  constexpr int kGamesOfVariant = 16;
  constexpr int kPlies = 20;
  const testing::RedisProcess redis;
  const Server arbiterd(
      {plan.arbiterd, "--metrics-listen", "127.0.0.1:0", "--analysis-cache", redis.url()},
      /*processor=*/std::nullopt);
  testing::AnalysisClient client(arbiterd.address());
  for (const std::string_view variant : kReviewedVariants) {
    for (int number = 0; number < kGamesOfVariant; ++number) {
      const v1::ReviewGameRequest game = Review(variant, SiteGame(variant, number), plan.depth);
      v1::AnalyzeRequest request;
      request.mutable_position()->set_variant(game.variant());
      *request.mutable_position()->mutable_options() = game.options();
      *request.mutable_position()->mutable_record() = game.record();
      auto& actions = *request.mutable_position()->mutable_record()->mutable_actions();
      const int plies = std::min(kPlies, actions.size());
      actions.DeleteSubrange(plies, actions.size() - plies);
      request.mutable_limits()->set_depth(static_cast<uint32_t>(plan.depth));
      if (client.Analyze(request, 60'000).status.code() != 0) Die("an analysis failed");
    }
  }
  double bytes = 0;
  const std::vector<std::string> keys = redis.Keys();
  if (keys.empty()) Die("no analysis was stored");
  for (const std::string& key : keys) {
    // The answer is a number after a colon.
    const std::string answer = redis.Ask(StrCat("MEMORY USAGE ", key));
    bytes += std::strtod(answer.c_str() + 1, nullptr);
  }
  return {{"cache.bytes", bytes / static_cast<double>(keys.size())}};
}

}  // namespace arbiter::bench
