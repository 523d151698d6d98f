#ifndef ARBITER_TESTS_SUPPORT_CHPOK_PLAY_H_
#define ARBITER_TESTS_SUPPORT_CHPOK_PLAY_H_

#include <string>
#include <vector>

#include "core/game/game.h"
#include "core/rules/variant_info.h"
#include "tests/support/random_play.h"

namespace arbiter::testing {

// Returns the 16 extraordinary features, each with a value other than its default, for example
// `width=10` or `hill`.
const std::vector<std::string>& ChpokFeatures();

// Returns a random list of features in the notation of ruling P9; `-` if the list is empty. Each
// feature is in the list with a probability of one in `chances`.
std::string RandomFeatures(Random& random, size_t chances);
// Returns the board width under a list of features; 8 by default.
int WidthOf(const std::string& features);
// Returns a random home row with at least one king.
std::string RandomHomeRow(int width, Random& random);

// Returns a random legal bid of the player to move.
std::string RandomBid(const Game& bidding, Random& random);

// Returns random options of a game without bidding: features, each with a probability of one in
// `chances`, usually a home row, and sometimes a time control and a draw policy. If `clocks` is
// true, the game has a time control and tracks its clocks.
OptionMap RandomBoardOptions(Random& random, size_t chances, bool clocks);
// Returns a random move from `legal`; an empty string if `legal` is empty. If `quiet` is true, the
// move usually ends in the player's own half of the board, where it scores no points.
std::string RandomBoardMove(const std::vector<std::string>& legal, Color turn, bool quiet,
                            Random& random);

// Returns the result and the termination of a game by the names that the oracle uses, for example
// `WHITE_WINS HILL`; an empty string if the game is not over.
std::string EndText(const Game& game);
// Returns the claims that are open now: `d` for a draw, `w` and `b` for a win of White and Black
// (ruling P18).
std::string ClaimText(const Game& game);
// Returns whether the player to move may take back a move.
bool CanUndo(const Game& game);

// Returns sets of options that cover all of Chpok: auctions, boards of every width, and every
// feature on and off.
std::vector<OptionMap> ChpokOptionSets();

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_CHPOK_PLAY_H_
