#include "core/rules/clock.h"

#include <gtest/gtest.h>

#include <string_view>
#include <utility>

namespace arbiter {
namespace {

TEST(FormatClock, ShowsMinutesAndSecondsAndTheLastTenths) {
  const std::pair<int64_t, std::string_view> cases[] = {
      {0, "0:00"},
      {99, "0:00"},
      {100, "0:00.1"},
      {7'000, "0:07"},
      {7'459, "0:07.4"},
      {9'999, "0:09.9"},
      {10'000, "0:10"},
      {10'900, "0:10"},
      {59'999, "0:59"},
      {60'000, "1:00"},
      {185'999, "3:05"},
      {3'599'999, "59:59"},
      {3'600'000, "1:00:00"},
      {3'785'000, "1:03:05"},
      {kMaxClock, "277777:46:40"},
  };
  for (const auto& [ms, text] : cases) EXPECT_EQ(FormatClock(ms), text) << ms;
}

}  // namespace
}  // namespace arbiter
