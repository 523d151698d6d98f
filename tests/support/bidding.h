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

// Who the colours stand for while a bidding lasts.
inline constexpr Color kChallenger = Color::kWhite;
inline constexpr Color kOpponent = Color::kBlack;

// In their order (ruling P1).
inline constexpr std::array<std::string_view, 4> kTargets = {"white", "time", "home", "xf"};
// What a match on `time` is drawn from (ruling P4).
inline constexpr std::array<std::string_view, 11> kTimes = {
    "1+0", "2+1", "3+0", "3+2", "5+0", "5+3", "10+0", "10+5", "15+10", "30+0", "30+20"};
// The default row of a width from 6 to 10 (ruling P7).
std::string_view DefaultRow(int width);

// What a bidding text says (ruling P27). Pairs give the Challenger's number first.
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
  // In milliseconds; none where they are not tracked.
  std::optional<std::array<int64_t, 2>> clocks = std::nullopt;

  // By the number in kTargets.
  Target& target(size_t number);
  const Target& target(size_t number) const;
  // The other's deposit on a target less that of the player to move (ruling P1).
  int gap(size_t number) const;
};

std::string ToText(const BiddingText& bidding);
// Fails the test where the text has another form.
BiddingText ReadBidding(const std::string& text);
inline BiddingText BiddingOf(const Game& game) { return ReadBidding(FenOf(game)); }
GamePtr BiddingAt(const BiddingText& bidding, const OptionMap& options = {});

// A fresh bidding with so many chips each.
GamePtr StartBidding(int chips, OptionMap options = {});
// The same with clocks.
GamePtr StartTimedBidding(int chips, OptionMap options = {});

// What may be bid, one text a target: `white gap=2 match=2 raise=3-12`; `-` for what is
// not legal.
std::vector<std::string> BidsOf(const Game& game);
// The same, worked out from the text by ruling P2.
std::vector<std::string> BidsByTheRule(const BiddingText& bidding);

// Expects `action` to be refused for one of the reasons, with a message that contains
// all of `words`, and to have changed nothing (ruling C9).
void ExpectRefusedAs(Game& game, std::string_view action,
                     std::initializer_list<ErrorReason> reasons,
                     std::initializer_list<std::string_view> words = {});
// For what is wrong either as a text or in this state.
inline void ExpectNoBid(Game& game, std::string_view action) {
  ExpectRefusedAs(game, action, {ErrorReason::kBadActionText, ErrorReason::kIllegalAction});
}

// Nothing but the time used.
inline Given After(int64_t elapsed_ms) { return Given{.elapsed_ms = elapsed_ms}; }

// Makes one action and tells what it did. Fails the test where it is refused.
Applied Make(Game& game, std::string_view action, const Given& given = {});
// The canonical text of it.
inline std::string TextOf(Game& game, std::string_view action, const Given& given = {}) {
  return Make(game, action, given).text;
}

// Expects the game to be over like this, whatever ruling is named.
void ExpectWon(const Game& game, Result result, Termination termination);

// The only two that look into a state's detail.
// Who plays White; none while it is not known.
std::optional<Color> PlayerOfWhite(const Game& game);
// Whether the home row has the width in force (ruling P8).
bool HomeRowFits(const Game& game);

// The key of ruling P29: bytes 00 01 … 1f.
std::string KeyOfP29();

}  // namespace arbiter::testing

#endif  // ARBITER_TESTS_SUPPORT_BIDDING_H_
