#ifndef ARBITER_TESTS_TOOLS_MATCH_MATCH_CLOCKS_H_
#define ARBITER_TESTS_TOOLS_MATCH_MATCH_CLOCKS_H_

#include <chrono>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/board/color.h"

namespace arbiter::match {

// The time that each player has for a game, and the increment after each of a player's turns.
// Unlike the clocks of games (core/game/clocks.h), those of matches count milliseconds and are no
// part of the game.
struct MatchTimeControl {
  std::chrono::milliseconds time{0};
  std::chrono::milliseconds increment{0};
};

// Parses seconds, optionally followed by an increment in seconds, such as `10+0.1` or `60`.
// INVALID_ARGUMENT for any other text, or if the time is less than 10 ms or a number exceeds a day.
absl::StatusOr<MatchTimeControl> ParseMatchTimeControl(std::string_view text);

// The clocks of both players of a game.
class MatchClocks {
 public:
  using Duration = std::chrono::nanoseconds;

  // The time by which a clock may be exceeded, because of delays of the operating system and pipes.
  static constexpr std::chrono::milliseconds kGrace{50};

  explicit MatchClocks(const MatchTimeControl& control)
      : left_{control.time, control.time}, increment_(control.increment) {}

  // Returns the time left on a player's clock; negative while the player uses the grace.
  Duration left(Color player) const { return left_[Index(player)]; }
  std::chrono::milliseconds increment() const { return increment_; }

  // Takes the time of an action from the player's clock. Returns false if the player has lost on
  // time.
  bool Spend(Color player, Duration used);
  // Adds the increment to the clock of the player whose turn is over.
  void EndTurn(Color player) { left_[Index(player)] += increment_; }

 private:
  // By Index() of the colour.
  Duration left_[2];
  std::chrono::milliseconds increment_;
};

}  // namespace arbiter::match

#endif  // ARBITER_TESTS_TOOLS_MATCH_MATCH_CLOCKS_H_
