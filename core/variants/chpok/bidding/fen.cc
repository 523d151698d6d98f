// The text of a bidding (P27).
#include "core/rules/fen.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"
#include "core/variants/chpok/bidding/bidding.h"
#include "core/variants/chpok/board/fen.h"
#include "core/variants/chpok/info.h"
#include "core/variants/chpok/numbers.h"

namespace arbiter::chpok {
namespace {

template <typename... Parts>
absl::Status BadField(std::string_view name, const Parts&... parts) {
  return MakeError(ErrorReason::kBadFen, StrCat("bidding field ", name, ": ", parts...));
}
template <typename... Parts>
absl::Status Impossible(const Parts&... parts) {
  return MakeError(ErrorReason::kImpossiblePosition, StrCat(parts...));
}

std::optional<Color> BidderNamed(std::string_view name) {
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    if (kBidders.Word(color) == name) return color;
  }
  return std::nullopt;
}

// `C,O`, at most kMostChips each.
absl::StatusOr<std::array<int, 2>> ReadChips(std::string_view text, std::string_view name) {
  const auto chips = ParsePair(text, 0, kMostChips);
  if (chips) return *chips;
  return BadField(name, "must be two numbers from 0 to ", kMostChips, ", the Challenger's first");
}

absl::Status ReadOutcome(Target target, std::string_view text, Bidding* bidding) {
  const std::string_view name = NameOf(target);
  switch (target) {
    case Target::kWhite:
      bidding->white = BidderNamed(text);
      if (bidding->white || text == "-") return absl::OkStatus();
      return BadField(name, "the outcome must be -, challenger or opponent");
    case Target::kTime:
      bidding->time = ParseTimeControl(text);
      if (bidding->time || text == "-") return absl::OkStatus();
      return BadField(name, "the outcome must be - or minutes and seconds such as 5+3");
    case Target::kHome: {
      const absl::StatusOr<HomeRow> row = HomeRow::Parse(text);
      if (!row.ok()) return BadField(name, std::string(row.status().message()));
      bidding->home = *row;
      return absl::OkStatus();
    }
    case Target::kFeatures:
    case Target::kCount:
      break;
  }
  const absl::StatusOr<Features> features = ParseFeatures(text);
  if (!features.ok()) return BadField(name, std::string(features.status().message()));
  bidding->features = *features;
  return absl::OkStatus();
}

absl::Status ReadTarget(Target target, std::string_view text, Bidding* bidding) {
  const size_t colon = std::min(text.find(':'), text.size());
  ARBITER_ASSIGN_OR_RETURN(const auto deposits, ReadChips(text.substr(0, colon), NameOf(target)));
  bidding->deposit(Color::kWhite, target) = deposits[0];
  bidding->deposit(Color::kBlack, target) = deposits[1];
  if (colon == text.size()) return BadField(NameOf(target), "has no outcome behind a colon");
  return ReadOutcome(target, text.substr(colon + 1), bidding);
}

// What each player had at the start.
int Total(const Bidding& bidding, Color player) {
  int total = bidding.chips_of(player);
  for (const Target target : kAllTargets) total += bidding.deposit(player, target);
  return total;
}

// Whether the outcome can be that of a match (P3, P4).
bool CanBeMatched(const Bidding& bidding, Target target) {
  switch (target) {
    case Target::kWhite:
      return true;
    case Target::kTime:
      return std::find(std::begin(kTimes), std::end(kTimes), *bidding.time) != std::end(kTimes);
    case Target::kHome:
      return bidding.home == HomeRow::DefaultFor(bidding.home.size());
    case Target::kFeatures:
    case Target::kCount:
      break;
  }
  return bidding.features == Features();
}

absl::Status CheckOutcomes(const Bidding& bidding) {
  const Bidding fresh;
  for (const Target target : kAllTargets) {
    const std::string outcome = OutcomeText(bidding, target);
    const std::string_view name = NameOf(target);
    if (!bidding.HasBid(target) && outcome != OutcomeText(fresh, target)) {
      return Impossible("nobody has bid on ", name, ", and its outcome is ", outcome, " (P3, P8)");
    }
    const bool drawn = target == Target::kWhite || target == Target::kTime;
    if (bidding.HasBid(target) && drawn && outcome == "-") {
      return Impossible("there are bids on ", name, ", and it has no outcome (P3)");
    }
    // Deposits are level after a match, and after nothing else.
    if (bidding.HasBid(target) && bidding.Gap(target) == 0 && !CanBeMatched(bidding, target)) {
      return Impossible(name, " has been matched, and ", outcome, " comes of no match (P3, P4)");
    }
  }
  const int lead = bidding.deposit(Color::kWhite, Target::kWhite) -
                   bidding.deposit(Color::kBlack, Target::kWhite);
  if (lead != 0 && bidding.white != (lead > 0 ? Color::kWhite : Color::kBlack)) {
    return Impossible("white was raised last by the one who deposited more, and its outcome is ",
                      OutcomeText(bidding, Target::kWhite), " (P3)");
  }
  return absl::OkStatus();
}

// Whether a player can have made so many bids: each adds a chip to one target (P2).
bool CanHaveMade(const Bidding& bidding, Color player, int bids) {
  int targets = 0;
  int chips = 0;
  for (const Target target : kAllTargets) {
    const int deposit = bidding.deposit(player, target);
    targets += deposit > 0 ? 1 : 0;
    chips += deposit;
  }
  return bids >= targets && bids <= chips;
}

// Whether bids in turn, the Challenger's first, can have led here (P1, P5).
bool HasBidsEnough(const Bidding& bidding) {
  const auto bids = static_cast<int>(bidding.bids);
  const Color other = !bidding.turn;
  if (bidding.chips_of(other) > 0) {
    // Nobody has been skipped.
    const int first = (bids + 1) / 2;
    return Index(bidding.turn) == bids % 2 && CanHaveMade(bidding, Color::kWhite, first) &&
           CanHaveMade(bidding, Color::kBlack, bids - first);
  }
  // Until `other` had no chips left the turns alternated; all bids since are the player's.
  for (int others = 1; others <= bids; ++others) {
    const int players = bids - others;
    const int least = other == Color::kWhite ? others - 1 : others;
    if (players >= least && CanHaveMade(bidding, other, others) &&
        CanHaveMade(bidding, bidding.turn, players)) {
      return true;
    }
  }
  return false;
}

absl::Status Validate(const Bidding& bidding) {
  const int total = Total(bidding, Color::kWhite);
  if (total != Total(bidding, Color::kBlack)) {
    return Impossible("chips and deposits of the Challenger are ", total, ", of the Opponent ",
                      Total(bidding, Color::kBlack), "; they must be equal (P27)");
  }
  if (total > kMostChips) {
    return Impossible("each has ", total, " chips and deposits; ", kMostChips, " at most (P27)");
  }
  if (bidding.chips_of(bidding.turn) == 0) {
    return Impossible(kBidders.Name(bidding.turn), " is to bid and has no chips (P27)");
  }
  if (!HasBidsEnough(bidding)) {
    return Impossible("ply is ", bidding.bids,
                      ", and no so many bids in turn, the Challenger's "
                      "first, lead to these deposits with ",
                      kBidders.Name(bidding.turn), " to bid (P2, P5)");
  }
  if (!bidding.HasBid(Target::kFeatures) && bidding.home.size() != Features().width) {
    return Impossible("the home row has ", bidding.home.size(),
                      " letters, and nobody has bid on xf "
                      "for another width than ",
                      static_cast<int>(Features().width), " (P8)");
  }
  return CheckOutcomes(bidding);
}

// Takes `name=` and the value up to the next blank off the front of `text`.
absl::StatusOr<std::string_view> TakeField(std::string_view name, std::string_view* text) {
  if (!ConsumePrefix(text, name) || !ConsumePrefix(text, "=")) {
    return BadField(name,
                    "is missing; the text is `bidding turn=… chips=C,O white=C,O:… "
                    "time=C,O:… home=C,O:… xf=C,O:… ply=N` with one blank between");
  }
  const size_t end = std::min(text->find(' '), text->size());
  const std::string_view value = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return value;
}

}  // namespace

