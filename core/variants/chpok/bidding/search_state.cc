#include "core/variants/chpok/bidding/search_state.h"

#include <algorithm>
#include <string>

#include "core/board/board.h"

namespace arbiter::chpok {
namespace {

template <typename Value>
uint16_t NumberIn(const Value& value, std::vector<Value>* values) {
  const auto found = std::find(values->begin(), values->end(), value);
  if (found == values->end()) {
    values->push_back(value);
    return static_cast<uint16_t>(values->size() - 1);
  }
  return static_cast<uint16_t>(found - values->begin());
}

// Kings alone, or one king where the default row has its first, and one kind beside it.
HomeRow RowOf(int width, Kind kind) {
  std::string row = HomeRow::DefaultFor(width).ToString();
  const size_t king = row.find(CapitalLetter(Kind::kKing));
  for (size_t file = 0; file < row.size(); ++file) {
    if (file != king) row[file] = CapitalLetter(kind);
  }
  return *HomeRow::Parse(row);
}

// The one of `choices` of which `expects` says the most, or the least; the first of equals.
template <typename Choice, typename Expects>
Choice BestOf(const std::vector<Choice>& choices, bool for_white, Expects expects) {
  size_t best = 0;
  int best_gain = 0;
  for (size_t i = 0; i < choices.size(); ++i) {
    const int gain = for_white ? expects(choices[i]) : -expects(choices[i]);
    if (i > 0 && gain <= best_gain) continue;
    best = i;
    best_gain = gain;
  }
  return choices[best];
}

// The row of which White can expect the most, or the least.
HomeRow BestRow(int width, bool for_white) {
  Features features;
  features.width = static_cast<uint8_t>(width);
  std::vector<HomeRow> rows = {HomeRow::DefaultFor(width)};
  for (int kind = 0; kind < static_cast<int>(Kind::kCount); ++kind) {
    rows.push_back(RowOf(width, static_cast<Kind>(kind)));
  }
  return BestOf(rows, for_white,
                [&](const HomeRow& row) { return WhiteExpectation(features, row); });
}

// Without features, with one, or as measured: the features of a width of which White can expect the
// most, or the least.
Features BestFeatures(int width, bool for_white, const BidLimits& limits) {
  Features plain;
  plain.width = static_cast<uint8_t>(width);
  std::vector<Features> choices = ChangesOf(plain, limits);
  choices.insert(choices.begin(), plain);
  for (const KnownFeatures& measured : kKnownFeatures) {
    const Features features = *ParseFeatures(measured.text);
    if (features.width == width && features.moves >= limits.least_moves) {
      choices.push_back(features);
    }
  }
  const HomeRow row = HomeRow::DefaultFor(width);
  return BestOf(choices, for_white,
                [&](const Features& features) { return WhiteExpectation(features, row); });
}

size_t IndexOf(int width) { return static_cast<size_t>(width - kLeastWidth); }

TimeControl UsualTime(const BidLimits& limits) {
  return {static_cast<uint16_t>(std::min(10, limits.minutes)),
          static_cast<uint16_t>(std::min(5, limits.bonus))};
}

// Up to so many chips every number is looked at.
constexpr int kFewChips = 4;

// Numbers of chips for a raise, growing: the least and the most; in between; and what leaves the
// other player no more than a match, and not even that.
std::vector<int> SizesOf(const BidState& state, Target target) {
  const int most = state.chips[state.mover()];
  const int least = state.LeastRaise(state.mover(), target);
  std::vector<int> sizes;
  if (most - least < kFewChips) {
    for (int size = least; size <= most; ++size) sizes.push_back(size);
    return sizes;
  }
  const int shut = state.Gap(state.mover(), target) + state.chips[1 - state.mover()];
  for (const int size :
       {least, least + 1, (3 * least + most) / 4, (least + most) / 2, shut, shut + 1, most}) {
    if (size >= least && size <= most) sizes.push_back(size);
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

// `worth`, and `present` where it is another.
std::vector<BidOutcomes::Number> With(BidOutcomes::Number present,
                                      std::vector<BidOutcomes::Number> worth) {
  if (std::find(worth.begin(), worth.end(), present) == worth.end()) worth.push_back(present);
  return worth;
}

std::vector<BidOutcomes::Number> OutcomesWorth(const BidState& state, Target target,
                                               const BidOutcomes& outcomes) {
  switch (target) {
    case Target::kHome: {
      const auto& worth = outcomes.RowsWorth(state.features);
      return outcomes.Fits(state.home, state.features) ? With(state.home, worth) : worth;
    }
    case Target::kFeatures:
      return With(state.features, outcomes.FeaturesWorth(state.features));
    default:
      return {0};
  }
}

// What the Challenger can expect of other outcomes than those in force.
double ValueOf(int white, BidOutcomes::Number features, BidOutcomes::Number home,
               BidOutcomes* outcomes) {
  if (white == BidState::kNobody) return 0.5;
  const double expects = outcomes->WhiteExpects(features, home);
  return white == 0 ? expects : 1 - expects;
}

// The best that `player` can make of the outcomes by one raise on some of the targets while the
// other one only looks on; seen from the Challenger.
double BestAlone(const BidState& state, int player, BidOutcomes* outcomes) {
  const int chips = state.chips[player];
  double best = ValueOfOutcomes(state, outcomes);
  const auto consider = [&](int white, BidOutcomes::Number features, BidOutcomes::Number home) {
    const double value = ValueOf(white, features, home, outcomes);
    best = player == 0 ? std::max(best, value) : std::min(best, value);
  };
  const auto with_rows = [&](int left, int white, BidOutcomes::Number features) {
    consider(white, features, state.home);
    if (left < state.LeastRaise(player, Target::kHome)) return;
    for (const auto home : outcomes->RowsWorth(features)) consider(white, features, home);
  };
  const auto with_features = [&](int left, int white) {
    with_rows(left, white, state.features);
    const int cost = state.LeastRaise(player, Target::kFeatures);
    if (left < cost) return;
    for (const auto features : outcomes->FeaturesWorth(state.features)) {
      with_rows(left - cost, white, features);
    }
  };
  with_features(chips, state.white);
  const int cost = state.LeastRaise(player, Target::kWhite);
  if (state.white != player && cost <= chips) with_features(chips - cost, player);
  return best;
}

}  // namespace

std::vector<Features> ChangesOf(const Features& features, const BidLimits& limits) {
  std::vector<Features> changes;
  const auto changed = [&]() -> Features& { return changes.emplace_back(features); };
  for (size_t i = 0; i + 1 < BidTerms::kMoveNodes.size(); ++i) {
    const int moves = std::max(BidTerms::kMoveNodes[i], limits.least_moves);
    changed().moves = static_cast<uint16_t>(moves);
  }
  changed().castlings = 0;
  changed().castlings = kMostRights;
  for (size_t i = 0; i < kPieceKinds; ++i) changed().points[i] = 9;
  for (int i = 0; i < static_cast<int>(Switch::kCount); ++i) changed().Set(static_cast<Switch>(i));
  return changes;
}

BidOutcomes::BidOutcomes(const Bidding& root, const BidLimits& limits)
    : no_features_(Know(Features())) {
  const bool keeps_time =
      root.time && root.time->minutes <= limits.minutes && root.time->bonus <= limits.bonus;
  Know(keeps_time ? *root.time : UsualTime(limits));
  Know(root.features);
  Know(root.home);
  for (int width = kLeastWidth; width <= kMostWidth; ++width) {
    default_rows_[IndexOf(width)] = Know(HomeRow::DefaultFor(width));
  }
  for (const bool for_white : {true, false}) {
    std::vector<Features> best;
    for (int width = kLeastWidth; width <= kMostWidth; ++width) {
      worth_rows_[IndexOf(width)].push_back(Know(BestRow(width, for_white)));
      best.push_back(BestFeatures(width, for_white, limits));
    }
    const Features of_all = BestOf(best, for_white, [](const Features& features) {
      return WhiteExpectation(features, HomeRow::DefaultFor(features.width));
    });
    for (const Features& features : best) {
      std::vector<Number>& worth = worth_features_[IndexOf(features.width)];
      worth.push_back(Know(features));
      if (of_all != features) worth.push_back(Know(of_all));
    }
  }
}

BidOutcomes::Number BidOutcomes::Know(const HomeRow& row) { return NumberIn(row, &rows_); }

BidOutcomes::Number BidOutcomes::Know(const Features& features) {
  return NumberIn(features, &features_);
}

BidOutcomes::Number BidOutcomes::Know(const TimeControl& time) { return NumberIn(time, &times_); }

double BidOutcomes::WhiteExpects(Number features, Number row) {
  if (expectations_.size() < features_.size()) expectations_.resize(features_.size());
  std::vector<double>& known = expectations_[features];
  if (known.size() < rows_.size()) known.resize(rows_.size(), -1);
  if (known[row] < 0) {
    const HomeRow& played = rows_[Fits(row, features) ? row : DefaultRow(features)];
    known[row] = static_cast<double>(WhiteExpectation(features_[features], played)) / kSureWin;
  }
  return known[row];
}

uint64_t BidState::key() const {
  // The chips left follow from the deposits.
  uint64_t key = uint64_t{mover()} << 2 | white;
  for (const auto& targets : deposits) {
    for (const uint8_t deposit : targets) key = key << 7 | deposit;
  }
  return Mix64(key ^ Mix64(uint64_t{home} << 16 | features));
}

BidState StateOf(const Bidding& bidding, BidOutcomes* outcomes) {
  BidState state;
  for (size_t player = 0; player < 2; ++player) {
    state.chips[player] = static_cast<uint8_t>(bidding.chips[player]);
    for (size_t target = 0; target < kTargets; ++target) {
      state.deposits[player][target] = static_cast<uint8_t>(bidding.deposits[player][target]);
    }
  }
  state.turn = bidding.turn;
  state.white = static_cast<uint8_t>(bidding.white ? Index(*bidding.white) : BidState::kNobody);
  state.home = outcomes->Know(bidding.home);
  state.features = outcomes->Know(bidding.features);
  return state;
}

BidMove MoveOf(const Bid& bid, BidOutcomes* outcomes) {
  BidMove move = {bid.target, bid.is_match, static_cast<uint8_t>(bid.chips), 0};
  if (bid.is_match) return move;
  if (bid.target == Target::kTime) move.outcome = outcomes->Know(bid.time);
  if (bid.target == Target::kHome) move.outcome = outcomes->Know(bid.home);
  if (bid.target == Target::kFeatures) move.outcome = outcomes->Know(bid.features);
  return move;
}

Bid BidOf(const BidMove& move, const BidOutcomes& outcomes) {
  Bid bid = {};
  bid.target = move.target;
  bid.is_match = move.is_match;
  bid.chips = move.chips;
  if (move.is_match) return bid;
  if (move.target == Target::kTime) bid.time = outcomes.time(move.outcome);
  if (move.target == Target::kHome) bid.home = outcomes.row(move.outcome);
  if (move.target == Target::kFeatures) bid.features = outcomes.features(move.outcome);
  return bid;
}

BidState After(const BidState& state, const BidMove& move, const BidOutcomes& outcomes) {
  BidState after = state;
  after.chips[state.mover()] = static_cast<uint8_t>(state.chips[state.mover()] - move.chips);
  uint8_t& deposit = after.deposits[state.mover()][static_cast<size_t>(move.target)];
  deposit = static_cast<uint8_t>(deposit + move.chips);
  switch (move.target) {
    case Target::kWhite:
      after.white = move.is_match ? uint8_t{BidState::kNobody} : state.mover();
      break;
    case Target::kHome:
      after.home = move.is_match ? outcomes.DefaultRow(state.features) : move.outcome;
      break;
    case Target::kFeatures:
      after.features = move.is_match ? outcomes.NoFeatures() : move.outcome;
      break;
    default:
      break;
  }
  if (after.chips[1 - state.mover()] > 0) after.turn = !state.turn;
  return after;
}

void ListMoves(const BidState& state, const BidOutcomes& outcomes, std::vector<BidMove>* moves) {
  moves->clear();
  const int chips = state.chips[state.mover()];
  for (const Target target : kAllTargets) {
    const int gap = state.Gap(state.mover(), target);
    if (gap > 0 && gap <= chips) {
      moves->push_back({target, true, static_cast<uint8_t>(gap), 0});
    }
    const std::vector<BidOutcomes::Number> worth = OutcomesWorth(state, target, outcomes);
    for (const int size : SizesOf(state, target)) {
      for (const BidOutcomes::Number outcome : worth) {
        moves->push_back({target, false, static_cast<uint8_t>(size), outcome});
      }
    }
  }
}

double ValueOfOutcomes(const BidState& state, BidOutcomes* outcomes) {
  return ValueOf(state.white, state.features, state.home, outcomes);
}

double GuessValue(const BidState& state, BidOutcomes* outcomes) {
  const int ours = state.chips[0];
  const int theirs = state.chips[1];
  const int both = std::min(ours, theirs);
  return (ours * BestAlone(state, 0, outcomes) + theirs * BestAlone(state, 1, outcomes) +
          both * ValueOfOutcomes(state, outcomes)) /
         (ours + theirs + both);
}

}  // namespace arbiter::chpok
