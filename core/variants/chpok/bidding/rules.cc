#include "core/variants/chpok/bidding/rules.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/variants/chpok/info.h"

namespace arbiter::chpok {

absl::StatusOr<BiddingRules> BiddingRules::Create(const OptionMap& options) {
  ARBITER_ASSIGN_OR_RETURN(const Options read, ReadOptions(options));
  return BiddingRules(read);
}

OptionMap BiddingRules::options() const {
  return {{"draw_policy", std::string(NameOf(options_.draw_policy))},
          {"minutes_max", StrCat(options_.limits.minutes)},
          {"bonus_max", StrCat(options_.limits.bonus)},
          {"move_limit_min", StrCat(options_.limits.min_moves)}};
}

std::optional<Position> BiddingRules::StartIfSkipped() const {
  if (!options_.skip_bidding) return std::nullopt;
  const HomeRow row = options_.home_row.value_or(HomeRow::DefaultFor(options_.features.width));
  chpok::Position position = StartPosition(options_.features, row);
  position.time_control = options_.time_control;
  position.challenger = options_.challenger;
  if (options_.track_clocks) NextRules().StartClocks(&position);
  return position;
}

Bidding BiddingRules::Start() const {
  Bidding bidding = StartBidding(options_.chips);
  if (options_.track_clocks) StartClocks(&bidding);
  return bidding;
}

bool BiddingRules::CanBeRandomStart(const chpok::Position& position) const {
  // If clocks are tracked, they must show the time control. Apart from the clocks, the position
  // must result from one of the time controls that can be drawn. Who plays White does not matter,
  // because a FEN does not contain it.
  chpok::Position untimed = position;
  untimed.clocks.reset();
  chpok::Position tracked = untimed;
  NextRules().StartClocks(&tracked);
  if (position.clocks && position.clocks != tracked.clocks) return false;
  uint64_t times = 1;
  bool found = false;
  for (uint64_t time = 0; !found && time < times; ++time) {
    chpok::Position drawn = DrawStart([&](std::string_view purpose, const auto& candidates) {
      if (purpose != NameOf(Target::kTime)) return uint64_t{0};
      times = candidates.size();
      return time;
    });
    drawn.clocks.reset();
    found = FormatBoardFen(drawn) == FormatBoardFen(untimed);
  }
  return found;
}

std::optional<Position> BiddingRules::NextPosition(const Bidding& position) const {
  if (!position.IsOver()) return std::nullopt;
  return BoardAfter(position);
}

absl::StatusOr<Bidding> BiddingRules::ParseFen(std::string_view text) const {
  ARBITER_ASSIGN_OR_RETURN(Bidding bidding, ParseBidding(text));
  const BidLimits& limits = options_.limits;
  // The limits do not apply to a time that was drawn after a match (P4).
  const bool raised_time = bidding.Gap(Target::kTime) != 0;
  if (raised_time &&
      (bidding.time->minutes > limits.minutes || bidding.time->bonus > limits.bonus)) {
    return MakeError(ErrorReason::kImpossiblePosition,
                     StrCat("the time was raised to ", FormatTimeControl(*bidding.time),
                            "; in this game the minutes are at most ", limits.minutes,
                            " and the seconds at most ", limits.bonus, " (P4)"));
  }
  if (bidding.features.moves < limits.min_moves) {
    return MakeError(ErrorReason::kImpossiblePosition,
                     StrCat("moves was raised to ", bidding.features.moves,
                            ", but must be at least ", limits.min_moves, " in this game (P9)"));
  }
  return bidding;
}

void BiddingRules::StartClocks(Bidding* position) const {
  if (position->clocks || position->bids > 0) return;
  position->clocks.emplace();
  position->clocks->fill(kInitialClock);
}

void BiddingRules::AddTime(Color bidder, Bidding* position) const {
  int64_t& clock = (*position->clocks)[static_cast<size_t>(Index(bidder))];
  const int64_t added = position->chips_of(!bidder) > 0 ? kClockIncrement : kClockIncrementAlone;
  clock = std::min(kMaxBiddingClock, clock + added);
}

BiddingDetail BiddingRules::DetailOf(const Bidding& position, bool ongoing) const {
  BiddingDetail detail;
  detail.turn = position.turn;
  detail.chips = position.chips;
  detail.bids_made = position.bids;
  for (const Target target : kAllTargets) {
    TargetDetail& entry = detail.targets.emplace_back();
    entry.name = NameOf(target);
    entry.deposits = {position.deposit(Color::kWhite, target),
                      position.deposit(Color::kBlack, target)};
    entry.outcome = OutcomeText(position, target);
  }
  detail.width = position.features.width;
  detail.home_row_fits = position.home.size() == position.features.width;
  detail.home_row_played = position.PlayedRow().ToString();
  detail.clocks = position.clocks;
  if (ongoing) detail.bids = BidsOf(position, options_.limits);
  return detail;
}

void BiddingRules::Draw(const Bidding& position, BoardView* view) const {
  NextRules().Draw(StartPosition(position.features, position.PlayedRow()), view);
}

}  // namespace arbiter::chpok
