#include "clients/cli/text/chpok_text.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

// Aligns a continuation line with the values that AddFact() writes.
constexpr std::string_view kIndent = "          ";

// Formats a time as minutes, seconds and tenths: `1:40.5`. Tenths are omitted if they are 0.
std::string ClockText(int64_t ms) {
  const std::string text = absl::StrFormat("%d:%02d", ms / 60'000, ms / 1000 % 60);
  const int64_t tenths = ms / 100 % 10;
  return tenths == 0 ? text : StrCat(text, ".", tenths);
}

std::string ClocksText(const v1::Clocks& clocks, std::string_view first, std::string_view second) {
  return StrCat(first, " ", ClockText(clocks.first_ms()), ", ", second, " ",
                ClockText(clocks.second_ms()));
}

std::string RaiseRange(const v1::BidTemplate& bid) {
  if (!bid.has_raise_least()) return "-";
  if (bid.raise_least() == bid.raise_most()) return StrCat(bid.raise_least());
  return StrCat(bid.raise_least(), "-", bid.raise_most());
}

const v1::BidTemplate* FindBid(const v1::ChpokBidding& bidding, std::string_view target) {
  for (const v1::BidTemplate& bid : bidding.bids()) {
    if (bid.target() == target) return &bid;
  }
  return nullptr;
}

// Lists the sources of a player's points: `White 1017: rows 7, kings 1000, before 10`.
std::string SourcesText(const v1::PointSources& sources, std::string_view player) {
  std::vector<std::string> parts;
  const auto add = [&parts](std::string_view name, int points) {
    if (points != 0) parts.push_back(StrCat(name, " ", points));
  };
  add("rows", sources.rows());
  add("kinds", sources.kinds());
  add("kings", sources.kings());
  add("goals", sources.goals());
  add("time", sources.time());
  add("before", sources.before());
  return StrCat(player, " ", sources.total(), parts.empty() ? "" : ": ",
                absl::StrJoin(parts, ", "));
}

std::string RightsText(const v1::ChpokRights& left, std::string_view player) {
  std::vector<std::string> parts = {CountText(left.moves(), "move"),
                                    CountText(left.castlings(), "castling")};
  if (left.undos() > 0) parts.push_back(CountText(left.undos(), "undo"));
  if (left.newborn()) parts.emplace_back("1 new pawn");
  return StrCat(player, " ", absl::StrJoin(parts, ", "));
}

// Says when the claims that are not granted yet will be granted if nobody scores. Claims that are
// granted already have lines of their own.
std::string FutureClaimsText(const v1::ChpokBoard& board, const Players& players) {
  std::vector<std::string> claims;
  const auto add = [&claims](const v1::ClaimDistance& distance, const std::string& claim) {
    if (distance.black_moves() == 0) return;
    claims.push_back(StrCat(claim, " after ", CountText(distance.black_moves(), "more move"),
                            " by Black if nobody scores"));
  };
  if (board.has_draw_claim()) add(board.draw_claim(), "draw");
  if (board.has_win_claim()) {
    add(board.win_claim(), StrCat("win by ", players.NameOf(board.win_claim().by())));
  }
  return absl::StrJoin(claims, "; ");
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
    if (!bid.has_raise_least()) continue;
    add(bid.form(),
        StrCat("N is ", RaiseRange(bid), bid.outcomes().empty() ? "" : "; ", bid.outcomes()));
  }
  return text;
}

std::string BiddingText(const v1::ChpokBidding& bidding) {
  std::string text;
  const auto add_row = [&text](std::string_view label, std::string_view target,
                               std::string_view deposits, std::string_view gap,
                               std::string_view match, std::string_view raise,
                               std::string_view outcome) {
    absl::StrAppendFormat(&text, "%-9s %-6s  %8s  %3s  %5s  %5s  %s\n", label, target, deposits,
                          gap, match, raise, outcome);
  };
  add_row("Bidding", "target", "deposits", "gap", "match", "raise", "outcome");
  for (const v1::BidTarget& target : bidding.targets()) {
    const std::string deposits =
        StrCat(target.challenger_deposit(), "-", target.opponent_deposit());
    const v1::BidTemplate* bid = FindBid(bidding, target.target());
    if (bid == nullptr) {
      add_row("", target.target(), deposits, "", "", "", target.outcome());
    } else {
      add_row("", target.target(), deposits, StrCat(bid->gap()),
              bid->has_match_cost() ? StrCat(bid->match_cost()) : "-", RaiseRange(*bid),
              target.outcome());
    }
  }
  AddFact(
      "Chips",
      StrCat("Challenger ", bidding.challenger_chips(), ", Opponent ", bidding.opponent_chips()),
      &text);
  if (bidding.has_clocks()) {
    AddFact("Clocks", ClocksText(bidding.clocks(), "Challenger", "Opponent"), &text);
  }
  AddFact("Home row",
          bidding.home_row_fits() ? StrCat("fits the width of ", bidding.width())
                                  : StrCat("does not fit the width of ", bidding.width(), ": ",
                                           bidding.home_row_played(), " would be played"),
          &text);
  return text;
}

std::string ChpokBoardText(const v1::ChpokBoard& board, bool over, const Players& players) {
  std::string text;
  AddFact("Points", SourcesText(board.white_points(), players.white), &text);
  StrAppend(&text, kIndent, SourcesText(board.black_points(), players.black), "\n");
  if (!over) AddFact("Claims", FutureClaimsText(board, players), &text);
  AddFact("Time", board.time_control(), &text);
  if (board.white() != v1::BIDDER_UNSPECIFIED) {
    const bool is_challenger = board.white() == v1::BIDDER_CHALLENGER;
    AddFact(
        "Players",
        StrCat(players.white, " is the ", BidderName(board.white()), ", ", players.black, " the ",
               BidderName(is_challenger ? v1::BIDDER_OPPONENT : v1::BIDDER_CHALLENGER)),
        &text);
  }
  if (board.features() != "-") AddFact("Features", board.features(), &text);
  return text;
}

std::string ChpokRightsText(const v1::ChpokBoard& board, const Players& players) {
  std::string text;
  AddFact("Left", RightsText(board.white_left(), players.white), &text);
  StrAppend(&text, kIndent, RightsText(board.black_left(), players.black), "\n");
  if (board.has_clocks()) {
    AddFact("Clocks", ClocksText(board.clocks(), players.white, players.black), &text);
  }
  return text;
}

}  // namespace arbiter::cli