absl::StatusOr<Bidding> ParseBidding(std::string_view text) {
  if (text.size() > kMaxFenLength) {
    return MakeError(ErrorReason::kBadFen,
                     StrCat("the bidding is longer than ", kMaxFenLength, " bytes"));
  }
  if (text.ends_with(' ')) return BadField("ply", "a blank stands behind it");
  Bidding bidding;
  ConsumePrefix(&text, kBiddingWord);
  ARBITER_ASSIGN_OR_RETURN(const auto turn, TakeField("turn", &text));
  const std::optional<Color> bidder = BidderNamed(turn);
  if (!bidder) return BadField("turn", "must be challenger or opponent");
  bidding.turn = *bidder;
  ARBITER_ASSIGN_OR_RETURN(const auto chips_text, TakeField("chips", &text));
  ARBITER_ASSIGN_OR_RETURN(bidding.chips, ReadChips(chips_text, "chips"));
  for (const Target target : kAllTargets) {
    ARBITER_ASSIGN_OR_RETURN(const auto value, TakeField(NameOf(target), &text));
    ARBITER_RETURN_IF_ERROR(ReadTarget(target, value, &bidding));
  }
  ARBITER_ASSIGN_OR_RETURN(const auto ply, TakeField("ply", &text));
  const auto bids = ParseNumber<uint32_t>(ply, 0, 2 * kMostChips);
  if (!bids) return BadField("ply", "must be the number of bids made, 0 to ", 2 * kMostChips);
  bidding.bids = *bids;
  if (!text.empty()) {
    if (!ConsumePrefix(&text, "{clock=") || !ConsumeSuffix(&text, "}")) {
      return BadField("clock", "must be {clock=ms,ms}, and the last");
    }
    bidding.clocks = ParseClocks(text, kMostBiddingClock);
    if (!bidding.clocks) {
      return BadField("clock", "must be two numbers of milliseconds from 0 to ", kMostBiddingClock,
                      ", the Challenger's first");
    }
  }
  ARBITER_RETURN_IF_ERROR(Validate(bidding));
  return bidding;
}

std::string FormatBidding(const Bidding& bidding) {
  std::string text = StrCat(kBiddingWord, "turn=", kBidders.Word(bidding.turn),
                            " chips=", bidding.chips[0], ",", bidding.chips[1]);
  for (const Target target : kAllTargets) {
    StrAppend(&text, " ", NameOf(target), "=", bidding.deposit(Color::kWhite, target), ",",
              bidding.deposit(Color::kBlack, target), ":", OutcomeText(bidding, target));
  }
  StrAppend(&text, " ply=", bidding.bids);
  if (bidding.clocks) StrAppend(&text, " {clock=", FormatClocks(bidding.clocks), "}");
  return text;
}

}  // namespace arbiter::chpok
