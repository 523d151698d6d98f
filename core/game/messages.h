#ifndef ARBITER_CORE_GAME_MESSAGES_H_
#define ARBITER_CORE_GAME_MESSAGES_H_

#include <string>

#include "core/game/game.h"
#include "core/rules/event.h"
#include "core/rules/locale.h"
#include "core/rules/outcome.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// One sentence each, in the locale, with the variant's names of players and
// pieces; English where a translation is missing (ruling C5).

// What an adjudication says. Example: `White wins by altar mate.`
std::string DescribeAdjudication(const VariantInfo& variant, const Adjudication& adjudication,
                                 Color turn, Locale locale);

// Why a claim would be granted.
std::string DescribeClaim(const VariantInfo& variant, const Claim& claim, Locale locale);

// What an event did. Example: `The Jaguar from d1 takes the Pawn on c3.`
std::string DescribeEvent(const VariantInfo& variant, const Event& event, Locale locale);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_MESSAGES_H_
