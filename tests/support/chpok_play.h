#ifndef ARBITER_TESTS_SUPPORT_CHPOK_PLAY_H_
#define ARBITER_TESTS_SUPPORT_CHPOK_PLAY_H_

#include <string>
#include <vector>

#include "core/game/game.h"
#include "core/rules/variant_info.h"
#include "tests/support/random_play.h"

namespace arbiter::testing {

// The 16 extraordinary features as texts that differ from the default: `width=10`, `hill`, …
const std::vector<std::string>& ChpokFeatures();

// Features as in ruling P9, `-` for none: each is on with one chance in `chances`.
std::string RandomFeatures(Random& random, size_t chances);
// The width that features ask for.
int WidthOf(const std::string& features);
// A row with at least one king.
std::string RandomHomeRow(int width, Random& random);

// A legal bid of the player to move.
std::string RandomBid(const Game& bidding, Random& random);

// A game without bidding: features, each on with one chance in `chances`, and mostly a home row,
// a time control, and clocks where `clocks` says so, are random, as is the draw policy.
OptionMap RandomBoardOptions(Random& random, size_t chances, bool clocks);
// A move of the player to move, mostly one that gives neither side points; any where `quiet` is
// false. None while nothing is listed.
std::string RandomBoardMove(const std::vector<std::string>& legal, Color turn, bool quiet,
                            Random& random);

// `WHITE_WINS HILL`, as the oracle has it; empty while the game goes on.
std::string EndText(const Game& game);
// What can be claimed now: `d` a draw, `w` and `b` a win for White and Black (ruling P18).
std::string ClaimText(const Game& game);
// Whether the player to move may take back.
bool CanUndo(const Game& game);

// Games of Chpok that show all of it: biddings, boards of every width, features on and off.
std::vector<OptionMap> ChpokOptionSets();

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_CHPOK_PLAY_H_
