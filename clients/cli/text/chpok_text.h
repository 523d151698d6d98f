#ifndef ARBITER_CLIENTS_CLI_TEXT_CHPOK_TEXT_H_
#define ARBITER_CLIENTS_CLI_TEXT_CHPOK_TEXT_H_

#include <string>
#include <string_view>

#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/text/words.h"

namespace arbiter::cli {

// `Challenger` or `Opponent`; empty for BIDDER_UNSPECIFIED.
std::string_view BidderName(v1::Bidder bidder);

// Who won a bidding, which has no colours; empty for other results.
std::string_view BidderWhoWon(v1::Result result);

// Whether the action is a bid, which has no squares and no notation but its text.
bool IsBid(const v1::Applied& applied);

// What may be bid, one line a bid: its form, its cost, what may stand for the outcome.
std::string BidsText(const google::protobuf::RepeatedPtrField<v1::BidTemplate>& bids);

// The bidding of a state: a table of the targets, chips, clocks, the home row.
std::string BiddingText(const v1::ChpokBidding& bidding);

// What a picture of the board does not show: where the points came from, how far away claims
// are, the time control, who is the Challenger, the features.
std::string ChpokBoardText(const v1::ChpokBoard& board, bool over, const Players& players);

// What the picture shows too: the rights that are left, and the clocks.
std::string ChpokRightsText(const v1::ChpokBoard& board, const Players& players);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TEXT_CHPOK_TEXT_H_
