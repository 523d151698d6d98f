#include "core/game/clocks.h"

#include <algorithm>
#include <optional>

#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/base/strings.h"
#include "core/game/game.h"

namespace arbiter {
namespace {

std::optional<TimeControl> ReadTimeControl(std::string_view text) {
  constexpr uint32_t kMin = TimeControl::kMinBase;
  constexpr uint32_t kMax = TimeControl::kMaxBase;
  TimeControl control;
  const std::optional<uint32_t> white = ConsumeNumber(&text, kMin, kMax);
  if (!white) return std::nullopt;
  control.base.fill(*white);
  if (ConsumePrefix(&text, ",")) {
    const std::optional<uint32_t> black = ConsumeNumber(&text, kMin, kMax);
    if (!black || black == white) return std::nullopt;
    control.base[1] = *black;
  }
  if (!ConsumePrefix(&text, "+")) return std::nullopt;
  const auto bonus = ParseNumber<uint32_t>(text, 0, TimeControl::kMaxBonus);
  if (!bonus) return std::nullopt;
  control.bonus = *bonus;
  return control;
}

}  // namespace

std::string FormatTimeControl(const TimeControl& control) {
  const auto [white, black] = control.base;
  return StrCat(white, black == white ? "" : StrCat(",", black), "+", control.bonus);
}

absl::StatusOr<TimeControl> ParseTimeControl(std::string_view text) {
  if (const std::optional<TimeControl> control = ReadTimeControl(text)) return *control;
  return MakeError(
      ErrorReason::kOptionOutOfRange,
      StrCat("clock cannot be ", Quoted(text), "; it is the time of each player in seconds, ",
             TimeControl::kMinBase, " to ", TimeControl::kMaxBase,
             ", and the bonus after each move in seconds, 0 to ", TimeControl::kMaxBonus,
             ", for example 300+3, or 300,180+3 if Black has less time (C17)"));
}

absl::StatusOr<std::optional<TimeControl>> FindTimeControl(const OptionMap& options) {
  const auto option = options.find(kClockOption);
  if (option == options.end() || option->second == kNoClocks) return std::nullopt;
  return AtField(ParseTimeControl(option->second), kClockOption);
}

OptionInfo ClockOption() {
  return {.name = kClockOption,
          .values = {kNoClocks},
          .description =
              "the time of each player and the bonus after each move, in seconds; by default the "
              "game has no clocks (C17)",
          .form = "300+3"};
}

GameClocks::GameClocks(const TimeControl& control) : control_(control) {
  for (size_t player = 0; player < 2; ++player) {
    left_ms_[player] = int64_t{1000} * control.base[player];
  }
}

void GameClocks::Charge(Color player, int64_t elapsed_ms, bool turn_is_over) {
  int64_t& clock = left_ms_[static_cast<size_t>(Index(player))];
  clock -= std::max<int64_t>(0, elapsed_ms);
  if (turn_is_over) clock = std::min(kMaxClock, clock + int64_t{1000} * control_.bonus);
}

std::string GameClocks::FormatExtra() const {
  return StrCat("clock=", left_ms_[0], ",", left_ms_[1], ";");
}

bool GameClocks::ConsumeExtra(std::string_view* extra) {
  if (!ConsumePrefix(extra, "clock=")) return false;
  const size_t end = extra->find(';');
  if (end == std::string_view::npos) return false;
  const auto times = ParsePair<int64_t>(extra->substr(0, end), 0, kMaxClock);
  if (!times) return false;
  left_ms_ = *times;
  extra->remove_prefix(end + 1);
  return true;
}

absl::Status CheckReportedTimes(const Game& game, std::span<const int64_t> elapsed_ms) {
  if (game.clocks()) return absl::OkStatus();
  const auto reported = std::ranges::find_if(elapsed_ms, [](int64_t ms) { return ms >= 0; });
  if (reported == elapsed_ms.end()) return absl::OkStatus();
  return AtField(MakeError(ErrorReason::kBadField,
                           "no time can be reported, because the game has no clocks; leave the "
                           "times out or give -1, or start the game with clocks (C17)"),
                 "elapsed_ms[", reported - elapsed_ms.begin(), "]");
}

}  // namespace arbiter
