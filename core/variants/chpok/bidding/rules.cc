#include "core/variants/chpok/bidding/rules.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/variants/chpok/info.h"
#include "core/variants/chpok/note_text.h"

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
                            "; in this game it is at least ", limits.min_moves, " (P9)"));
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

namespace {

LocalText TargetName(std::string_view target) {
  if (target == "white") return {"White", "白方", "ฝ่ายขาว"};
  if (target == "time") return {"Time", "时限", "เวลา"};
  if (target == "home") return {"Home row", "底线", "แถวหลัง"};
  return {"Features", "特别规则", "กติกาพิเศษ"};
}

// Returns the outcome of a target in words, as it would be played if the bidding were over.
std::string OutcomeText(const BiddingDetail& bidding, const TargetDetail& target, Locale locale) {
  if (target.name == "home" && !bidding.home_row_fits) {
    constexpr LocalText kMisfit = {"{played}, as {row} does not fit the width of {width}",
                                   "{played}（{row}与宽度{width}不符）",
                                   "{played} เพราะ {row} ไม่พอดีกับกระดานกว้าง {width} ช่อง"};
    return FillIn(kMisfit.In(locale), {{"played", bidding.home_row_played},
                                       {"row", target.outcome},
                                       {"width", StrCat(bidding.width)}});
  }
  if (target.outcome == "challenger") return std::string(kBidders.Title(Color::kWhite).In(locale));
  if (target.outcome == "opponent") return std::string(kBidders.Title(Color::kBlack).In(locale));
  if (target.outcome != "-") return ReplaceAll(target.outcome, {{",", ", "}});
  constexpr LocalText kNone = {"none", "无", "ไม่มี"};
  constexpr LocalText kUndecided = {"not known yet", "未定", "ยังไม่กำหนด"};
  return std::string((target.name == "xf" ? kNone : kUndecided).In(locale));
}

}  // namespace

void BiddingRules::AddNotes(const Bidding& position, bool ongoing, Locale locale,
                            std::vector<std::string>* notes) const {
  const BiddingDetail bidding = DetailOf(position, ongoing);
  for (const Color player : {Color::kWhite, Color::kBlack}) {
    const auto index = static_cast<size_t>(Index(player));
    notes->push_back(StrCat(kBidders.Title(player).In(locale), kColon.In(locale),
                            FormatCount(bidding.chips[index], {"{n} chip", "{n}枚筹码", "{n} ชิป"},
                                        {"{n} chips", "{n}枚筹码", "{n} ชิป"}, locale),
                            ClockNote(bidding.clocks, index, locale)));
  }
  if (ongoing) {
    constexpr LocalText kToBid = {"To bid: {player}", "轮到{player}出价", "ถึงตา{player}ประมูล"};
    notes->push_back(
        FillIn(kToBid.In(locale), {{"player", kBidders.Title(bidding.turn).In(locale)}}));
  }
  constexpr LocalText kDeposits = {" (deposits {first}-{second})", "（押注{first}-{second}）",
                                   " (วางชิป {first}-{second})"};
  for (const TargetDetail& target : bidding.targets) {
    std::string note = StrCat(TargetName(target.name).In(locale), kColon.In(locale),
                              OutcomeText(bidding, target, locale));
    if (target.deposits[0] + target.deposits[1] > 0) {
      note += FillIn(kDeposits.In(locale), {{"first", StrCat(target.deposits[0])},
                                            {"second", StrCat(target.deposits[1])}});
    }
    notes->push_back(std::move(note));
  }
}

}  // namespace arbiter::chpok
