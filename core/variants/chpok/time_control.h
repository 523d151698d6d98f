#ifndef ARBITER_CORE_VARIANTS_CHPOK_TIME_CONTROL_H_
#define ARBITER_CORE_VARIANTS_CHPOK_TIME_CONTROL_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/numbers.h"
#include "core/base/strings.h"
#include "core/rules/clock.h"

namespace arbiter::chpok {

// The maximum minutes and bonus seconds of a time control. Options can set lower limits for bids
// (P4).
inline constexpr int kMaxMinutes = 1000;
inline constexpr int kMaxBonus = 3600;

// The minutes of each player for the whole board phase, and the seconds that are added after each
// move (P4, P24).
struct TimeControl {
  uint16_t minutes;
  uint16_t bonus;

  int64_t start_ms() const { return int64_t{minutes} * 60'000; }
  int64_t bonus_ms() const { return int64_t{bonus} * 1'000; }
  bool operator==(const TimeControl&) const = default;
};

// Parses minutes from 1 to kMaxMinutes and seconds from 0 to kMaxBonus, for example `5+3`;
// std::nullopt if `text` is anything else.
inline std::optional<TimeControl> ParseTimeControl(std::string_view text) {
  const size_t plus = text.find('+');
  if (plus == std::string_view::npos) return std::nullopt;
  const auto minutes = ParseNumber<int>(text.substr(0, plus), 1, kMaxMinutes);
  const auto bonus = ParseNumber<int>(text.substr(plus + 1), 0, kMaxBonus);
  if (!minutes || !bonus) return std::nullopt;
  return TimeControl{static_cast<uint16_t>(*minutes), static_cast<uint16_t>(*bonus)};
}

inline std::string FormatTimeControl(TimeControl time) {
  return StrCat(time.minutes, "+", time.bonus);
}

// The time left on the clocks; std::nullopt if clocks are not tracked.
using Clocks = std::optional<ClockTimes>;

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_TIME_CONTROL_H_
