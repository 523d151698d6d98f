#ifndef ARBITER_CORE_GAME_CLOCKS_H_
#define ARBITER_CORE_GAME_CLOCKS_H_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/board/color.h"
#include "core/rules/clock.h"
#include "core/rules/variant_info.h"

namespace arbiter {

class Game;

// The option of a game that says which clocks it has (ruling C17). It belongs to the game and not
// to its rules; rules with clocks of their own (ClockRules) do not have it.
inline constexpr std::string_view kClockOption = "clock";
// The value of the option if the game has no clocks, which is the default.
inline constexpr std::string_view kNoClocks = "-";

// The time that the players have for a game: each player's time at the start, that of
// Color::kWhite first, and the bonus after each of a player's own moves, in seconds.
struct TimeControl {
  static constexpr uint32_t kMinBase = 15;
  static constexpr uint32_t kMaxBase = 60'000;
  static constexpr uint32_t kMaxBonus = 3600;

  std::array<uint32_t, 2> base;
  uint32_t bonus;

  bool operator==(const TimeControl&) const = default;
};

// Formats a time control as a value of the option: `300+3`, or `300,180+3` if Black's time is
// different.
std::string FormatTimeControl(const TimeControl& control);
// Parses the output of FormatTimeControl(). OPTION_OUT_OF_RANGE if `text` is anything else or a
// number is out of range.
absl::StatusOr<TimeControl> ParseTimeControl(std::string_view text);

// Returns the time control in the options of a game; std::nullopt if the game has no clocks.
// OPTION_OUT_OF_RANGE at `clock` if the option is not valid.
absl::StatusOr<std::optional<TimeControl>> FindTimeControl(const OptionMap& options);

// Returns the description of the option.
OptionInfo ClockOption();

// The clocks of a game.
class GameClocks {
 public:
  // Starts the clocks with the full time.
  explicit GameClocks(const TimeControl& control);

  const TimeControl& control() const { return control_; }
  const ClockTimes& left_ms() const { return left_ms_; }

  void Set(Color player, int64_t ms) { left_ms_[static_cast<size_t>(Index(player))] = ms; }
  // Takes the elapsed time, at most the time left, from the player's clock. If the player's turn is
  // over, adds the bonus.
  void Charge(Color player, int64_t elapsed_ms, bool turn_is_over);

  // Returns the times as the beginning of the extra data of a snapshot.
  std::string FormatExtra() const;
  // Consumes the output of FormatExtra() from the front of `extra` and sets the times. Returns
  // false if `extra` does not begin with such a text or a time is out of range.
  bool ConsumeExtra(std::string_view* extra);

 private:
  TimeControl control_;
  ClockTimes left_ms_;
};

// Checks the times that a caller reports for actions of `game`, -1 for an action whose time is not
// reported. Returns BAD_FIELD at `elapsed_ms[i]` for the first reported time if the game has no
// clocks.
absl::Status CheckReportedTimes(const Game& game, std::span<const int64_t> elapsed_ms);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_CLOCKS_H_
