#include "core/variants/chpok/bidding/search_state.h"

#include <algorithm>
#include <string>

#include "core/board/board.h"

namespace arbiter::chpok {
namespace {

// Returns the index of a value, which is appended if it is new.
template <typename Value>
uint16_t FindOrAdd(const Value& value, std::vector<Value>* values) {
  const auto found = std::find(values->begin(), values->end(), value);
  if (found == values->end()) {
    values->push_back(value);
    return static_cast<uint16_t>(values->size() - 1);
  }
  return static_cast<uint16_t>(found - values->begin());
}

// Returns a row that has only pieces of one kind, except for a king where the default row has its
// first one.
HomeRow MakeUniformRow(int width, Kind kind) {
  std::string row = HomeRow::DefaultFor(width).ToString();
  const size_t king = row.find(CapitalLetter(Kind::kKing));
  for (size_t file = 0; file < row.size(); ++file) {
    if (file != king) row[file] = CapitalLetter(kind);
  }
  return *HomeRow::Parse(row);
}

// Returns the choice with the highest expectation for White, or the lowest if not `for_white`; the
// first one among equals.
template <typename Choice, typename Expectation>
Choice BestOf(const std::vector<Choice>& choices, bool for_white, Expectation expectation) {
  size_t best = 0;
  int best_gain = 0;
  for (size_t i = 0; i < choices.size(); ++i) {
    const int gain = for_white ? expectation(choices[i]) : -expectation(choices[i]);
    if (i > 0 && gain <= best_gain) continue;
    best = i;
    best_gain = gain;
  }
  return choices[best];
}

// Returns the best row for White, or for Black if not `for_white`.
HomeRow BestRow(int width, bool for_white) {
  Features features;
  features.width = static_cast<uint8_t>(width);
  std::vector<HomeRow> rows = {HomeRow::DefaultFor(width)};
  for (int kind = 0; kind < static_cast<int>(Kind::kCount); ++kind) {
    rows.push_back(MakeUniformRow(width, static_cast<Kind>(kind)));
  }
  return BestOf(rows, for_white,
                [&](const HomeRow& row) { return WhiteExpectation(features, row); });
}

// Returns the best features of a width for White, or for Black if not `for_white`. The choices are
// no features, single features and the features that have been measured.
Features BestFeatures(int width, bool for_white, const BidLimits& limits) {
  Features plain;
  plain.width = static_cast<uint8_t>(width);
  std::vector<Features> choices = ChangesOf(plain, limits);
  choices.insert(choices.begin(), plain);
  for (const KnownFeatures& measured : kKnownFeatures) {
    const Features features = *ParseFeatures(measured.text);
    if (features.width == width && features.moves >= limits.min_moves) {
      choices.push_back(features);
    }
  }
  const HomeRow row = HomeRow::DefaultFor(width);
  return BestOf(choices, for_white,
                [&](const Features& features) { return WhiteExpectation(features, row); });
}

size_t IndexOf(int width) { return static_cast<size_t>(width - kMinWidth); }

TimeControl DefaultTime(const BidLimits& limits) {
  return {static_cast<uint16_t>(std::min(10, limits.minutes)),
          static_cast<uint16_t>(std::min(5, limits.bonus))};
}

// A raise that can cost at most this many different numbers of chips is tried with each of them.
constexpr int kFewChips = 4;

// Returns the numbers of chips that the search tries in a raise, in ascending order: the smallest
// and the largest one, some in between, and those after which the other player can at most match,
// or not even match.
std::vector<int> RaiseSizes(const BidState& state, Target target) {
  const int max = state.chips[state.mover()];
  const int min = state.MinRaise(state.mover(), target);
  std::vector<int> sizes;
  if (max - min < kFewChips) {
    for (int size = min; size <= max; ++size) sizes.push_back(size);
    return sizes;
  }
  const int lockout = state.Gap(state.mover(), target) + state.chips[1 - state.mover()];
  for (const int size :
       {min, min + 1, (3 * min + max) / 4, (min + max) / 2, lockout, lockout + 1, max}) {
    if (size >= min && size <= max) sizes.push_back(size);
  }
  std::sort(sizes.begin(), sizes.end());
  sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
  return sizes;
}

// Returns the candidates, with the outcome in force appended if it is not one of them.
std::vector<BidOutcomes::Id> WithCurrent(BidOutcomes::Id current,
                                         std::vector<BidOutcomes::Id> candidates) {
  if (std::find(candidates.begin(), candidates.end(), current) == candidates.end()) {
    candidates.push_back(current);
  }
  return candidates;
}

std::vector<BidOutcomes::Id> CandidateOutcomes(const BidState& state, Target target,
                                               const BidOutcomes& outcomes) {
  switch (target) {
    case Target::kHome: {
      const auto& rows = outcomes.CandidateRows(state.features);
      return outcomes.Fits(state.home, state.features) ? WithCurrent(state.home, rows) : rows;
    }
    case Target::kFeatures:
      return WithCurrent(state.features, outcomes.CandidateFeatures(state.features));
    default:
      return {0};
  }
}

// Returns the Challenger's expectation with these outcomes, from 0 to 1.
double ValueOf(int white, BidOutcomes::Id features, BidOutcomes::Id home, BidOutcomes* outcomes) {
  if (white == BidState::kNobody) return 0.5;
  const double expectation = outcomes->ExpectedScore(features, home);
  return white == 0 ? expectation : 1 - expectation;
}

// Returns the Challenger's expectation after the best raises by `player`, at most one on each
// target, if the other player does not bid.
double BestUnopposed(const BidState& state, int player, BidOutcomes* outcomes) {
  const int chips = state.chips[player];
  double best = OutcomeValue(state, outcomes);
  const auto consider = [&](int white, BidOutcomes::Id features, BidOutcomes::Id home) {
    const double value = ValueOf(white, features, home, outcomes);
    best = player == 0 ? std::max(best, value) : std::min(best, value);
  };
  const auto with_rows = [&](int left, int white, BidOutcomes::Id features) {
    consider(white, features, state.home);
    if (left < state.MinRaise(player, Target::kHome)) return;
    for (const auto home : outcomes->CandidateRows(features)) consider(white, features, home);
  };
  const auto with_features = [&](int left, int white) {
    with_rows(left, white, state.features);
    const int cost = state.MinRaise(player, Target::kFeatures);
    if (left < cost) return;
    for (const auto features : outcomes->CandidateFeatures(state.features)) {
      with_rows(left - cost, white, features);
    }
  };
  with_features(chips, state.white);
  const int cost = state.MinRaise(player, Target::kWhite);
  if (state.white != player && cost <= chips) with_features(chips - cost, player);
  return best;
}

}  // namespace

std::vector<Features> ChangesOf(const Features& features, const BidLimits& limits) {
  std::vector<Features> changes;
  const auto changed = [&]() -> Features& { return changes.emplace_back(features); };
  for (size_t i = 0; i + 1 < BidTerms::kMoveNodes.size(); ++i) {
    const int moves = std::max(BidTerms::kMoveNodes[i], limits.min_moves);
    changed().moves = static_cast<uint16_t>(moves);
  }
  changed().castlings = 0;
  changed().castlings = kMaxRights;
  for (size_t i = 0; i < kPieceKinds; ++i) changed().points[i] = 9;
  for (int i = 0; i < static_cast<int>(Switch::kCount); ++i) changed().Set(static_cast<Switch>(i));
  return changes;
}

BidOutcomes::BidOutcomes(const Bidding& root, const BidLimits& limits)
    : default_features_(Intern(Features())) {
  const bool keeps_time =
      root.time && root.time->minutes <= limits.minutes && root.time->bonus <= limits.bonus;
  Intern(keeps_time ? *root.time : DefaultTime(limits));
  Intern(root.features);
  Intern(root.home);
  for (int width = kMinWidth; width <= kMaxWidth; ++width) {
    default_rows_[IndexOf(width)] = Intern(HomeRow::DefaultFor(width));
  }
  for (const bool for_white : {true, false}) {
    std::vector<Features> best;
    for (int width = kMinWidth; width <= kMaxWidth; ++width) {
      candidate_rows_[IndexOf(width)].push_back(Intern(BestRow(width, for_white)));
      best.push_back(BestFeatures(width, for_white, limits));
    }
    const Features best_of_all = BestOf(best, for_white, [](const Features& features) {
      return WhiteExpectation(features, HomeRow::DefaultFor(features.width));
    });
    for (const Features& features : best) {
      std::vector<Id>& candidates = candidate_features_[IndexOf(features.width)];
      candidates.push_back(Intern(features));
      if (best_of_all != features) candidates.push_back(Intern(best_of_all));
    }
  }
}

BidOutcomes::Id BidOutcomes::Intern(const HomeRow& row) { return FindOrAdd(row, &rows_); }

BidOutcomes::Id BidOutcomes::Intern(const Features& features) {
  return FindOrAdd(features, &features_);
}

BidOutcomes::Id BidOutcomes::Intern(const TimeControl& time) { return FindOrAdd(time, &times_); }

double BidOutcomes::ExpectedScore(Id features, Id row) {
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
  // The key does not need the chips, because the deposits determine how many are left.
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
  state.home = outcomes->Intern(bidding.home);
  state.features = outcomes->Intern(bidding.features);
  return state;
}

BidMove MoveOf(const Bid& bid, BidOutcomes* outcomes) {
  BidMove move = {bid.target, bid.is_match, static_cast<uint8_t>(bid.chips), 0};
  if (bid.is_match) return move;
  if (bid.target == Target::kTime) move.outcome = outcomes->Intern(bid.time);
  if (bid.target == Target::kHome) move.outcome = outcomes->Intern(bid.home);
  if (bid.target == Target::kFeatures) move.outcome = outcomes->Intern(bid.features);
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
      after.features = move.is_match ? outcomes.DefaultFeatures() : move.outcome;
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
    const std::vector<BidOutcomes::Id> candidates = CandidateOutcomes(state, target, outcomes);
    for (const int size : RaiseSizes(state, target)) {
      for (const BidOutcomes::Id outcome : candidates) {
        moves->push_back({target, false, static_cast<uint8_t>(size), outcome});
      }
    }
  }
}

double OutcomeValue(const BidState& state, BidOutcomes* outcomes) {
  return ValueOf(state.white, state.features, state.home, outcomes);
}

double EstimateValue(const BidState& state, BidOutcomes* outcomes) {
  const int first = state.chips[0];
  const int second = state.chips[1];
  const int both = std::min(first, second);
  return (first * BestUnopposed(state, 0, outcomes) + second * BestUnopposed(state, 1, outcomes) +
          both * OutcomeValue(state, outcomes)) /
         (first + second + both);
}

}  // namespace arbiter::chpok
