#ifndef ARBITER_CORE_RULES_CLOCK_H_
#define ARBITER_CORE_RULES_CLOCK_H_

#include <array>
#include <cstdint>
#include <string>

namespace arbiter {

// The largest time on a clock, in milliseconds; a bonus beyond it is lost.
inline constexpr int64_t kMaxClock = 1'000'000'000'000;

// The time left on each player's clock, in milliseconds, that of Color::kWhite first.
using ClockTimes = std::array<int64_t, 2>;

// Formats a time >= 0 for people: `3:05` in minutes and seconds, or `1:03:05` from an hour on. In
// the last ten seconds tenths are shown as well, unless they are 0: `0:07.4`.
std::string FormatClock(int64_t ms);

}  // namespace arbiter

#endif  // ARBITER_CORE_RULES_CLOCK_H_
