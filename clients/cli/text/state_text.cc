#include "clients/cli/text/state_text.h"

#include <string_view>
#include <vector>

#include "absl/strings/str_join.h"
#include "clients/cli/text/chpok_text.h"
#include "core/base/strings.h"
#include "core/rules/clock.h"

namespace arbiter::cli {
namespace {

// Aligns a continuation line with the values that AddFact() writes.
constexpr std::string_view kIndent = "          ";

std::string ClaimText(const v1::Claim& claim, const Players& players) {
  std::vector<std::string> names;
  for (const int color : claim.by()) {
    names.emplace_back(players.NameOf(static_cast<v1::Color>(color)));
  }
  return StrCat(claim.action(), " by ", absl::StrJoin(names, " or "), " (", claim.rule(),
                "): ", claim.message());
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

// Returns the line of the clocks, or an empty string if the game has none.
std::string ClocksText(const v1::State& state, const Players& players) {
  std::string text;
  if (!state.has_clocks()) return text;
  const v1::Clocks& clocks = state.clocks();
  const bool bidding = state.chpok().has_bidding();
  const std::string_view first = bidding ? BidderName(v1::BIDDER_CHALLENGER) : players.white;
  const std::string_view second = bidding ? BidderName(v1::BIDDER_OPPONENT) : players.black;
  AddFact("Clocks",
          StrCat(first, " ", FormatClock(clocks.first_ms()), ", ", second, " ",
                 FormatClock(clocks.second_ms())),
          &text);
  return text;
}

// Lists the notes, one per line. Those that a picture shows are left out below one.
std::string NotesText(const v1::State& state, bool below_picture) {
  std::string text;
  for (const v1::Note& note : state.notes()) {
    if (below_picture && note.in_picture()) continue;
    if (text.empty()) {
      AddFact("Notes", note.text(), &text);
    } else {
      StrAppend(&text, kIndent, note.text(), "\n");
    }
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

}  // namespace

std::string AdjudicationText(const v1::Adjudication& adjudication, const Players& players) {
  std::string text;
  AddFact("Result", ResultText(adjudication, players), &text);
  AddFact("Message", adjudication.message(), &text);
  StrAppend(&text, CircumstancesText(adjudication, players));
  return text;
}

std::string AdjudicatedStateText(const v1::State& state, const Players& players) {
  return StrCat(AdjudicationText(state.adjudication(), players), ClocksText(state, players),
                NotesText(state, /*below_picture=*/false));
}

std::string SituationText(const v1::State& state, const Players& players) {
  std::string text;
  if (state.phase() == v1::PHASE_FINISHED) {
    AddFact("Result", ResultText(state.adjudication(), players), &text);
  } else {
    AddFact("Turn", TurnText(state, players), &text);
  }
  StrAppend(&text, CircumstancesText(state.adjudication(), players), ClocksText(state, players),
            NotesText(state, /*below_picture=*/true));
  return text;
}

std::string StateText(const v1::State& state, const Players& players) {
  std::string text;
  AddFact("FEN", state.fen(), &text);
  StrAppend(&text, SituationText(state, players));
  return text;
}

}  // namespace arbiter::cli
