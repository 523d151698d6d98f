#include "clients/cli/text/state_text.h"

#include <string_view>
#include <vector>

#include "absl/strings/str_join.h"
#include "clients/cli/text/chpok_text.h"
#include "core/base/strings.h"

namespace arbiter::cli {
namespace {

std::string CountText(const v1::CountStatus& count, const Players& players) {
  const std::string_view kind =
      count.kind() == v1::CountStatus::KIND_PIECES_HONOUR ? "pieces' honour" : "board's honour";
  return StrCat(players.NameOf(count.color()), " counts ", count.count_moves(), " of ",
                count.limit_moves(), " moves, ", kind, " (ply ", count.count_plies(), " of ",
                count.limit_plies(), "); ", count.moves_left(), " left to mate");
}

std::string ClaimText(const v1::Claim& claim, const Players& players) {
  std::vector<std::string> names;
  for (const int color : claim.by()) {
    names.emplace_back(players.NameOf(static_cast<v1::Color>(color)));
  }
  return StrCat(claim.action(), " by ", absl::StrJoin(names, " or "), " (", claim.rule(),
                "): ", claim.message());
}

// Lists the powers that are left: `White shell, stealth; Black stealth`.
std::string PowersText(const v1::ChakartDetail& detail, const Players& players) {
  std::vector<std::string> sides;
  const auto add = [&](v1::Color color, bool shell, bool stealth) {
    if (!shell && !stealth) return;
    sides.push_back(StrCat(players.NameOf(color), shell ? " shell" : "",
                           shell && stealth ? "," : "", stealth ? " stealth" : ""));
  };
  add(v1::COLOR_WHITE, detail.white_shell(), detail.white_stealth());
  add(v1::COLOR_BLACK, detail.black_shell(), detail.black_stealth());
  return sides.empty() ? "none" : absl::StrJoin(sides, "; ");
}

// Lists the pending choices in the order in which the player must make them.
std::string PendingText(const v1::Pending& pending) {
  std::vector<std::string> choices;
  for (const v1::PendingChoice& choice : pending.choices()) {
    switch (choice.kind()) {
      case v1::PendingChoice::KIND_SWAP:
        choices.emplace_back("swap two pieces (a1~b2)");
        break;
      case v1::PendingChoice::KIND_DROP:
        choices.push_back(StrCat("place a ", choice.piece(), " (", choice.piece(), "@e4)"));
        break;
      case v1::PendingChoice::KIND_AGAIN:
        choices.emplace_back("move again");
        break;
      case v1::PendingChoice::KIND_PROMOTION:
        choices.push_back(StrCat("promote on ", choice.square(), " (", choice.square(), "=q)"));
        break;
      default:
        break;
    }
  }
  return absl::StrJoin(choices, ", then ");
}

std::string DetailText(const v1::State& state) {
  if (state.has_chak() && state.chak().quiet_plies() > 0) {
    return StrCat(state.chak().quiet_plies(), " quiet ",
                  state.chak().quiet_plies() == 1 ? "ply" : "plies", "; ",
                  state.chak().plies_until_claim(), " more until a draw may be claimed");
  }
  if (state.has_makruk() && state.makruk().mode() != v1::COUNTING_AUTO) {
    return StrCat("counting is ", EnumWord(state.makruk().mode()));
  }
  return "";
}

// Returns `White wins: checkmate (M3)`, or `the game goes on`.
std::string ResultText(const v1::Adjudication& adjudication, const Players& players) {
  if (adjudication.result() == v1::RESULT_ONGOING) return "the game goes on";
  std::string_view winner = players.NameOf(adjudication.winner());
  if (winner.empty()) winner = WinningBidder(adjudication.result());
  return StrCat(winner.empty() ? "draw" : StrCat(winner, " wins"), ": ",
                ReplaceAll(EnumWord(adjudication.termination()), {{"-", " "}}), " (",
                adjudication.rule(), ")");
}

// Describes what neither the result nor the board shows: checks, claims, offers and repetition.
std::string CircumstancesText(const v1::Adjudication& adjudication, const Players& players) {
  std::string text;
  AddFact("Claimed", players.NameOf(adjudication.claimed_by()), &text);
  if (adjudication.check()) {
    AddFact("Check", StrCat("from ", absl::StrJoin(adjudication.checkers(), ", ")), &text);
  }
  for (const v1::Claim& claim : adjudication.claims()) {
    AddFact("Claim", ClaimText(claim, players), &text);
  }
  const std::string_view offerer = players.NameOf(adjudication.draw_offered_by());
  if (!offerer.empty()) AddFact("Offer", StrCat(offerer, " offers a draw"), &text);
  if (adjudication.occurrences() > 1) {
    AddFact("Repeated", StrCat("the position has occurred ", adjudication.occurrences(), " times"),
            &text);
  }
  return text;
}

// Returns who acts next, and the number of the move or bid.
std::string TurnText(const v1::State& state, const Players& players) {
  if (state.phase() != v1::PHASE_BIDDING) {
    return StrCat(players.NameOf(state.turn()), ", move ", state.move_number());
  }
  const v1::ChpokBidding& bidding = state.chpok().bidding();
  return StrCat(BidderName(bidding.turn()), ", bid ", bidding.bids_made() + 1);
}

std::string ChpokText(const v1::State& state, const Players& players) {
  const bool over = state.phase() == v1::PHASE_FINISHED;
  if (state.chpok().has_bidding()) return BiddingText(state.chpok().bidding());
  if (state.chpok().has_board()) return ChpokBoardText(state.chpok().board(), over, players);
  return "";
}

}  // namespace

std::string AdjudicationText(const v1::Adjudication& adjudication, const Players& players) {
  std::string text;
  AddFact("Result", ResultText(adjudication, players), &text);
  AddFact("Message", adjudication.message(), &text);
  if (adjudication.has_counting()) {
    AddFact("Count", CountText(adjudication.counting(), players), &text);
  }
  StrAppend(&text, CircumstancesText(adjudication, players));
  return text;
}

std::string SituationText(const v1::State& state, const Players& players) {
  std::string text;
  if (state.phase() == v1::PHASE_FINISHED) {
    AddFact("Result", ResultText(state.adjudication(), players), &text);
  } else {
    AddFact("Turn", TurnText(state, players), &text);
    AddFact("Pending", PendingText(state.pending()), &text);
    AddFact("Counters", DetailText(state), &text);
    if (state.has_chakart()) AddFact("Powers", PowersText(state.chakart(), players), &text);
  }
  StrAppend(&text, ChpokText(state, players), CircumstancesText(state.adjudication(), players));
  return text;
}

std::string AdjudicatedStateText(const v1::State& state, const Players& players) {
  std::string text = AdjudicationText(state.adjudication(), players);
  StrAppend(&text, ChpokText(state, players));
  if (state.chpok().has_board()) {
    StrAppend(&text, ChpokRightsText(state.chpok().board(), players));
  }
  return text;
}

std::string StateText(const v1::State& state, const Players& players) {
  std::string text;
  AddFact("FEN", state.fen(), &text);
  StrAppend(&text, SituationText(state, players));
  return text;
}

}  // namespace arbiter::cli
