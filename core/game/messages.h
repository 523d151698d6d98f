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

// One sentence each, in the locale, with the variant's names of players and
// pieces; English where a translation is missing (ruling C5).

// What the adjudication of a game says. Example: `White wins by altar mate.`
std::string DescribeAdjudication(const Game& game, const Adjudication& adjudication, Locale locale);

// How a game ends; for a claim, how it would end.
std::string DescribeEnd(const VariantInfo& variant, const End& end, Locale locale);

// What an event did. Example: `Green's Pawn on c7 is captured.`
std::string DescribeEvent(const VariantInfo& variant, const Event& event, Locale locale);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_MESSAGES_H_
