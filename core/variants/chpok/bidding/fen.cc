// Parses and formats the bidding text (P27).
#include "core/rules/fen.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/variants/chpok/bidding/bidding.h"
#include "core/variants/chpok/board/fen.h"
#include "core/variants/chpok/info.h"

namespace arbiter::chpok {
namespace {

template <typename... Parts>
absl::Status BadField(std::string_view name, const Parts&... parts) {
  return MakeError(ErrorReason::kBadFen, StrCat("bidding field ", name, " ", parts...));
}
template <typename... Parts>
absl::Status Impossible(const Parts&... parts) {
  return MakeError(ErrorReason::kImpossiblePosition, StrCat(parts...));
}

std::optional<Color> FindBidder(std::string_view name) {
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    if (kBidders.Word(color) == name) return color;
  }
  return std::nullopt;
}

// Parses `C,O`: the number of chips of each player, from 0 to kMaxChips.
absl::StatusOr<std::array<int, 2>> ReadChips(std::string_view text, std::string_view name) {
  const auto chips = ParsePair(text, 0, kMaxChips);
  if (chips) return *chips;
  return BadField(name, "must be two numbers from 0 to ", kMaxChips, ", the Challenger's first");
}

absl::Status ReadOutcome(Target target, std::string_view text, Bidding* bidding) {
  const std::string_view name = NameOf(target);
  switch (target) {
    case Target::kWhite:
      bidding->white = FindBidder(text);
      if (bidding->white || text == "-") return absl::OkStatus();
      return BadField(name, "must have the outcome -, challenger or opponent");
    case Target::kTime:
      bidding->time = ParseTimeControl(text);
      if (bidding->time || text == "-") return absl::OkStatus();
      return BadField(name, "must have the outcome - or minutes and seconds, for example 5+3");
    case Target::kHome: {
      const absl::StatusOr<HomeRow> row = HomeRow::Parse(text);
      if (!row.ok()) return BadField(name, "is invalid: ", std::string(row.status().message()));
      bidding->home = *row;
      return absl::OkStatus();
    }
    case Target::kFeatures:
    case Target::kCount:
      break;
  }
  const absl::StatusOr<Features> features = ParseFeatures(text);
  if (!features.ok()) {
    return BadField(name, "is invalid: ", std::string(features.status().message()));
  }
  bidding->features = *features;
  return absl::OkStatus();
}

absl::Status ReadTarget(Target target, std::string_view text, Bidding* bidding) {
  const size_t colon = std::min(text.find(':'), text.size());
  ARBITER_ASSIGN_OR_RETURN(const auto deposits, ReadChips(text.substr(0, colon), NameOf(target)));
  bidding->deposit(Color::kWhite, target) = deposits[0];
  bidding->deposit(Color::kBlack, target) = deposits[1];
  if (colon == text.size()) {
    return BadField(NameOf(target), "must have the deposits followed by a colon and the outcome");
  }
  return ReadOutcome(target, text.substr(colon + 1), bidding);
}

// Returns the number of chips that a player had at the start.
int Total(const Bidding& bidding, Color player) {
  int total = bidding.chips_of(player);
  for (const Target target : kAllTargets) total += bidding.deposit(player, target);
  return total;
}

// Returns whether a match can have led to the outcome (P3, P4).
bool CanComeFromMatch(const Bidding& bidding, Target target) {
  switch (target) {
    case Target::kWhite:
      return true;
    case Target::kTime:
      return std::find(std::begin(kRandomTimeControls), std::end(kRandomTimeControls),
                       *bidding.time) != std::end(kRandomTimeControls);
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
      return Impossible(name, " has the outcome ", outcome, ", but nobody has bid on it (P3, P8)");
    }
    const bool drawn = target == Target::kWhite || target == Target::kTime;
    if (bidding.HasBid(target) && drawn && outcome == "-") {
      return Impossible(name, " has bids but no outcome (P3)");
    }
    // Only a match makes the deposits level.
    if (bidding.HasBid(target) && bidding.Gap(target) == 0 && !CanComeFromMatch(bidding, target)) {
      return Impossible(name, " has the outcome ", outcome,
                        ", but its deposits are level, and no match leads to it (P3, P4)");
    }
  }
  const int lead = bidding.deposit(Color::kWhite, Target::kWhite) -
                   bidding.deposit(Color::kBlack, Target::kWhite);
  if (lead != 0 && bidding.white != (lead > 0 ? Color::kWhite : Color::kBlack)) {
    return Impossible("white has the outcome ", OutcomeText(bidding, Target::kWhite),
                      ", but the other player has deposited more and so raised it last (P3)");
  }
  return absl::OkStatus();
}

// Returns whether a player can have made this many bids. A bid adds at least one chip to one target
// (P2).
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

