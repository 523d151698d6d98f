#ifndef ARBITER_CORE_VARIANTS_CHPOK_BIDDING_NOTATION_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BIDDING_NOTATION_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/rules/move_info.h"
#include "core/rules/san.h"
#include "core/variants/chpok/bidding/bidding.h"

namespace arbiter::chpok {

// `match white`, `raise time +3 5+2`.
std::string FormatBid(const Bid& bid);

// The legal bid that `text` names, without the outcomes of draws; BAD_ACTION_TEXT, or
// ILLEGAL_ACTION with the gap, the chips or the width that refuse it.
absl::StatusOr<Bid> ParseBid(const Bidding& bidding, const BidLimits& limits,
                             std::string_view text);

// What the player to move may bid, by target (P10).
std::vector<BidTemplate> BidsOf(const Bidding& bidding, const BidLimits& limits);

// Bids in every notation: they are written as action texts.
class BidScribe {
 public:
  BidScribe(const Bidding& bidding, const BidLimits& limits) : bidding_(bidding), limits_(limits) {}

  std::string Write(const Bid& bid, Notation /*notation*/) const { return FormatBid(bid); }
  absl::StatusOr<Bid> Read(std::string_view text, Notation /*notation*/) const {
    return ParseBid(bidding_, limits_, text);
  }
  MoveInfo Describe(const Bid& bid) const {
    MoveInfo info;
    info.text = info.san = FormatBid(bid);
    return info;
  }

 private:
  const Bidding& bidding_;
  const BidLimits& limits_;
};

}  // namespace arbiter::chpok

#endif  // ARBITER_CORE_VARIANTS_CHPOK_BIDDING_NOTATION_H_
