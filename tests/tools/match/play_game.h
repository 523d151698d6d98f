#ifndef ARBITER_TESTS_TOOLS_MATCH_PLAY_GAME_H_
#define ARBITER_TESTS_TOOLS_MATCH_PLAY_GAME_H_

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/board/color.h"
#include "tests/tools/match/match_clocks.h"
#include "tests/tools/match/opening.h"
#include "tests/tools/match/player.h"

namespace arbiter::match {

// The number of plies since the start position after which a game counts as drawn.
inline constexpr uint32_t kMaxPlies = 600;

// The time and nodes that a player used.
struct Effort {
  using Duration = std::chrono::duration<double>;

  int moves = 0;
  // The total time, and that of the longest move.
  Duration time{0};
  Duration longest{0};
  // The sum of the depths of all moves.
  int64_t depths = 0;
  uint64_t nodes = 0;

  void Add(const Choice& choice, Duration time_used);
  void Add(const Effort& other);
};

// A finished game.
struct GameRecord {
  // White's half points: 0, 1 or 2.
  int white_half_points = 1;
  // A sentence that says how the game ended, such as `White wins by checkmate.`
  std::string end = {};
  // The player who lost because of an error or on time, and a message that says why.
  std::optional<Color> forfeited_by = {};
  std::string failure = {};
  std::string start_fen = {};
  // All action texts, including those of the opening, with the outcomes of random draws.
  std::vector<std::string> actions = {};
  // The efforts of White and Black.
  Effort efforts[2] = {};
};

// How the time of a game is measured and limited.
struct GameTiming {
  using Clock = std::chrono::steady_clock;

  // The time that the players have; std::nullopt if the game is played without clocks.
  std::optional<MatchTimeControl> control = {};
  // Returns the time.
  std::function<Clock::time_point()> now = Clock::now;
};

// Plays a game from the opening to its end. `seed` determines the players' random choices. Returns
// an error of a player if that error ends the match instead of losing the game (see Player).
absl::StatusOr<GameRecord> PlayGame(const Opening& opening, Player& white, Player& black,
                                    uint64_t seed, const GameTiming& timing = {});

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_TOOLS_MATCH_PLAY_GAME_H_
