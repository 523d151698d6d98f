#ifndef ARBITER_TESTS_MATCH_PLAY_GAME_H_
#define ARBITER_TESTS_MATCH_PLAY_GAME_H_

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/board/color.h"
#include "tests/match/opening.h"
#include "tests/match/player.h"

namespace arbiter::match {

// Plies since the start position after which a game counts as drawn.
inline constexpr uint32_t kMostPlies = 600;

// How a player used its time.
struct Effort {
  using Duration = std::chrono::duration<double>;

  int moves = 0;
  Duration time{0};
  Duration longest{0};
  int64_t depths = 0;
  uint64_t nodes = 0;

  void Add(const Choice& choice, Duration time_used);
  void Add(const Effort& other);
};

// A game that was played.
struct GameRecord {
  // Half points of White: 0, 1 or 2.
  int white_half_points = 1;
  // How it ended: `checkmate`, `cut off`, `forfeit`, ….
  std::string end = {};
  // Who lost by a failure, and what it was.
  std::optional<Color> forfeited_by = {};
  std::string failure = {};
  std::string start_fen = {};
  // The opening's included, with their outcomes.
  std::vector<std::string> actions = {};
  // Of White and Black.
  Effort efforts[2] = {};
};

// Plays on from the opening to the end. The players' own errors end a match.
absl::StatusOr<GameRecord> PlayGame(const Opening& opening, Player& white, Player& black,
                                    uint64_t seed);

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_MATCH_PLAY_GAME_H_
