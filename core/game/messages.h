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

// What an adjudication says, in a bidding with the names of bidders. Example: `White wins by
// altar mate.`
std::string DescribeAdjudication(const VariantInfo& variant, const Adjudication& adjudication,
                                 Color turn, Locale locale, Roles roles = Roles::kColors);

// How a game ends; for a claim, how it would end.
std::string DescribeEnd(const VariantInfo& variant, const End& end, Locale locale);

// A running count. Example: `Black counts 12 of 16 (pieces' honour); moves left: 2.`
std::string DescribeCount(const VariantInfo& variant, const CountStatus& count, Locale locale);

// What a player of a bidding is called; Color::kWhite is the Challenger.
std::string_view BidderName(Color bidder, Locale locale);

// What an event did. Example: `Green's Pawn on c7 is captured.`
std::string DescribeEvent(const VariantInfo& variant, const Event& event, Locale locale);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_MESSAGES_H_
