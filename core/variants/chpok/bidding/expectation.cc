#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/variants/chpok/bidding/values.h"

namespace arbiter::chpok {
namespace {

// Sets the amounts of the terms for the move limit. The limit is interpolated between the two
// nearest nodes by its logarithm, and has no effect from the last node on.
void AddMoves(int moves, BidAmounts* amounts) {
  const auto& nodes = BidTerms::kMoveNodes;
  for (size_t i = 0; i + 1 < nodes.size(); ++i) {
    if (moves > nodes[i + 1]) continue;
    const double fraction = std::log(static_cast<double>(moves) / nodes[i]) /
                            std::log(static_cast<double>(nodes[i + 1]) / nodes[i]);
    (*amounts)[BidTerms::kMoves + i] = 1 - fraction;
    if (i + 2 < nodes.size()) (*amounts)[BidTerms::kMoves + i + 1] = fraction;
    return;
  }
}

// Returns the measured log-odds of these features, in hundredths; std::nullopt if they were not
// measured.
std::optional<int> MeasuredLogOdds(const Features& features) {
  static const auto& known = *[] {
    auto* list = new std::vector<std::pair<Features, int>>;
    for (const auto& [text, log_odds] : kKnownFeatures) {
      list->emplace_back(*ParseFeatures(text), log_odds);
    }
    return list;
  }();
  for (const auto& [measured, log_odds] : known) {
    if (measured == features) return log_odds;
  }
  return std::nullopt;
}

}  // namespace

BidAmounts BidAmountsOf(const Features& features, const HomeRow& row) {
  BidAmounts amounts = {};
  amounts[static_cast<size_t>(BidTerms::kWidth + features.width - kMinWidth)] = 1;
  AddMoves(features.moves, &amounts);
  for (size_t i = 0; i < kPieceKinds; ++i) {
    amounts[BidTerms::kPoints + i] = features.points[i] / 9.0;
  }
  amounts[BidTerms::kCastlings] = features.castlings - 1;
  for (int i = 0; i < static_cast<int>(Switch::kCount); ++i) {
    amounts[static_cast<size_t>(BidTerms::kSwitches + i)] = features.Has(static_cast<Switch>(i));
  }
  const HomeRow default_row = HomeRow::DefaultFor(features.width);
  for (int file = 0; file < row.size(); ++file) {
    amounts[BidTerms::kRow + static_cast<size_t>(row[file])] += 1.0 / row.size();
    amounts[BidTerms::kRow + static_cast<size_t>(default_row[file])] -= 1.0 / row.size();
  }
  return amounts;
}

int WhiteExpectation(const Features& features, const HomeRow& row) {
  const BidAmounts amounts = BidAmountsOf(features, row);
  const std::optional<int> measured = MeasuredLogOdds(features);
  double log_odds = measured.value_or(0);
  for (size_t i = measured ? BidTerms::kRow : 0; i < amounts.size(); ++i) {
    log_odds += amounts[i] * kBidWeights[i];
  }
  return static_cast<int>(std::lround(kSureWin / (1 + std::exp(-log_odds / 100))));
}

}  // namespace arbiter::chpok
