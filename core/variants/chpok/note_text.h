#ifndef ARBITER_CORE_VARIANTS_CHPOK_NOTE_TEXT_H_
#define ARBITER_CORE_VARIANTS_CHPOK_NOTE_TEXT_H_

#include <cstddef>
#include <string>

#include "core/base/locale.h"
#include "core/variants/chpok/time_control.h"

namespace arbiter::chpok {

// Parts of the notes of both phases.

// The separators after a name and between the items of a list.
inline constexpr LocalText kColon = {": ", "："};
inline constexpr LocalText kComma = {", ", "、"};

// The name of the extraordinary features (P9).
inline constexpr LocalText kFeatures = {"Features", "特别规则", "กติกาพิเศษ"};

// Returns `singular` if the number is 1, and `plural` otherwise, with `{n}` replaced by the number.
std::string FormatCount(int number, const LocalText& singular, const LocalText& plural,
                        Locale locale);

// Formats a player's clock as `, clock 3:05`; empty if clocks are not tracked.
std::string ClockNote(const Clocks& clocks, size_t player, Locale locale);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_NOTE_TEXT_H_
