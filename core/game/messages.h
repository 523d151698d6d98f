#ifndef ARBITER_CORE_GAME_MESSAGES_H_
#define ARBITER_CORE_GAME_MESSAGES_H_

#include <string>
#include <string_view>

#include "core/game/game.h"
#include "core/rules/event.h"
#include "core/rules/locale.h"
#include "core/rules/outcome.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// These functions return a sentence for players, with the variant's names of players and pieces. It
// is in the language of the locale, or in English if a translation is missing (ruling C5).

// Describes the state of a game, for example `White wins by altar mate.`
std::string DescribeAdjudication(const Game& game, const Adjudication& adjudication, Locale locale);

// Describes the end of a game, or the end that a claim would bring about.
std::string DescribeEnd(const VariantInfo& variant, const End& end, Locale locale);

// Describes an event, for example `Green's Pawn on c7 is captured.`
std::string DescribeEvent(const VariantInfo& variant, const Event& event, Locale locale);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_MESSAGES_H_
