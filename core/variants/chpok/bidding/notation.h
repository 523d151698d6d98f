#ifndef ARBITER_CORE_VARIANTS_CHPOK_BIDDING_NOTATION_H_
#define ARBITER_CORE_VARIANTS_CHPOK_BIDDING_NOTATION_H_

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/rules/error.h"
#include "core/rules/move_info.h"
#include "core/rules/notation.h"
#include "core/variants/chpok/bidding/bidding.h"

namespace arbiter::chpok {

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
