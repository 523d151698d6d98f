#ifndef ARBITER_CORE_VARIANTS_CHPOK_BIDDING_SEARCH_STATE_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BIDDING_SEARCH_STATE_H_

#include <array>
#include <cstdint>
#include <vector>

#include "core/variants/chpok/bidding/bidding.h"
#include "core/variants/chpok/bidding/values.h"

namespace arbiter::chpok {

// Returns variations of `features` that have one change each: the move limit of a node of BidTerms,
// but not below that of `limits`; no castlings or their maximum; 9 points for a kind; or a switch
// turned on.
std::vector<Features> ChangesOf(const Features& features, const BidLimits& limits);

// The outcomes that occur in one search: home rows, features and time controls. Each
// outcome has an id. Some of them are candidates, which the search tries in raises.
class BidOutcomes {
 public:
  using Id = uint16_t;

  // Adds the outcomes of `root`, the default rows, and the candidates within `limits`.
  BidOutcomes(const Bidding& root, const BidLimits& limits);

  // Returns the id of an outcome, which is added if it is new.
  Id Intern(const HomeRow& row);
  Id Intern(const Features& features);
  Id Intern(const TimeControl& time);

  const HomeRow& row(Id id) const { return rows_[id]; }
  const Features& features(Id id) const { return features_[id]; }
  // Id 0 is the only candidate, because all time controls are worth the same. It is the time
  // control of the root if the limits allow it, and otherwise a common one.
  const TimeControl& time(Id id) const { return times_[id]; }

  // Returns the id of the default row of the width of `features` (P3, P8).
  Id DefaultRow(Id features) const { return default_rows_[WidthOf(features)]; }
  // Returns the id of the default features, which are written `-`.
  Id DefaultFeatures() const { return default_features_; }
  // Returns whether the row can be bid while the features are in force (P8).
  bool Fits(Id row, Id features) const { return rows_[row].size() == features_[features].width; }
  // Return the candidates while `features` are in force: the rows that seem best for White and for
  // Black, and the features that seem best for White and for Black, both with the width in force
  // and with any width.
  const std::vector<Id>& CandidateRows(Id features) const {
    return candidate_rows_[WidthOf(features)];
  }
  const std::vector<Id>& CandidateFeatures(Id features) const {
    return candidate_features_[WidthOf(features)];
  }

  // Returns White's expectation, from 0 to 1. A row that does not fit is replaced by the default
  // row (P8).
  double ExpectedScore(Id features, Id row);

 private:
  static constexpr size_t kWidths = BidTerms::kWidths;

  size_t WidthOf(Id features) const {
    return static_cast<size_t>(features_[features].width - kMinWidth);
  }

  std::vector<HomeRow> rows_;
  std::vector<Features> features_;
  std::vector<TimeControl> times_;
  Id default_features_;
  std::array<Id, kWidths> default_rows_;
  std::array<std::vector<Id>, kWidths> candidate_rows_;
  std::array<std::vector<Id>, kWidths> candidate_features_;
  // White's expectation by features and row; negative if it has not been computed yet.
  std::vector<std::vector<double>> expectations_;
};

// A bid in the search.
struct BidMove {
  Target target;
  bool is_match;
  uint8_t chips;
  // The outcome of a raise on `time`, `home` or `xf`; 0 for other bids.
  BidOutcomes::Id outcome;

  bool operator==(const BidMove&) const = default;
};

// A state of the bidding in the search. It contains only what its value depends on, so it has no
// time control.
struct BidState {
  // Players are numbered like colours, so the Challenger is 0.
  static constexpr int kNobody = 2;

  std::array<std::array<uint8_t, kTargets>, 2> deposits;
  std::array<uint8_t, 2> chips;
  Color turn;
  // The player who plays White; kNobody if this is still to be decided.
  uint8_t white;
  BidOutcomes::Id home;
  BidOutcomes::Id features;

  bool IsOver() const { return chips[0] == 0 && chips[1] == 0; }
  // Returns the number of the player to move.
  uint8_t mover() const { return static_cast<uint8_t>(Index(turn)); }
  // Returns the deposit of the other player minus that of `player` (P1).
  int Gap(int player, Target target) const {
    const auto at = static_cast<size_t>(target);
    return deposits[1 - player][at] - deposits[player][at];
  }
  // Returns the smallest number of chips that a raise by `player` can add (P2).
  int MinRaise(int player, Target target) const {
    const int gap = Gap(player, target);
    return gap < 1 ? 1 : gap + 1;
  }
  uint64_t key() const;
  bool operator==(const BidState&) const = default;
};

// Convert states and bids. StateOf() and MoveOf() add outcomes that are new.
BidState StateOf(const Bidding& bidding, BidOutcomes* outcomes);
BidMove MoveOf(const Bid& bid, BidOutcomes* outcomes);
Bid BidOf(const BidMove& move, const BidOutcomes& outcomes);

// Returns the state after a legal bid (P2–P5, P8). After a match on `white`, nobody plays White
// until the random draw has decided it.
BidState After(const BidState& state, const BidMove& move, const BidOutcomes& outcomes);
inline bool DrawsWhite(const BidMove& move) {
  return move.is_match && move.target == Target::kWhite;
}

// Lists the legal bids that the search tries: on each target the match and raises by a few numbers
// of chips, which name a candidate or the outcome in force. There is at least one if the player to
// move has chips.
void ListMoves(const BidState& state, const BidOutcomes& outcomes, std::vector<BidMove>* moves);

// Returns the Challenger's expectation, from 0 to 1, if the outcomes do not change any more.
double OutcomeValue(const BidState& state, BidOutcomes* outcomes);
// Estimates the Challenger's expectation while the bidding is not over, without searching: a
// weighted mean of the current outcomes and of the best that each player could make of them if the
// other one did not bid any more. A player with more chips left has more weight.
double EstimateValue(const BidState& state, BidOutcomes* outcomes);

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BIDDING_SEARCH_STATE_H_
