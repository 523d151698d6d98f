#ifndef ARBITER_TESTS_SUPPORT_FEN_BOARD_H_
#define ARBITER_TESTS_SUPPORT_FEN_BOARD_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/rules/variant_info.h"

namespace arbiter::testing {

// The first two fields of any FEN, to change them without knowing the variant.
struct FenBoard {
  // From the last rank down; one letter a square, 0 where it is empty.
  std::vector<std::string> ranks;
  // `w` or `b`.
  char side;
  // All after the side to move, with the blank before it.
  std::string rest;

  std::string ToFen() const;
};

// Of a FEN in the standard style.
FenBoard ReadFenBoard(std::string_view fen);

// The letter of the same piece of the other side: `k` for `K` and the other way round.
// Objects have no side; leaves them and all else.
char SwapSide(char letter, const VariantInfo& info);

// `e2` and `e4` for `e7` and `e5`: every square in the text seen from the other side.
std::string MirrorSquares(std::string text, const VariantInfo& info);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_FEN_BOARD_H_
