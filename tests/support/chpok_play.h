#ifndef ARBITER_TESTS_SUPPORT_CHPOK_PLAY_H_
#define ARBITER_TESTS_SUPPORT_CHPOK_PLAY_H_

#include <string>
#include <vector>

#include "core/game/game.h"
#include "core/rules/variant_info.h"
#include "tests/support/random_play.h"

namespace arbiter::testing {

// Returns the 16 extraordinary features, each as a text other than its default: `width=10`, `hill`.
const std::vector<std::string>& ChpokFeatures();

// Returns a list of features as in ruling P9, `-` if empty. Each feature is on with a probability
// of one in `chances`.
std::string RandomFeatures(Random& random, size_t chances);
// Returns the board width under a list of features; 8 by default.
int WidthOf(const std::string& features);
// Returns a random home row with at least one king.
std::string RandomHomeRow(int width, Random& random);

// Returns a random legal bid of the player to move.
std::string RandomBid(const Game& bidding, Random& random);

// Returns random options of a game without bidding: features, each on with a probability of one in
// `chances`, usually a home row, sometimes a time control, and a draw policy. The game has a time
// control and tracked clocks if `clocks` is true.
OptionMap RandomBoardOptions(Random& random, size_t chances, bool clocks);
// Returns a random one of the `legal` moves; empty if there is none. If `quiet` is true, it is
// usually a move within the player's own half of the board, which scores no points.
std::string RandomBoardMove(const std::vector<std::string>& legal, Color turn, bool quiet,
                            Random& random);

// Returns how the game ended in the oracle's words, such as `WHITE_WINS HILL`; empty if it is not
// over.
std::string EndText(const Game& game);
// Returns the claims that are open now: `d` for a draw, `w` and `b` for a win of White and Black
// (ruling P18).
std::string ClaimText(const Game& game);
// Returns whether the player to move may take back a move.
bool CanUndo(const Game& game);

// Returns the options of games that cover all of Chpok: biddings, boards of every width, and every
// feature on and off.
std::vector<OptionMap> ChpokOptionSets();

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_CHPOK_PLAY_H_
