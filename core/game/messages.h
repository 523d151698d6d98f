#ifndef ARBITER_CORE_GAME_MESSAGES_H_
#define ARBITER_CORE_GAME_MESSAGES_H_

#include <string>
#include <string_view>

#include "core/base/locale.h"
#include "core/base/string_writer.h"
#include "core/game/game.h"
#include "core/rules/clock.h"
#include "core/rules/event.h"
#include "core/rules/outcome.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// These functions make a sentence for players, with the variant's names of players and pieces. It
// is in the language of the locale, or in English if a translation is missing (ruling C5).

// Appends a description of the state of a game, for example `White wins by checkmate.`, to `text`.
void DescribeAdjudication(const Game& game, const Adjudication& adjudication, Locale locale,
                          StringWriter* text);

// Append or return a description of the end of a game, or of the end that a claim would bring
// about.
void DescribeEnd(const VariantInfo& variant, const End& end, Locale locale, StringWriter* text);
std::string DescribeEnd(const VariantInfo& variant, const End& end, Locale locale);

// Returns a description of the clocks, for example `Clocks: White 5:00, Black 4:58`.
std::string DescribeClocks(const VariantInfo& variant, const ClockTimes& left_ms, Locale locale);

// Appends a description of an event, for example `Green's Pawn on c7 is captured.`, to `text`.
void DescribeEvent(const VariantInfo& variant, const Event& event, Locale locale,
                   StringWriter* text);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_MESSAGES_H_
