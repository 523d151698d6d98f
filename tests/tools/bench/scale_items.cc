#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/strings.h"
#include "service/jobs/postgres.h"
#include "tests/support/waiting.h"
#include "tests/tools/bench/die.h"
#include "tests/tools/bench/job_server.h"
#include "tests/tools/bench/requests.h"
#include "tests/tools/bench/scale.h"
#include "tests/tools/match/search_bench.h"

namespace arbiter::bench {
namespace {

// How much has been used so far.
struct Usage {
  double service = 0;
  double worker = 0;
  double database = 0;
  // The bytes of the tables of items and of results with their indexes, and of the log that has
  // been written.
  double item_bytes = 0;
  double result_bytes = 0;
  double log_bytes = 0;
  // The transactions that have written something.
  double transactions = 0;
};

// A replica that answers calls, a worker, and their database.
class Site {
 public:
  explicit Site(const ScalePlan& plan)
      : service_(plan.arbiterd, database_, "service"),
        worker_(plan.arbiterd, database_, "worker"),
        connection_(OrDie(PostgresConnection::Connect(
            {.url = database_.process().url(), .timeout = testing::kPatience}))) {}

  const JobServer& service() const { return service_; }

  Usage Measure() const {
    return {.service = service_.cpu_time().count(),
            .worker = worker_.cpu_time().count(),
            .database = database_.cpu_time().count(),
            .item_bytes = SizeOf("arbiter_items"),
            .result_bytes = SizeOf("arbiter_results"),
            .log_bytes = Number("SELECT CAST(pg_current_wal_lsn() - '0/0' AS bigint)"),
            .transactions = Number(
                "SELECT CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS text) AS bigint)")};
  }

 private:
  double Number(const std::string& sql) const {
    return static_cast<double>(OrDie(connection_->Query(sql)).Number(0, 0));
  }
  double SizeOf(std::string_view table) const {
    return Number(
        StrCat("SELECT CAST(sum(pg_total_relation_size(relid)) AS bigint) "
               "FROM pg_partition_tree('",
               table, "')"));
  }

  const JobDatabase database_;
  const JobServer service_;
  const JobServer worker_;
  const std::unique_ptr<PostgresConnection> connection_;
};

// Runs the same items several times, and adds the medians of what each costs.
void Measure(const Site& site, const std::string& name, const std::vector<v1::JobRequest>& requests,
             Rates* rates) {
  constexpr int kRounds = 3;
  struct Cost {
    const char* name;
    double Usage::*value;
    std::vector<double> values = {};
  };
  std::vector<Cost> costs = {
      {"service_seconds", &Usage::service},   {"worker_seconds", &Usage::worker},
      {"database_seconds", &Usage::database}, {"item_bytes", &Usage::item_bytes},
      {"result_bytes", &Usage::result_bytes}, {"log_bytes", &Usage::log_bytes},
      {"transactions", &Usage::transactions}};
  const auto count = static_cast<double>(requests.size());
  double message_bytes = 0;
  for (const v1::JobRequest& request : requests) {
    message_bytes += static_cast<double>(request.ByteSizeLong());
  }
  double answer_bytes = 0;
  for (int round = 0; round < kRounds; ++round) {
    const Usage before = site.Measure();
    answer_bytes = 0;
    for (const v1::JobResult& result : RunJob(site.service(), requests)) {
      answer_bytes += static_cast<double>(result.ByteSizeLong());
    }
    const Usage after = site.Measure();
    for (Cost& cost : costs) {
      cost.values.push_back((after.*cost.value - before.*cost.value) / count);
    }
  }
  rates->emplace_back(name + "request_message_bytes", message_bytes / count);
  rates->emplace_back(name + "result_message_bytes", answer_bytes / count);
  for (const Cost& cost : costs) {
    rates->emplace_back(name + cost.name, match::SpreadOf(cost.values).median);
  }
}

}  // namespace

Rates MeasureItems(const ScalePlan& plan) {
  // A job has a minute of the games that end at a site with 5.2 million games a day. Each game is
  // repeated only after this many, so that no chunk has a game twice.
  constexpr size_t kGamesOfMinute = 3'611;
  constexpr int kDifferentGames = 64;
  std::vector<v1::JobRequest> validations;
  std::vector<v1::JobRequest> reviews;
  for (int number = 0; number < kDifferentGames; ++number) {
    for (const std::string_view variant : kVariants) {
      const PlayedGame game = SiteGame(variant, number);
      *validations.emplace_back().mutable_validate_game() = Validate(variant, game);
      // The rows of a review have about the same size at any depth.
      *reviews.emplace_back().mutable_review_game() = Review(variant, game, /*depth=*/1);
    }
  }
  for (std::vector<v1::JobRequest>* requests : {&validations, &reviews}) {
    const size_t different = requests->size();
    for (size_t i = 0; requests->size() < kGamesOfMinute; ++i) {
      requests->push_back(v1::JobRequest((*requests)[i % different]));
    }
  }
  const Site site(plan);
  Rates rates;
  Measure(site, "validation.", validations, &rates);
  Measure(site, "review_item.", reviews, &rates);
  return rates;
}

}  // namespace arbiter::bench
