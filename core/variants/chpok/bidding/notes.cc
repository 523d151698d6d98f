// What Chpok says about a state of the bidding.
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/strings.h"
#include "core/variants/chpok/bidding/rules.h"
#include "core/variants/chpok/note_text.h"

namespace arbiter::chpok {
namespace {

LocalText TargetName(std::string_view target) {
  if (target == "white") return {"White", "白方", "ฝ่ายขาว"};
  if (target == "time") return {"Time", "时限", "เวลา"};
  if (target == "home") return {"Home row", "底线", "แถวหลัง"};
  return kFeatures;
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

// Returns the line of a target, such as `Time: 5+3 (deposits 0-2)`.
std::string TargetText(const BiddingDetail& bidding, const TargetDetail& target, Locale locale) {
  std::string text = StrCat(TargetName(target.name).In(locale), kColon.In(locale),
                            OutcomeText(bidding, target, locale));
  if (target.deposits[0] + target.deposits[1] > 0) {
    constexpr LocalText kDeposits = {" (deposits {first}-{second})", "（押注{first}-{second}）",
                                     " (วางชิป {first}-{second})"};
    text += FillIn(kDeposits.In(locale),
                   {{"first", StrCat(target.deposits[0])}, {"second", StrCat(target.deposits[1])}});
  }
  return text;
}

// Returns the line of the bids that are open on a target, such as `Bids on Time: match for 2 chips,
// raise by 3-7 chips` (P10); empty if there are none.
std::string BidsText(const BidTemplate& bid, Locale locale) {
  std::string bids;
  if (bid.match_cost) {
    bids = FormatCount(*bid.match_cost, {"match for {n} chip", "跟注{n}枚筹码", "ตาม {n} ชิป"},
                       {"match for {n} chips", "跟注{n}枚筹码", "ตาม {n} ชิป"}, locale);
  }
  if (bid.min_raise) {
    constexpr LocalText kSingular = {"raise by {n} chip", "加注{n}枚筹码", "เพิ่ม {n} ชิป"};
    constexpr LocalText kPlural = {"raise by {n} chips", "加注{n}枚筹码", "เพิ่ม {n} ชิป"};
    const std::string range = bid.min_raise == bid.max_raise
                                  ? StrCat(*bid.min_raise)
                                  : StrCat(*bid.min_raise, "-", *bid.max_raise);
    StrAppend(&bids, bids.empty() ? "" : kComma.In(locale),
              FillIn((*bid.max_raise == 1 ? kSingular : kPlural).In(locale), {{"n", range}}));
  }
  if (bids.empty()) return bids;
  constexpr LocalText kBids = {"Bids on {target}: {bids}", "{target}可出价：{bids}",
                               "ประมูล{target}ได้: {bids}"};
  return FillIn(kBids.In(locale), {{"target", TargetName(bid.target).In(locale)}, {"bids", bids}});
}

}  // namespace

void BiddingRules::AddNotes(const Bidding& position, bool ongoing, Locale locale,
                            std::vector<Note>* notes) const {
  const BiddingDetail bidding = DetailOf(position, ongoing);
  const auto add = [notes](std::string text) {
    notes->push_back({.text = std::move(text), .in_picture = true});
  };
  for (const Color player : {Color::kWhite, Color::kBlack}) {
    const auto index = static_cast<size_t>(Index(player));
    add(StrCat(kBidders.Title(player).In(locale), kColon.In(locale),
               FormatCount(bidding.chips[index], {"{n} chip", "{n}枚筹码", "{n} ชิป"},
                           {"{n} chips", "{n}枚筹码", "{n} ชิป"}, locale),
               ClockNote(bidding.clocks, index, locale)));
  }
  if (ongoing) {
    constexpr LocalText kToBid = {"To bid: {player}", "轮到{player}出价", "ถึงตา{player}ประมูล"};
    add(FillIn(kToBid.In(locale), {{"player", kBidders.Title(bidding.turn).In(locale)}}));
  }
  for (const TargetDetail& target : bidding.targets) add(TargetText(bidding, target, locale));
  for (const BidTemplate& bid : bidding.bids) {
    std::string text = BidsText(bid, locale);
    if (!text.empty()) notes->push_back({.text = std::move(text)});
  }
}

}  // namespace arbiter::chpok
