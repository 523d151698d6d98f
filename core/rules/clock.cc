#include "core/rules/clock.h"

#include "core/base/strings.h"

namespace arbiter {

std::string FormatClock(int64_t ms) {
  const auto two_digits = [](int64_t number) { return StrCat(number < 10 ? "0" : "", number); };
  const int64_t seconds = ms / 1000;
  const int64_t minutes = seconds / 60;
  const int64_t tenths = seconds < 10 ? ms / 100 % 10 : 0;
  std::string text =
      minutes < 60 ? StrCat(minutes) : StrCat(minutes / 60, ":", two_digits(minutes % 60));
  StrAppend(&text, ":", two_digits(seconds % 60));
  if (tenths > 0) StrAppend(&text, ".", tenths);
  return text;
}

}  // namespace arbiter
