#include "core/variants/chpok/bid_search_outcomes.h"

#include <algorithm>
#include <string>

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
    : time_(UsualTime(limits)), no_features_(Know(Features())) {
  if (root.time && root.time->minutes <= limits.minutes && root.time->bonus <= limits.bonus) {
    time_ = *root.time;
  }
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

}  // namespace arbiter::chpok
