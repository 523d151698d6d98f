#include "clients/cli/text/chpok_text.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/str_format.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

// Formats a time as minutes, seconds and tenths: `1:40.5`. Tenths are omitted if they are 0.
std::string ClockText(int64_t ms) {
  const std::string text = absl::StrFormat("%d:%02d", ms / 60'000, ms / 1000 % 60);
  const int64_t tenths = ms / 100 % 10;
  return tenths == 0 ? text : StrCat(text, ".", tenths);
}

}  // namespace

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

std::string ClocksText(const v1::State& state, const Players& players) {
  std::string text;
  const auto add = [&text](const v1::Clocks& clocks, std::string_view first,
                           std::string_view second) {
    AddFact("Clocks",
            StrCat(first, " ", ClockText(clocks.first_ms()), ", ", second, " ",
                   ClockText(clocks.second_ms())),
            &text);
  };
  const v1::ChpokDetail& detail = state.chpok();
  if (detail.bidding().has_clocks()) add(detail.bidding().clocks(), "Challenger", "Opponent");
  if (detail.board().has_clocks()) add(detail.board().clocks(), players.white, players.black);
  return text;
}

}  // namespace arbiter::cli
