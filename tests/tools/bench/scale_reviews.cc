#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "absl/strings/str_format.h"
#include "core/base/strings.h"
#include "tests/tools/bench/job_server.h"
#include "tests/tools/bench/requests.h"
#include "tests/tools/bench/scale.h"
#include "tests/tools/match/search_bench.h"

namespace arbiter::bench {
namespace {

// Reviews games in jobs of one item.
void Measure(const JobServer& server, std::string_view variant, int depth,
             const std::vector<PlayedGame>& games, Rates* rates) {
  std::vector<double> seconds;
  double plies = 0;
  double search = 0;
  double total = 0;
  double squares = 0;
  for (const PlayedGame& game : games) {
    v1::JobRequest request;
    *request.mutable_review_game() = Review(variant, game, depth);
    const auto begin = server.cpu_time();
    const auto search_begin = server.analysis_time();
    RunJob(server, {request});
    seconds.push_back((server.cpu_time() - begin).count());
    search += (server.analysis_time() - search_begin).count();
    total += seconds.back();
    squares += seconds.back() * seconds.back();
    plies += static_cast<double>(game.actions.size());
    std::cerr << absl::StrFormat("    %s, depth %d: %d plies, %.2f s\n", variant, depth,
                                 game.actions.size(), seconds.back());
  }
  const match::Spread spread = match::SpreadOf(seconds);
  const auto count = static_cast<double>(games.size());
  const double variance = squares / count - (total / count) * (total / count);
  const std::string name = StrCat("review.", variant, ".", depth, ".");
  rates->insert(rates->end(), {{name + "games", count},
                               {name + "plies", plies / count},
                               {name + "seconds", total / count},
                               {name + "seconds_deviation", std::sqrt(std::max(0.0, variance))},
                               {name + "seconds_min", spread.min},
                               {name + "seconds_max", spread.max},
                               {name + "search_share", search / total}});
}

}  // namespace

PlayedGame SiteGame(std::string_view variant, int number) {
  return PlayAtLevel(variant, kLevelOfSite, kPliesOfSite, number);
}

Rates MeasureReviews(const ScalePlan& plan) {
  const JobDatabase database;
  const JobServer server(plan.arbiterd, database);
  Rates rates;
  for (const std::string_view variant : kVariants) {
    const bool is_slow = variant == "chakart";
    std::vector<PlayedGame> games;
    while (static_cast<int>(games.size()) < std::max(1, is_slow ? plan.games / 4 : plan.games)) {
      games.push_back(SiteGame(variant, static_cast<int>(games.size())));
    }
    // A smaller depth shows what each ply of depth costs.
    const std::vector<int> depths =
        is_slow ? plan.chakart_depths : std::vector<int>{std::max(1, plan.depth - 4), plan.depth};
    for (const int depth : depths) Measure(server, variant, depth, games, &rates);
  }
  return rates;
}

}  // namespace arbiter::bench
