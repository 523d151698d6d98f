#include "core/variants/chpok/note_text.h"

#include "core/base/strings.h"
#include "core/rules/clock.h"

namespace arbiter::chpok {

std::string FormatCount(int number, const LocalText& singular, const LocalText& plural,
                        Locale locale) {
  return FillIn((number == 1 ? singular : plural).In(locale), {{"n", StrCat(number)}});
}

std::string ClockNote(const Clocks& clocks, size_t player, Locale locale) {
  if (!clocks) return "";
  constexpr LocalText kClock = {", clock {clock}", "，剩余时间{clock}", ", เหลือเวลา {clock}"};
  return FillIn(kClock.In(locale), {{"clock", FormatClock((*clocks)[player])}});
}

}  // namespace arbiter::chpok
