#ifndef ARBITER_TESTS_MATCH_PLAY_MATCH_H_
#define ARBITER_TESTS_MATCH_PLAY_MATCH_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/game/variant.h"
#include "core/search/limits.h"
#include "tests/match/play_game.h"
#include "tests/match/player.h"
#include "tests/match/statistics.h"

namespace arbiter::match {

using PlayerFactory = std::function<std::unique_ptr<Player>()>;

// A match of A against B: each random opening is played twice, A having White first; what the
// game draws is decided alike in both.
struct MatchSetUp {
  const Variant* variant = nullptr;
  PlayerFactory a = nullptr;
  PlayerFactory b = nullptr;
  int pairs = 1;
  int opening_plies = 8;
  // Decides openings and draws, and what the players leave to chance.
  uint64_t seed = 1;
  // Pairs played at once, each between players of its own.
  int concurrency = 1;
  // Where not null: no pair is begun once it says so.
  const StopToken* stop = nullptr;
};

// What came out for a player beside points.
struct PlayerSummary {
  Effort effort;
  int forfeits = 0;
  std::string first_failure;
};

struct MatchSummary {
  PairedScores scores;
  // Of A.
  int wins = 0;
  int draws = 0;
  int losses = 0;
  PlayerSummary a;
  PlayerSummary b;
  // How games ended, and how often.
  std::map<std::string, int> ends;
};

// Called after each game, never twice at once; pairs count from 0 and can come in any order.
using GameSink = std::function<void(int pair, bool a_is_white, const GameRecord& record)>;

// CANCELLED where not one pair was played. With players that go by nodes or depth the summary,
// times apart, is the same on every run.
absl::StatusOr<MatchSummary> PlayMatch(const MatchSetUp& set_up, const GameSink& sink);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_MATCH_PLAY_MATCH_H_
