#ifndef ARBITER_CORE_VARIANTS_CHPOK_BID_SEARCH_OUTCOMES_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BID_SEARCH_OUTCOMES_H_

#include <array>
#include <cstdint>
#include <vector>

#include "core/variants/chpok/bid_values.h"
#include "core/variants/chpok/bidding.h"

namespace arbiter::chpok {

// The features with every single change but the width, as strong as it can be within `limits`.
std::vector<Features> ChangesOf(const Features& features, const BidLimits& limits);

// The home rows and features that the search of one bidding knows, by number, those that are worth
// bidding among them, and what White can expect of each pair.
class BidOutcomes {
 public:
  using Number = uint16_t;

  // Knows the outcomes of `root` and those worth bidding from there within `limits`.
  BidOutcomes(const Bidding& root, const BidLimits& limits);

  // The number of a row or of features, which are known from now on.
  Number Know(const HomeRow& row);
  Number Know(const Features& features);

  const HomeRow& row(Number number) const { return rows_[number]; }
  const Features& features(Number number) const { return features_[number]; }
  // The time that is bid, for all are worth the same: the one in force at the root, else a usual
  // one.
  TimeControl time() const { return time_; }

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
  TimeControl time_;
  Number no_features_;
  std::array<Number, kWidths> default_rows_;
  std::array<std::vector<Number>, kWidths> worth_rows_;
  std::array<std::vector<Number>, kWidths> worth_features_;
  // By features and row; below 0: not yet worked out.
  std::vector<std::vector<double>> expectations_;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BID_SEARCH_OUTCOMES_H_
