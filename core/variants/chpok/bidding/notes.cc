#include <cstddef>
#include <utility>

#include "core/rules/strings.h"
#include "core/variants/chpok/bidders.h"
#include "core/variants/chpok/bidding/rules.h"
#include "core/variants/chpok/note_text.h"

namespace arbiter::chpok {
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
