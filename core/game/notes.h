#ifndef ARBITER_CORE_GAME_NOTES_H_
#define ARBITER_CORE_GAME_NOTES_H_

#include <string>
#include <vector>

#include "core/game/game.h"
#include "core/rules/locale.h"
#include "core/rules/variant_info.h"

namespace arbiter {

// What stands beside a picture of the board, in the locale: the running count, points, rights and
// clocks, chips and bids, and the end of the game.
std::vector<std::string> DescribeState(const VariantInfo& variant, const StateDetail& detail,
                                       const Adjudication& adjudication, Locale locale);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_NOTES_H_
