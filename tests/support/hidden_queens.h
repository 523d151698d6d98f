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

// A Chakart position in which a queen is hidden, once for every square on which she may
// stand for all that anybody but her owner knows (ruling H23).
struct HiddenQueen {
  Color owner = Color::kWhite;
  std::vector<std::string> squares;
  // By square.
  std::vector<v1::Position> worlds;
  // The position before her move, and the move by square; none where it is not known.
  v1::Position before;
  std::vector<std::string> moves;

  v1::Viewer OwnersEyes() const {
    return owner == Color::kWhite ? v1::VIEWER_WHITE : v1::VIEWER_BLACK;
  }
  v1::Viewer OpponentsEyes() const {
    return owner == Color::kWhite ? v1::VIEWER_BLACK : v1::VIEWER_WHITE;
  }
};

// From random games under all three set-ups: the positions are snapshots, which know the
// square that she left.
std::vector<HiddenQueen> HiddenQueensInGames(size_t count);

// From recorded positions and from random games: FENs, by which she may be on any empty square.
std::vector<HiddenQueen> HiddenQueensInFens();

// Both, made once.
inline constexpr size_t kHiddenPositions = 1'000 / (kSanitizerSlowdown * kSanitizerSlowdown);
const std::vector<HiddenQueen>& AllHiddenQueens();

// Those who may not know where she is.
inline std::vector<v1::Viewer> Strangers(const HiddenQueen& queen) {
  return {queen.OpponentsEyes(), v1::VIEWER_SPECTATOR};
}

// A seed for whoever asks in every world.
inline constexpr std::string_view kWorldsSeed = "a seed that all worlds share";

v1::ApplyMovesRequest ApplyRequest(const v1::Position& position, const std::string& action,
                                   v1::Viewer viewer, std::string_view seed);

// What the viewer is told that he may do.
std::vector<std::string> LegalFor(const v1::Position& position, v1::Viewer viewer);

// Asks the same in every world, `ask(position, number)`; whether all answers are that of the
// first.
template <typename Asker>
bool AllAnswerAlike(const HiddenQueen& queen, Asker ask) {
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
