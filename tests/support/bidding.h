#ifndef ARBITER_TESTS_SUPPORT_BIDDING_H_
#define ARBITER_TESTS_SUPPORT_BIDDING_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/game.h"

namespace arbiter::testing {

// The players that the colours stand for during the bidding phase.
inline constexpr Color kChallenger = Color::kWhite;
inline constexpr Color kOpponent = Color::kBlack;

// The targets of bids, in the order of ruling P1.
inline constexpr std::array<std::string_view, 4> kTargets = {"white", "time", "home", "xf"};
// The candidates of the random draw on a matched `time` (ruling P4).
inline constexpr std::array<std::string_view, 11> kTimes = {
    "1+0", "2+1", "3+0", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0", "30+20"};
// Returns the default home row of a board 6 to 10 files wide (ruling P7).
std::string_view DefaultRow(int width);

// The contents of a FEN of the bidding phase (ruling P27). In a pair, the Challenger's number comes
// first.
struct BiddingText {
  struct Target {
    std::array<int, 2> deposits = {0, 0};
    std::string outcome = "-";
  };
  Color turn = kChallenger;
  std::array<int, 2> chips = {2, 2};
  Target white = {};
  Target time = {};
  Target home = {{0, 0}, "RNBQKBNR"};
  Target xf = {};
  int ply = 0;
  // The clocks in milliseconds; std::nullopt if they are not tracked.
  std::optional<std::array<int64_t, 2>> clocks = std::nullopt;

  // Returns a target by its index in kTargets.
  Target& target(size_t number);
  const Target& target(size_t number) const;
  // Returns the opponent's deposit on a target minus that of the player to move (ruling P1).
  int gap(size_t number) const;
};

// Formats a state as a FEN.
std::string ToText(const BiddingText& bidding);
// Parses a FEN of the bidding phase. Fails the test if ToText() does not reproduce `text`.
BiddingText ReadBidding(const std::string& text);
inline BiddingText BiddingOf(const Game& game) { return ReadBidding(FenOf(game)); }
GamePtr BiddingAt(const BiddingText& bidding, const OptionMap& options = {});

// Starts an auction in which each player has this many chips.
GamePtr StartBidding(int chips, OptionMap options = {});
// Like StartBidding, but with clocks.
GamePtr StartTimedBidding(int chips, OptionMap options = {});

// Describes the legal bids on each target, for example `white gap=2 match=2 raise=3-12`. A match or
// raise that is not legal is `-`.
std::vector<std::string> BidsOf(const Game& game);
// Returns the descriptions that BidsOf() should return, computed from `bidding` by ruling P2.
std::vector<std::string> ExpectedBids(const BiddingText& bidding);

// Expects `action` to be refused for one of the reasons, with a message that contains all of
// `words`, and to change nothing (ruling C9).
void ExpectRefusedAs(Game& game, std::string_view action,
                     std::initializer_list<ErrorReason> reasons,
                     std::initializer_list<std::string_view> words = {});
// Expects `action` to be refused as malformed or as illegal in this state.
inline void ExpectInvalidBid(Game& game, std::string_view action) {
  ExpectRefusedAs(game, action, {ErrorReason::kBadActionText, ErrorReason::kIllegalAction});
}

// Returns an input that consists of the elapsed time alone.
inline ActionInput After(int64_t elapsed_ms) { return ActionInput{.elapsed_ms = elapsed_ms}; }

// Applies one action, goes to the next phase if the action ends this one, and returns its result.
// Fails the test if the action is refused.
ActionResult Make(GamePtr& game, std::string_view action, const ActionInput& given = {});
// Applies one action in the same way and returns its canonical text.
inline std::string TextOf(GamePtr& game, std::string_view action, const ActionInput& given = {}) {
  return Make(game, action, given).text;
}

// Expects the game to have ended with this result and termination, under any ruling.
void ExpectWon(const Game& game, Result result, Termination termination);

// Returns the player who has White; std::nullopt until that is decided.
std::optional<Color> PlayerOfWhite(const Game& game);
// Returns whether the home row is as long as the board is wide (ruling P8).
bool HomeRowFits(const Game& game);

// Returns the example key of ruling P29: the bytes 00 01 … 1f.
std::string KeyOfP29();

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_BIDDING_H_
