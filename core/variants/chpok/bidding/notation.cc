#include "core/variants/chpok/bidding/notation.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/numbers.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/rules/roles.h"
#include "core/variants/chpok/board/notation.h"
#include "core/variants/chpok/info.h"
#include "core/variants/chpok/note_text.h"

namespace arbiter::chpok {
namespace {

std::optional<Target> FindTarget(std::string_view name) {
  for (const Target target : kAllTargets) {
    if (NameOf(target) == name) return target;
  }
  return std::nullopt;
}

// Removes the first word and the space after it from `text`, and returns the word.
std::string_view TakeWord(std::string_view* text) {
  const size_t end = std::min(text->find(' '), text->size());
  const std::string_view word = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  return word;
}

// Parses a bid and checks that it is legal.
class BidParser {
 public:
  BidParser(const Bidding& bidding, const BidLimits& limits, std::string_view text)
      : bidding_(bidding), limits_(limits), text_(text) {}

  absl::StatusOr<Bid> Run() {
    ARBITER_RETURN_IF_ERROR(Read());
    ARBITER_RETURN_IF_ERROR(bid_.is_match ? CheckMatch() : CheckRaise());
    return bid_;
  }

 private:
  template <typename... Parts>
  absl::Status BadText(const Parts&... parts) const {
    return MakeError(ErrorReason::kBadActionText, StrCat(Quoted(text_), ": ", parts...));
  }
  template <typename... Parts>
  absl::Status Illegal(const Parts&... parts) const {
    return MakeError(ErrorReason::kIllegalAction, StrCat(text_, ": ", parts...));
  }

  absl::Status Read() {
    std::string_view rest = text_;
    const std::string_view verb = TakeWord(&rest);
    if (verb != "match" && verb != "raise") return NotABid();
    bid_.is_match = verb == "match";
    const std::string_view name = TakeWord(&rest);
    const std::optional<Target> target = FindTarget(name);
    if (!target) {
      std::vector<std::string_view> known;
      for (const Target other : kAllTargets) known.push_back(NameOf(other));
      return BadText("unknown target ", Quoted(name), KnownNames(name, known));
    }
    bid_.target = *target;
    if (bid_.is_match) {
      bid_.chips = bidding_.Gap(*target);
      if (text_ == FormatBid(bid_)) return absl::OkStatus();
      return BadText("a match is written ", FormatBid(bid_), ", with nothing after it");
    }
    std::string_view chips = TakeWord(&rest);
    const auto number =
        ConsumePrefix(&chips, "+") ? ParseNumber<int>(chips, 1, 2 * kMaxChips) : std::nullopt;
    if (!number) {
      return BadText("after the target a raise names the chips that it adds, for example +3 (P2)");
    }
    bid_.chips = *number;
    ARBITER_RETURN_IF_ERROR(ReadOutcome(rest));
    // Only features can be written in several ways.
    if (bid_.target == Target::kFeatures || text_ == FormatBid(bid_)) return absl::OkStatus();
    return BadText("words must be separated by single spaces, with nothing after the last one");
  }

  absl::Status NotABid() const {
    if (text_ == "undo" || ReadAction(text_) || kColors.SplitActor(text_).actor) {
      return MakeError(
          ErrorReason::kIllegalAction,
          StrCat(Quoted(text_), ": this is an action on the board, and the bidding is not over"));
    }
    return MakeError(ErrorReason::kBadActionText,
                     StrCat(Quoted(text_),
                            " is not a valid action in Chpok's bidding; examples are "
                            "match white, raise time +3 5+2, resign"));
  }

  absl::Status ReadOutcome(std::string_view outcome) {
    switch (bid_.target) {
      case Target::kWhite:
        if (outcome.empty()) break;
        return BadText("the raiser plays White, so a raise on white names no outcome (P3)");
      case Target::kTime: {
        const auto time = ParseTimeControl(outcome);
        if (!time) {
          return BadText("a time control is minutes and bonus seconds, for example 5+2 (P4)");
        }
        bid_.time = *time;
        break;
      }
      case Target::kHome: {
        const absl::StatusOr<HomeRow> row = HomeRow::Parse(outcome);
        if (!row.ok()) return BadText(std::string(row.status().message()));
        bid_.home = *row;
        break;
      }
      case Target::kFeatures:
      case Target::kCount: {
        const absl::StatusOr<Features> features = ParseFeatures(outcome);
        if (!features.ok()) return BadText(std::string(features.status().message()), " (P9)");
        bid_.features = *features;
        break;
      }
    }
    return absl::OkStatus();
  }

