#ifndef ARBITER_TESTS_SUPPORT_HIDDEN_QUEENS_H_
#define ARBITER_TESTS_SUPPORT_HIDDEN_QUEENS_H_

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "arbiter/v1/rules_service.pb.h"
#include "core/board/color.h"
#include "tests/support/random_play.h"

namespace arbiter::testing {

// All Chakart positions that look the same to everyone except the owner of a hidden queen (ruling
// H23). They differ in the square on which she stands. Each of these positions is a world.
struct HiddenQueen {
  Color owner = Color::kWhite;
  std::vector<std::string> squares;
  // The world in which she stands on the square with the same index.
  std::vector<v1::Position> worlds;
  // The position before her move, and her move to the square with the same index. Both are empty if
  // her move is not known.
  v1::Position before;
  std::vector<std::string> moves;

  v1::Viewer OwnersView() const {
    return owner == Color::kWhite ? v1::VIEWER_WHITE : v1::VIEWER_BLACK;
  }
  v1::Viewer OpponentsView() const {
    return owner == Color::kWhite ? v1::VIEWER_BLACK : v1::VIEWER_WHITE;
  }
};

// Returns hidden queens from random games under all three set-ups. The worlds are snapshots, which
// contain the square that she left.
std::vector<HiddenQueen> HiddenQueensInGames(size_t count);

// Returns hidden queens from recorded positions and from random games. The worlds are FENs, in
// which she may be on any empty square.
std::vector<HiddenQueen> HiddenQueensInFens();

// The number of hidden queens from random games in AllHiddenQueens().
inline constexpr size_t kHiddenPositions = 1'000 / (kSanitizerSlowdown * kSanitizerSlowdown);
// Returns hidden queens from random games and from FENs. The list is computed at the first call and
// has static storage duration.
const std::vector<HiddenQueen>& AllHiddenQueens();

// Returns the viewers from whom she is hidden.
inline std::vector<v1::Viewer> OtherViewers(const HiddenQueen& queen) {
  return {queen.OpponentsView(), v1::VIEWER_SPECTATOR};
}

// The seed of a request that is sent in every world.
inline constexpr std::string_view kWorldsSeed = "a seed that all worlds share";

// Returns a request to apply one action. An empty `seed` is left out.
v1::ApplyMovesRequest ApplyRequest(const v1::Position& position, const std::string& action,
                                   v1::Viewer viewer, std::string_view seed);

// Returns the legal moves that the viewer is shown.
std::vector<std::string> LegalFor(const v1::Position& position, v1::Viewer viewer);

// Calls `ask(position, index)` in every world and returns whether all answers equal the first.
template <typename Query>
bool AllAnswersAreEqual(const HiddenQueen& queen, Query ask) {
  const std::string answer = ask(queen.worlds[0], size_t{0});
  for (size_t i = 1; i < queen.worlds.size(); ++i) {
    const std::string other = ask(queen.worlds[i], i);
    EXPECT_EQ(other, answer) << "she stands on " << queen.squares[i] << ", not on "
                             << queen.squares[0] << ": " << queen.worlds[0].ShortDebugString();
    if (other != answer) return false;
  }
  return true;
}

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_HIDDEN_QUEENS_H_
