#include "tests/plain_chpok/perft.h"

#include <string>

#include "tests/plain_chpok/moves.h"

namespace arbiter::testing::plain_chpok {

uint64_t Perft(const Position& position, int depth) {
  if (depth == 0) return 1;
  uint64_t leaves = 0;
  for (const std::string& text : LegalTexts(position)) {
    leaves += depth == 1 ? 1 : Perft(Make(position, text).after, depth - 1);
  }
  return leaves;
}

}  // namespace arbiter::testing::plain_chpok
