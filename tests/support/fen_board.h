#ifndef ARBITER_TESTS_SUPPORT_FEN_BOARD_H_
#define ARBITER_TESTS_SUPPORT_FEN_BOARD_H_

#include <string>
#include <string_view>
#include <vector>

#include "core/rules/variant_info.h"

namespace arbiter::testing {

// A FEN whose board and side to move can be edited without regard to the variant.
struct FenBoard {
  // The ranks from the last to the first, with one letter per square; '\0' is an empty square.
  std::vector<std::string> ranks;
  // `w` or `b`.
  char side;
  // Everything after the side to move, including the leading space.
  std::string rest;

  std::string ToFen() const;
};

// Parses a valid FEN in the standard style.
FenBoard ReadFenBoard(std::string_view fen);

// Returns the letter of the same piece of the other side: `k` for `K` and vice versa. Objects,
// which have no side, and all other characters are returned unchanged.
char SwapSide(char letter, const VariantInfo& info);

// Replaces the name of every square in `text` by that of its mirror image in the other half of the
// board. On eight ranks, it replaces `e7` by `e2`.
std::string MirrorSquares(std::string text, const VariantInfo& info);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_FEN_BOARD_H_
