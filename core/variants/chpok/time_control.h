#ifndef ARBITER_CORE_VARIANTS_CHPOK_TIME_CONTROL_H_
#define ARBITER_CORE_VARIANTS_CHPOK_TIME_CONTROL_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/rules/strings.h"
#include "core/variants/chpok/numbers.h"

namespace arbiter::chpok {

// Longest values read; a bid may ask for less (P4).
inline constexpr int kMostMinutes = 1000;
inline constexpr int kMostBonus = 3600;
// Largest clock read or kept, in milliseconds; a bonus beyond it is lost.
inline constexpr int64_t kMostClock = 1'000'000'000'000;

// Minutes for the whole board phase and seconds added after each move (P4, P24).
struct TimeControl {
  uint16_t minutes;
  uint16_t bonus;

  int64_t start_ms() const { return int64_t{minutes} * 60'000; }
  int64_t bonus_ms() const { return int64_t{bonus} * 1'000; }
  bool operator==(const TimeControl&) const = default;
};

// `5+3`, minutes 1 to kMostMinutes, seconds 0 to kMostBonus.
inline std::optional<TimeControl> ParseTimeControl(std::string_view text) {
  const size_t plus = text.find('+');
  if (plus == std::string_view::npos) return std::nullopt;
  const auto minutes = ParseNumber<int>(text.substr(0, plus), 1, kMostMinutes);
  const auto bonus = ParseNumber<int>(text.substr(plus + 1), 0, kMostBonus);
  if (!minutes || !bonus) return std::nullopt;
  return TimeControl{static_cast<uint16_t>(*minutes), static_cast<uint16_t>(*bonus)};
}

inline std::string FormatTimeControl(TimeControl time) {
  return StrCat(time.minutes, "+", time.bonus);
}

// Milliseconds left, by player; none: clocks are not tracked.
using Clocks = std::optional<std::array<int64_t, 2>>;

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_TIME_CONTROL_H_
