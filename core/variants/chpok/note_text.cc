#include "core/variants/chpok/note_text.h"

#include <cstdint>

#include "core/base/strings.h"

namespace arbiter::chpok {
namespace {

// Formats a time as `3:05` in minutes and whole seconds, or `1:03:05` from an hour on.
std::string ClockText(int64_t ms) {
  const auto two_digits = [](int64_t number) { return StrCat(number < 10 ? "0" : "", number); };
  const int64_t seconds = ms / 1000;
  const int64_t minutes = seconds / 60;
  const std::string end = StrCat(":", two_digits(seconds % 60));
  if (minutes < 60) return StrCat(minutes, end);
  return StrCat(minutes / 60, ":", two_digits(minutes % 60), end);
}

}  // namespace

std::string FormatCount(int number, const LocalText& singular, const LocalText& plural,
                        Locale locale) {
  return FillIn((number == 1 ? singular : plural).In(locale), {{"n", StrCat(number)}});
}

std::string ClockNote(const Clocks& clocks, size_t player, Locale locale) {
  if (!clocks) return "";
  constexpr LocalText kClock = {", clock {clock}", "，剩余时间{clock}", ", เหลือเวลา {clock}"};
  return FillIn(kClock.In(locale), {{"clock", ClockText((*clocks)[player])}});
}

}  // namespace arbiter::chpok
