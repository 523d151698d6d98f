#ifndef ARBITER_CORE_VARIANTS_CHPOK_BID_SEARCH_STATE_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BID_SEARCH_STATE_H_

#include <array>
#include <cstdint>
#include <vector>

#include "core/variants/chpok/bid_search_outcomes.h"
#include "core/variants/chpok/bidding.h"

namespace arbiter::chpok {

// A bid as the search of a bidding sees it.
struct BidMove {
  Target target;
  bool is_match;
  uint8_t chips;
  // Of a raise on `home` or `xf`.
  BidOutcomes::Number outcome;

  bool operator==(const BidMove&) const = default;
};

// A state of the bidding as its search sees it: all that its value depends on. The time control is
// no part of it.
struct BidState {
  // Players are numbered as colours are: 0 the Challenger.
  static constexpr int kNobody = 2;

  std::array<std::array<uint8_t, kTargets>, 2> deposits;
  std::array<uint8_t, 2> chips;
  uint8_t turn;
  // Who plays White; kNobody: that is to be drawn.
  uint8_t white;
  BidOutcomes::Number home;
  BidOutcomes::Number features;

  bool IsOver() const { return chips[0] == 0 && chips[1] == 0; }
  // Of `player` (P1).
  int Gap(int player, Target target) const {
    const auto at = static_cast<size_t>(target);
    return deposits[1 - player][at] - deposits[player][at];
  }
  // The least that a raise of `player` adds (P2).
  int LeastRaise(int player, Target target) const {
    const int gap = Gap(player, target);
    return gap < 1 ? 1 : gap + 1;
  }
  uint64_t key() const;
  bool operator==(const BidState&) const = default;
};

BidState StateOf(const Bidding& bidding, BidOutcomes* outcomes);
BidMove MoveOf(const Bid& bid, BidOutcomes* outcomes);
Bid BidOf(const BidMove& move, const BidOutcomes& outcomes);

// After a legal move (P2–P5, P8). Where White is drawn for, nobody has it yet.
BidState After(const BidState& state, const BidMove& move, const BidOutcomes& outcomes);
inline bool DrawsForWhite(const BidMove& move) {
  return move.is_match && move.target == Target::kWhite;
}

// Bids worth a look, all of them legal: on every target a match, and raises by a few numbers of
// chips, with what is worth bidding or in force. Never empty where a player has chips.
void ListMoves(const BidState& state, const BidOutcomes& outcomes, std::vector<BidMove>* moves);

// What the Challenger can expect, 0 to 1, of the outcomes as they stand.
double ValueOfOutcomes(const BidState& state, BidOutcomes* outcomes);
// What he can expect of a state whose bidding goes on, guessed without looking ahead: between what
// stands and what either player could make of it alone, the more of the latter the more chips that
// player has left.
double GuessValue(const BidState& state, BidOutcomes* outcomes);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BID_SEARCH_STATE_H_
