#ifndef ARBITER_TESTS_SUPPORT_SPLIT_PGN_H_
#define ARBITER_TESTS_SUPPORT_SPLIT_PGN_H_

#include <string>
#include <string_view>

namespace arbiter::testing {

// Reads a PGN text as a whole, and once more in the parts that pgn::SplitGames() cuts it into.
// Returns the first difference between the games or faults; empty if there is none.
std::string DifferenceWhenSplit(std::string_view text);

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_SPLIT_PGN_H_
