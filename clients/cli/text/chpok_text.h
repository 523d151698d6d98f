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

// Describes a bidding: a table of the targets, the chips, the clocks and the home row.
std::string BiddingText(const v1::ChpokBidding& bidding);

// Describes what a picture of the board does not show: the sources of the points, how far away
// claims are, the time control, who is the Challenger, and the features. `over` says that the game
// has ended.
std::string ChpokBoardText(const v1::ChpokBoard& board, bool over, const Players& players);

// Describes what a picture of the board shows as well: the rights that are left, and the clocks.
std::string ChpokRightsText(const v1::ChpokBoard& board, const Players& players);

}  // namespace arbiter::cli

#endif  // ARBITER_CLIENTS_CLI_TEXT_CHPOK_TEXT_H_
