#ifndef ARBITER_TESTS_PLAIN_CHPOK_MOVES_H_
#define ARBITER_TESTS_PLAIN_CHPOK_MOVES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "tests/plain_chpok/position.h"

namespace arbiter::testing::plain_chpok {

int KingCount(const Position& position, int side);

// Whether each player has made as many moves as the game has (P17).
bool PastMoveLimit(const Position& position);

// All that the player to move may do, but for `undo`, claims and what is open to both; sorted by
// bytes. Looks at the position alone (C12).
std::vector<std::string> LegalTexts(const Position& position);

// What came of a move.
struct Made {
  Position after;
  // A king moved onto a centre cell, or the home row, of the opponent with P20 on.
  bool hill = false;
  bool racing = false;
  // Both players were forced to pass, one after the other (P23).
  bool blocked = false;
};

// Makes one of the LegalTexts. Leaves the clocks as they are.
Made Make(const Position& before, const std::string& text);

}  // namespace arbiter::testing::plain_chpok

#endif  // ARBITER_TESTS_PLAIN_CHPOK_MOVES_H_