// Returns whether bids in turn, beginning with the Challenger's, can have led here (P1, P5).
bool IsReachable(const Bidding& bidding) {
  const auto bids = static_cast<int>(bidding.bids);
  const Color other = !bidding.turn;
  if (bidding.chips_of(other) > 0) {
    // Nobody has been skipped.
    const int first = (bids + 1) / 2;
    return Index(bidding.turn) == bids % 2 && CanHaveMade(bidding, Color::kWhite, first) &&
           CanHaveMade(bidding, Color::kBlack, bids - first);
  }
  // The turns alternated until `other` had no chips left; since then only the player to move has
  // bid.
  for (int other_bids = 1; other_bids <= bids; ++other_bids) {
    const int own_bids = bids - other_bids;
    const int min = other == Color::kWhite ? other_bids - 1 : other_bids;
    if (own_bids >= min && CanHaveMade(bidding, other, other_bids) &&
        CanHaveMade(bidding, bidding.turn, own_bids)) {
      return true;
    }
  }
  return false;
}

absl::Status CheckClocks(const Bidding& bidding) {
  if (!bidding.clocks) return absl::OkStatus();
  for (const Color player : {Color::kWhite, Color::kBlack}) {
    const int64_t clock = (*bidding.clocks)[static_cast<size_t>(Index(player))];
    if (!CanHaveMade(bidding, player, 0) || clock <= kInitialClock) continue;
    return Impossible(kBidders.Name(player), " has ", clock,
                      " ms but has not bid; only a bid adds to the initial ", kInitialClock,
                      " ms (P6)");
  }
  return absl::OkStatus();
}

absl::Status Validate(const Bidding& bidding) {
  const int total = Total(bidding, Color::kWhite);
  if (total != Total(bidding, Color::kBlack)) {
    return Impossible("the chips and deposits of the Challenger add up to ", total,
                      " and those of the Opponent to ", Total(bidding, Color::kBlack),
                      "; they must be equal (P27)");
  }
  if (total > kMaxChips) {
    return Impossible("the chips and deposits of each player add up to ", total,
                      "; they must be at most ", kMaxChips, " (P27)");
  }
  if (bidding.chips_of(bidding.turn) == 0) {
    return Impossible(kBidders.Name(bidding.turn), " is to bid but has no chips (P27)");
  }
  if (!IsReachable(bidding)) {
    return Impossible(
        "ply is ", bidding.bids,
        ", but that many bids in turn, beginning with the Challenger's, cannot lead to "
        "these deposits with ",
        kBidders.Name(bidding.turn), " to bid (P2, P5)");
  }
  if (!bidding.HasBid(Target::kFeatures) && bidding.home.size() != Features().width) {
    return Impossible("the home row has ", bidding.home.size(),
                      " letters, but without a bid on xf the width is ",
                      static_cast<int>(Features().width), " (P8)");
  }
  ARBITER_RETURN_IF_ERROR(CheckClocks(bidding));
  return CheckOutcomes(bidding);
}

// Removes `name=`, the value and the space after it from the front of `text`, and returns the
// value.
absl::StatusOr<std::string_view> TakeField(std::string_view name, std::string_view* text) {
  if (!ConsumePrefix(text, name) || !ConsumePrefix(text, "=")) {
    return BadField(name,
                    "is missing; a bidding text is `bidding turn=… chips=C,O white=C,O:… "
                    "time=C,O:… home=C,O:… xf=C,O:… ply=N` with single spaces between the fields");
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
  if (text.ends_with(' ')) {
    return MakeError(ErrorReason::kBadFen, "the bidding must not end with a space");
  }
  Bidding bidding;
  ConsumePrefix(&text, kBiddingWord);
  ARBITER_ASSIGN_OR_RETURN(const auto turn, TakeField("turn", &text));
  const std::optional<Color> bidder = FindBidder(turn);
  if (!bidder) return BadField("turn", "must be challenger or opponent");
  bidding.turn = *bidder;
  ARBITER_ASSIGN_OR_RETURN(const auto chips_text, TakeField("chips", &text));
  ARBITER_ASSIGN_OR_RETURN(bidding.chips, ReadChips(chips_text, "chips"));
  for (const Target target : kAllTargets) {
    ARBITER_ASSIGN_OR_RETURN(const auto value, TakeField(NameOf(target), &text));
    ARBITER_RETURN_IF_ERROR(ReadTarget(target, value, &bidding));
  }
  ARBITER_ASSIGN_OR_RETURN(const auto ply, TakeField("ply", &text));
  const auto bids = ParseNumber<uint32_t>(ply, 0, 2 * kMaxChips);
  if (!bids) return BadField("ply", "must be the number of bids made, from 0 to ", 2 * kMaxChips);
  bidding.bids = *bids;
  if (!text.empty()) {
    if (!ConsumePrefix(&text, "{clock=") || !ConsumeSuffix(&text, "}")) {
      return BadField("clock", "must have the form {clock=ms,ms} and come last");
    }
    bidding.clocks = ParseClocks(text, kMaxBiddingClock);
    if (!bidding.clocks) {
      return BadField("clock", "must be two numbers of milliseconds from 0 to ", kMaxBiddingClock,
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
