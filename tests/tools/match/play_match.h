#ifndef ARBITER_TESTS_TOOLS_MATCH_PLAY_MATCH_H_
#define ARBITER_TESTS_TOOLS_MATCH_PLAY_MATCH_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/game/variant.h"
#include "core/search/limits.h"
#include "tests/tools/match/play_game.h"
#include "tests/tools/match/player.h"
#include "tests/tools/match/statistics.h"

namespace arbiter::match {

using PlayerFactory = std::function<std::unique_ptr<Player>()>;

// The settings of a match of A against B. Each random opening is played twice, first with A as
// White, and both games have the same random draws.
struct MatchSetUp {
  const Variant* variant = nullptr;
  PlayerFactory a = nullptr;
  PlayerFactory b = nullptr;
  int pairs = 1;
  int opening_plies = 8;
  // The seed of openings, random draws and the players' random choices.
  uint64_t seed = 1;
  // The number of pairs played at once, each between separate players.
  int concurrency = 1;
  // The clocks of each game.
  GameTiming timing = {};
  // If not nullptr, no more pairs are started once it returns true.
  std::function<bool(const PairedScores&)> decided = nullptr;
  // If not nullptr, no more pairs are started once it has been stopped.
  const StopToken* stop = nullptr;
};

// The figures of one player, except for points.
struct PlayerSummary {
  Effort effort;
  int forfeits = 0;
  std::string first_failure;
};

struct MatchSummary {
  PairedScores scores;
  // A's results.
  int wins = 0;
  int draws = 0;
  int losses = 0;
  PlayerSummary a;
  PlayerSummary b;
  // The number of games by how they ended.
  std::map<std::string, int> ends;
};

// Called after each game, by one thread at a time. Pairs are numbered from 0 and can finish in any
// order.
using GameSink = std::function<void(int pair, bool a_is_white, const GameRecord& record)>;

// Plays a match. CANCELLED if no pair was finished. If the players are limited by nodes or depth,
// the summary is the same on every run, except for times. `sink` can be nullptr.
absl::StatusOr<MatchSummary> PlayMatch(const MatchSetUp& set_up, const GameSink& sink);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_TOOLS_MATCH_PLAY_MATCH_H_