  std::string DescribeChips() const {
    const std::string chips = FormatCount(bidding_.chips_of(bidding_.turn), {"{n} chip"},
                                          {"{n} chips"}, Locale::kEnglish);
    return StrCat("the gap on ", NameOf(bid_.target), " is ", bidding_.Gap(bid_.target), ", and ",
                  kBidders.Name(bidding_.turn), " has ", chips, " (P2)");
  }

  absl::Status CheckMatch() const {
    if (bid_.chips > 0 && bid_.chips <= bidding_.chips_of(bidding_.turn)) return absl::OkStatus();
    return Illegal("a match adds the gap, which must be at least 1 and at most the chips left; ",
                   DescribeChips());
  }

  absl::Status CheckRaise() const {
    if (bid_.chips <= bidding_.Gap(bid_.target)) {
      return Illegal("a raise adds more than the gap; ", DescribeChips());
    }
    if (bid_.chips > bidding_.chips_of(bidding_.turn)) {
      return Illegal("a raise adds at most the chips left; ", DescribeChips());
    }
    const Features& features = bid_.features;
    if (bid_.target == Target::kTime &&
        (bid_.time.minutes > limits_.minutes || bid_.time.bonus > limits_.bonus)) {
      return Illegal("in this game the minutes are 1 to ", limits_.minutes,
                     " and the seconds 0 to ", limits_.bonus, " (P4)");
    }
    if (bid_.target == Target::kHome && bid_.home.size() != bidding_.features.width) {
      return Illegal("the home row has ", bid_.home.size(), " letters, but the width in force is ",
                     bidding_.features.width, " (P8)");
    }
    if (bid_.target == Target::kFeatures && features.moves < limits_.min_moves) {
      return Illegal("moves is ", features.moves, ", but must be at least ", limits_.min_moves,
                     " in this game (P9)");
    }
    return absl::OkStatus();
  }

  const Bidding& bidding_;
  const BidLimits& limits_;
  const std::string_view text_;
  Bid bid_ = {};
};

// Describes the outcomes that a raise on a target can name.
std::string DescribeOutcomes(Target target, const Bidding& bidding, const BidLimits& limits) {
  switch (target) {
    case Target::kWhite:
      return "";
    case Target::kTime:
      return StrCat("M is minutes, 1 to ", limits.minutes, "; B is bonus seconds, 0 to ",
                    limits.bonus);
    case Target::kHome:
      return StrCat("ROW is ", bidding.features.width,
                    " letters, each K, Q, R, B, D, N or P, at least one of them a K");
    case Target::kFeatures:
    case Target::kCount:
      break;
  }
  return StrCat(
      "FEATURES is - or a comma-separated list of width=6 to 10, moves=", limits.min_moves,
      " to 888, undo=0 to 5, points=seven digits for PRNBDQK, castlings=0 to 5, hill, racing, "
      "cruel, superqueen, cornerbishop, backpawn, newborn, remove, skip, nopromoteking, "
      "noenpassant");
}

// The forms of a raise, in the order of Target.
constexpr std::string_view kForms[] = {"raise white +N", "raise time +N M+B", "raise home +N ROW",
                                       "raise xf +N FEATURES"};

}  // namespace

std::string FormatBid(const Bid& bid) {
  if (bid.is_match) return StrCat("match ", NameOf(bid.target));
  std::string text = StrCat("raise ", NameOf(bid.target), " +", bid.chips);
  switch (bid.target) {
    case Target::kWhite:
      return text;
    case Target::kTime:
      return StrCat(text, " ", FormatTimeControl(bid.time));
    case Target::kHome:
      return StrCat(text, " ", bid.home.ToString());
    case Target::kFeatures:
    case Target::kCount:
      break;
  }
  return StrCat(text, " ", FormatFeatures(bid.features));
}

absl::StatusOr<Bid> ParseBid(const Bidding& bidding, const BidLimits& limits,
                             std::string_view text) {
  return BidParser(bidding, limits, text).Run();
}

std::vector<BidTemplate> BidsOf(const Bidding& bidding, const BidLimits& limits) {
  std::vector<BidTemplate> bids;
  const int chips = bidding.chips_of(bidding.turn);
  for (const Target target : kAllTargets) {
    BidTemplate& bid = bids.emplace_back();
    bid.target = NameOf(target);
    bid.gap = bidding.Gap(target);
    bid.form = kForms[static_cast<size_t>(target)];
    bid.outcomes = DescribeOutcomes(target, bidding, limits);
    if (bid.gap > 0 && bid.gap <= chips) bid.match_cost = bid.gap;
    const int min = std::max(1, bid.gap + 1);
    if (min > chips) continue;
    bid.min_raise = min;
    bid.max_raise = chips;
  }
  return bids;
}

}  // namespace arbiter::chpok
