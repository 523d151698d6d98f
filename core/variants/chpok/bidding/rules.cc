#include "core/variants/chpok/bidding/rules.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/rules/error.h"
#include "core/rules/status_macros.h"
#include "core/rules/strings.h"
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

namespace {

LocalText TargetName(std::string_view target) {
  if (target == "white") return {"White", "白方", "ฝ่ายขาว"};
  if (target == "time") return {"Time", "时限", "เวลา"};
  if (target == "home") return {"Home row", "底线", "แถวหลัง"};
  return {"Features", "特别规则", "กติกาพิเศษ"};
}

// The outcome in words, the way it would be played as things stand.
std::string OutcomeText(const BiddingDetail& bidding, const TargetDetail& target, Locale locale) {
  if (target.name == "home" && !bidding.home_row_fits) {
    constexpr LocalText kMisfit = {"{played}, as {row} does not fit the width of {width}",
                                   "{played}（{row}不合宽度{width}）",
                                   "{played} เพราะ {row} ไม่พอดีกับความกว้าง {width}"};
    return FillIn(kMisfit.In(locale), {{"played", bidding.home_row_played},
                                       {"row", target.outcome},
                                       {"width", StrCat(bidding.width)}});
  }
  if (target.outcome == "challenger") return std::string(kBidders.Title(Color::kWhite).In(locale));
  if (target.outcome == "opponent") return std::string(kBidders.Title(Color::kBlack).In(locale));
  if (target.outcome != "-") return ReplaceAll(target.outcome, {{",", ", "}});
  constexpr LocalText kNone = {"none", "无", "ไม่มี"};
  constexpr LocalText kOpen = {"not known yet", "未定", "ยังไม่กำหนด"};
  return std::string((target.name == "xf" ? kNone : kOpen).In(locale));
}

}  // namespace

void BiddingRules::AddNotes(const Bidding& position, bool ongoing, Locale locale,
                            std::vector<std::string>* notes) const {
  const BiddingDetail bidding = DetailOf(position, ongoing);
  for (const Color player : {Color::kWhite, Color::kBlack}) {
    const auto index = static_cast<size_t>(Index(player));
    notes->push_back(StrCat(kBidders.Title(player).In(locale), kColon.In(locale),
                            Counted(bidding.chips[index], {"{n} chip", "{n}枚筹码", "{n} ชิป"},
                                    {"{n} chips", "{n}枚筹码", "{n} ชิป"}, locale),
                            ClockNote(bidding.clocks, index, locale)));
  }
  if (ongoing) {
    constexpr LocalText kToBid = {"To bid: {player}", "轮到{player}出价", "ถึงตา{player}ประมูล"};
    notes->push_back(
        FillIn(kToBid.In(locale), {{"player", kBidders.Title(bidding.turn).In(locale)}}));
  }
  constexpr LocalText kDeposits = {" (deposits {first}-{second})", "（押{first}-{second}）",
                                   " (วาง {first}-{second})"};
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
