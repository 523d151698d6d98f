#include "core/variants/chpok/bidding/rules.h"

#include <algorithm>

#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"

namespace arbiter::chpok {

absl::StatusOr<BiddingRules> BiddingRules::Create(const OptionMap& options) {
  ARBITER_ASSIGN_OR_RETURN(const Options read, ReadOptions(options));
  return BiddingRules(read);
}

OptionMap BiddingRules::options() const {
  return {{"draw_policy", std::string(NameOf(options_.draw_policy))},
          {"minutes_max", StrCat(options_.limits.minutes)},
          {"bonus_max", StrCat(options_.limits.bonus)},
          {"move_limit_min", StrCat(options_.limits.least_moves)}};
}

std::optional<Position> BiddingRules::SkippedTo() const {
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

bool BiddingRules::CanDrawStart(const chpok::Position& position) const {
  // With any of the time controls; a FEN does not say who plays White.
  // Clocks that are tracked have not run yet.
  chpok::Position given = position;
  given.clocks.reset();
  chpok::Position tracked = given;
  NextRules().StartClocks(&tracked);
  if (position.clocks && position.clocks != tracked.clocks) return false;
  uint64_t times = 1;
  bool can = false;
  for (uint64_t time = 0; !can && time < times; ++time) {
    Bidding drawn = DrawStart([&](std::string_view purpose, const auto& candidates) {
      if (purpose != NameOf(Target::kTime)) return uint64_t{0};
      times = candidates.size();
      return time;
    });
    drawn.clocks.reset();
    can = FormatBoardFen(BoardAfter(drawn)) == FormatBoardFen(given);
  }
  return can;
}

std::optional<Position> BiddingRules::NextPosition(const Bidding& position) const {
  if (!position.IsOver()) return std::nullopt;
  return BoardAfter(position);
}

absl::StatusOr<Bidding> BiddingRules::ParseFen(std::string_view text) const {
  absl::StatusOr<Bidding> bidding = ParseBidding(text);
  if (!bidding.ok()) return bidding;
  const BidLimits& limits = options_.limits;
  // After a match the time was drawn, whatever the limits say (P4).
  const bool raised_time = bidding->Gap(Target::kTime) != 0;
  if (raised_time &&
      (bidding->time->minutes > limits.minutes || bidding->time->bonus > limits.bonus)) {
    return MakeError(
        ErrorReason::kImpossiblePosition,
        StrCat("the time was raised to ", FormatTimeControl(*bidding->time),
               "; here minutes are at most ", limits.minutes, ", seconds ", limits.bonus, " (P4)"));
  }
  if (bidding->features.moves < limits.least_moves) {
    return MakeError(ErrorReason::kImpossiblePosition,
                     StrCat("moves was raised to ", bidding->features.moves,
                            "; here it is at least ", limits.least_moves, " (P9)"));
  }
  return bidding;
}

void BiddingRules::StartClocks(Bidding* position) const {
  if (position->clocks || position->bids > 0) return;
  position->clocks.emplace();
  position->clocks->fill(kFirstClock);
}

void BiddingRules::AddTime(Color bidder, Bidding* position) const {
  int64_t& clock = (*position->clocks)[static_cast<size_t>(Index(bidder))];
  const int64_t added = position->chips_of(!bidder) > 0 ? kAddedClock : kAddedClockAlone;
  clock = std::min(kMostBiddingClock, clock + added);
}

BiddingDetail BiddingRules::DetailOf(const Bidding& position, bool ongoing) const {
  BiddingDetail answer;
  answer.turn = position.turn;
  answer.chips = position.chips;
  answer.bids_made = position.bids;
  for (const Target target : kAllTargets) {
    TargetDetail& entry = answer.targets.emplace_back();
    entry.name = NameOf(target);
    entry.deposits = {position.deposit(Color::kWhite, target),
                      position.deposit(Color::kBlack, target)};
    entry.outcome = OutcomeText(position, target);
  }
  answer.width = position.features.width;
  answer.home_row_fits = position.home.size() == position.features.width;
  answer.home_row_played = position.PlayedRow().ToString();
  answer.clocks = position.clocks;
  if (ongoing) answer.bids = BidsOf(position, options_.limits);
  return answer;
}

void BiddingRules::Draw(const Bidding& position, BoardView* view) const {
  NextRules().Draw(StartPosition(position.features, position.PlayedRow()), view);
}

}  // namespace arbiter::chpok
