#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "arbiter/v1/job_service.pb.h"
#include "core/base/strings.h"
#include "tests/tools/bench/games.h"
#include "tests/tools/bench/job_server.h"
#include "tests/tools/bench/requests.h"
#include "tests/tools/bench/rows.h"

namespace arbiter::bench {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

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
  const JobDatabase database;
  const JobServer server(plan.Program("arbiterd"), database);
  std::vector<double> rates;
  std::vector<double> server_costs;
  std::vector<double> database_costs;
  for (int round = 0; round < plan.rounds(); ++round) {
    const Clock::time_point begin = Clock::now();
    const Seconds server_begin = server.cpu_time();
    const Seconds database_begin = database.cpu_time();
    RunJob(server, requests);
    const auto count = static_cast<double>(items);
    rates.push_back(count / Seconds(Clock::now() - begin).count());
    server_costs.push_back(1e6 * (server.cpu_time() - server_begin).count() / count);
    database_costs.push_back(1e6 * (database.cpu_time() - database_begin).count() / count);
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
  const JobDatabase database;
  const JobServer server(plan.Program("arbiterd"), database);
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
      const Seconds begin = server.cpu_time();
      const Seconds analysis_begin = server.analysis_time();
      RunJob(server, requests);
      shares.push_back((server.analysis_time() - analysis_begin) / (server.cpu_time() - begin));
    }
    rows.push_back(ValueRow(StrCat("job of Analyze at depth ", kDepth, ", ", variant,
                                   ": share of arbiterd's processor time that is search"),
                            shares, Unit::kShare, {.min = 0.9}));
  }
  return rows;
}

}  // namespace arbiter::bench
