#ifndef ARBITER_CORE_VARIANTS_CHPOK_BIDDING_SEARCH_STATE_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BIDDING_SEARCH_STATE_H_

#include <array>
#include <cstdint>
#include <vector>

#include "core/variants/chpok/bidding/bidding.h"
#include "core/variants/chpok/bidding/values.h"

namespace arbiter::chpok {

// The features with every single change but the width, as strong as it can be within `limits`.
std::vector<Features> ChangesOf(const Features& features, const BidLimits& limits);

// The home rows, features and times that the search of one bidding knows, by number, those that are
// worth bidding among them, and what White can expect of each pair.
class BidOutcomes {
 public:
  using Number = uint16_t;

  // Knows the outcomes of `root` and those worth bidding from there within `limits`.
  BidOutcomes(const Bidding& root, const BidLimits& limits);

  // The number of an outcome, which is known from now on.
  Number Know(const HomeRow& row);
  Number Know(const Features& features);
  Number Know(const TimeControl& time);

  const HomeRow& row(Number number) const { return rows_[number]; }
  const Features& features(Number number) const { return features_[number]; }
  // Number 0 is what is worth bidding, for all are worth the same: the one in force at the root,
  // else a usual one.
  const TimeControl& time(Number number) const { return times_[number]; }

  // The default row of the features' width (P3, P8).
  Number DefaultRow(Number features) const { return default_rows_[WidthOf(features)]; }
  // What `-` is.
  Number NoFeatures() const { return no_features_; }
  // Whether the row can be bid while the features are in force (P8).
  bool Fits(Number row, Number features) const {
    return rows_[row].size() == features_[features].width;
  }
  // What is worth bidding while the features are in force: what seems best for White, and for
  // Black; of features with the width in force and with any.
  const std::vector<Number>& RowsWorth(Number features) const {
    return worth_rows_[WidthOf(features)];
  }
  const std::vector<Number>& FeaturesWorth(Number features) const {
    return worth_features_[WidthOf(features)];
  }

  // What White can expect, 0 to 1, where the row is replaced if it does not fit (P8).
  double WhiteExpects(Number features, Number row);

 private:
  static constexpr size_t kWidths = BidTerms::kWidths;

  size_t WidthOf(Number features) const {
    return static_cast<size_t>(features_[features].width - kLeastWidth);
  }

  std::vector<HomeRow> rows_;
  std::vector<Features> features_;
  std::vector<TimeControl> times_;
  Number no_features_;
  std::array<Number, kWidths> default_rows_;
  std::array<std::vector<Number>, kWidths> worth_rows_;
  std::array<std::vector<Number>, kWidths> worth_features_;
  // By features and row; below 0: not yet worked out.
  std::vector<std::vector<double>> expectations_;
};

// A bid as the search of a bidding sees it.
struct BidMove {
  Target target;
  bool is_match;
  uint8_t chips;
  // Of a raise on `time`, `home` or `xf`; else 0.
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
  Color turn;
  // Who plays White; kNobody: that is to be drawn.
  uint8_t white;
  BidOutcomes::Number home;
  BidOutcomes::Number features;

  bool IsOver() const { return chips[0] == 0 && chips[1] == 0; }
  // The number of the player to move.
  uint8_t mover() const { return static_cast<uint8_t>(Index(turn)); }
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

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BIDDING_SEARCH_STATE_H_
