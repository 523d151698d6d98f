#include "clients/cli/text/chpok_text.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "core/base/strings.h"

namespace arbiter::cli {

std::string_view BidderName(v1::Bidder bidder) {
  if (bidder == v1::BIDDER_CHALLENGER) return "Challenger";
  return bidder == v1::BIDDER_OPPONENT ? "Opponent" : "";
}

std::string_view WinningBidder(v1::Result result) {
  if (result == v1::RESULT_CHALLENGER_WINS) return BidderName(v1::BIDDER_CHALLENGER);
  return result == v1::RESULT_OPPONENT_WINS ? BidderName(v1::BIDDER_OPPONENT) : "";
}

bool IsBid(const v1::Applied& applied) {
  return std::any_of(applied.events().begin(), applied.events().end(),
                     [](const v1::Event& event) { return event.kind() == v1::Event::KIND_BID; });
}

std::string BidsText(const google::protobuf::RepeatedPtrField<v1::BidTemplate>& bids) {
  std::string text;
  const auto add = [&text](const std::string& bid, const std::string& meaning) {
    absl::StrAppendFormat(&text, "%-22s %s\n", bid, meaning);
  };
  for (const v1::BidTemplate& bid : bids) {
    if (bid.has_match_cost()) add(bid.match(), CountText(bid.match_cost(), "chip"));
    if (!bid.has_min_raise()) continue;
    const std::string upper =
        bid.min_raise() == bid.max_raise() ? "" : StrCat("-", bid.max_raise());
    add(bid.form(), StrCat("N is ", bid.min_raise(), upper, bid.outcomes().empty() ? "" : "; ",
                           bid.outcomes()));
  }
  return text;
}

}  // namespace arbiter::cli
