#ifndef ARBITER_CORE_VARIANTS_CHPOK_BIDDING_NOTATION_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BIDDING_NOTATION_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/rules/move_info.h"
#include "core/rules/san.h"
#include "core/variants/chpok/bidding/bidding.h"

namespace arbiter::chpok {

// Returns the action text of a bid, such as `match white` or `raise time +3 5+2`.
std::string FormatBid(const Bid& bid);

// Parses a legal bid without outcomes of random draws. Returns BAD_ACTION_TEXT if `text` does not
// have the form of a bid, and ILLEGAL_ACTION with the gap, the chips or the limit that the bid
// violates.
absl::StatusOr<Bid> ParseBid(const Bidding& bidding, const BidLimits& limits,
                             std::string_view text);

// Describes the legal bids of the player to move, in the order of the targets (P10).
std::vector<BidTemplate> BidsOf(const Bidding& bidding, const BidLimits& limits);

// Writes and reads bids. In every notation a bid is written as its action text. The constructor's
// arguments must outlive this object.
class BidNotation {
 public:
  BidNotation(const Bidding& bidding, const BidLimits& limits)
      : bidding_(bidding), limits_(limits) {}

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
