#ifndef ARBITER_CORE_GAME_CHPOK_NOTES_H_
#define ARBITER_CORE_GAME_CHPOK_NOTES_H_

#include <string>
#include <vector>

#include "core/rules/locale.h"
#include "core/rules/variant_info.h"
#include "core/variants/chpok/detail.h"

namespace arbiter {

// What stands beside a picture of a Chpok board.

// A line a player: points, clock, and what may still be done. Example: `White: 17 points, clock
// 4:59; left: 880 moves, 1 castling`.
void AppendBoardNotes(const VariantInfo& variant, const chpok::BoardDetail& board, Locale locale,
                      std::vector<std::string>* notes);

// A line a player: chips and clock; whose bid it is, unless the game is over; a line a target: the
// outcome, and the deposits of both where there are any. Example: `Time: 5+3 (deposits 0-2)`.
void AppendBiddingNotes(const chpok::BiddingDetail& bidding, bool over, Locale locale,
                        std::vector<std::string>* notes);

}  // namespace arbiter

#endif  // ARBITER_CORE_GAME_CHPOK_NOTES_H_
