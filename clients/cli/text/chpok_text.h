#ifndef ARBITER_CLIENTS_CLI_TEXT_CHPOK_TEXT_H_
#define ARBITER_CLIENTS_CLI_TEXT_CHPOK_TEXT_H_

#include <string>
#include <string_view>

#include "arbiter/v1/rules_service.pb.h"
#include "clients/cli/text/words.h"

namespace arbiter::cli {

// Returns `Challenger` or `Opponent`, or an empty string for BIDDER_UNSPECIFIED.
std::string_view BidderName(v1::Bidder bidder);

// Returns the name of the bidder who won a game that ended during its bidding, or an empty string
// for other results.
std::string_view WinningBidder(v1::Result result);

// Returns whether the action is a bid. A bid has no squares, and no notation except its action
// text.
bool IsBid(const v1::Applied& applied);

// Lists the possible bids, one per line: the form of the bid, its cost and its possible outcomes.
std::string BidsText(const google::protobuf::RepeatedPtrField<v1::BidTemplate>& bids);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TEXT_CHPOK_TEXT_H_
