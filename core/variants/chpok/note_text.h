#ifndef ARBITER_CORE_VARIANTS_CHPOK_NOTE_TEXT_H_
#define ARBITER_CORE_VARIANTS_CHPOK_NOTE_TEXT_H_

#include <cstddef>
#include <string>

#include "core/rules/locale.h"
#include "core/variants/chpok/time_control.h"

namespace arbiter::chpok {

// What the notes of both phases are made of.

// Between a name and what is said of it, and between the parts of that.
inline constexpr LocalText kColon = {": ", "："};
inline constexpr LocalText kComma = {", ", "、"};

// The text with the number in it; English has another text for one.
std::string Counted(int number, const LocalText& one, const LocalText& more, Locale locale);

// `, clock 3:05`, in minutes and whole seconds; past an hour `1:03:05`. Empty while clocks are not
// tracked.
std::string ClockNote(const Clocks& clocks, size_t player, Locale locale);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_NOTE_TEXT_H_
