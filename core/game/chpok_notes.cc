#include "core/game/chpok_notes.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/game/messages.h"
#include "core/rules/strings.h"

namespace arbiter {
namespace {

// Between a name and what is said of it, and between the parts of that.
constexpr LocalText kColon = {": ", "："};
constexpr LocalText kComma = {", ", "、"};

// `3:05`, in minutes and whole seconds; past an hour `1:03:05`.
std::string ClockText(int64_t ms) {
  const auto two_digits = [](int64_t number) { return StrCat(number < 10 ? "0" : "", number); };
  const int64_t seconds = ms / 1000;
  const int64_t minutes = seconds / 60;
  const std::string end = StrCat(":", two_digits(seconds % 60));
  if (minutes < 60) return StrCat(minutes, end);
  return StrCat(minutes / 60, ":", two_digits(minutes % 60), end);
}

// The text with the number in it; English has another text for one.
std::string Counted(int number, const LocalText& one, const LocalText& more, Locale locale) {
  return FillIn((number == 1 ? one : more).In(locale), {{"n", StrCat(number)}});
}

std::string PointsText(int points, Locale locale) {
  return Counted(points, {"{n} point", "{n}分", "{n} คะแนน"}, {"{n} points", "{n}分", "{n} คะแนน"},
                 locale);
}

std::string ClockNote(const chpok::Clocks& clocks, size_t player, Locale locale) {
  if (!clocks) return "";
  constexpr LocalText kClock = {", clock {clock}", "，用时剩{clock}", ", เวลา {clock}"};
  return FillIn(kClock.In(locale), {{"clock", ClockText((*clocks)[player])}});
}

// What the player may still do.
std::string LeftText(const chpok::BoardDetail& board, size_t side, Locale locale) {
  std::string text = Counted(board.moves_left[side], {"left: {n} move", "余{n}步", "เหลือ {n} ตา"},
                             {"left: {n} moves", "余{n}步", "เหลือ {n} ตา"}, locale);
  const auto add = [&](int number, const LocalText& one, const LocalText& more) {
    if (number > 0) StrAppend(&text, kComma.In(locale), Counted(number, one, more, locale));
  };
  add(board.castlings_left[side], {"{n} castling", "易位{n}次", "เข้าป้อม {n} ครั้ง"},
      {"{n} castlings", "易位{n}次", "เข้าป้อม {n} ครั้ง"});
  add(board.undos_left[side], {"{n} undo", "悔棋{n}次", "ย้อนตา {n} ครั้ง"},
      {"{n} undos", "悔棋{n}次", "ย้อนตา {n} ครั้ง"});
  add(board.newborn_left[side] ? 1 : 0, {"new pawn", "新兵{n}个", "เบี้ยใหม่ {n} ตัว"}, {});
  return text;
}

LocalText TargetName(std::string_view target) {
  if (target == "white") return {"White", "白方", "ฝ่ายขาว"};
  if (target == "time") return {"Time", "时限", "เวลา"};
  if (target == "home") return {"Home row", "底线", "แถวหลัง"};
  return {"Features", "特别规则", "กติกาพิเศษ"};
}

// The outcome in words, the way it would be played as things stand.
std::string OutcomeText(const chpok::BiddingDetail& bidding, const chpok::TargetDetail& target,
                        Locale locale) {
  if (target.name == "home" && !bidding.home_row_fits) {
    constexpr LocalText kMisfit = {"{played}, as {row} does not fit the width of {width}",
                                   "{played}（{row}不合宽度{width}）",
                                   "{played} เพราะ {row} ไม่พอดีกับความกว้าง {width}"};
    return FillIn(kMisfit.In(locale), {{"played", bidding.home_row_played},
                                       {"row", target.outcome},
                                       {"width", StrCat(bidding.width)}});
  }
  if (target.outcome == "challenger") return std::string(BidderName(Color::kWhite, locale));
  if (target.outcome == "opponent") return std::string(BidderName(Color::kBlack, locale));
  if (target.outcome != "-") return ReplaceAll(target.outcome, {{",", ", "}});
  constexpr LocalText kNone = {"none", "无", "ไม่มี"};
  constexpr LocalText kOpen = {"not known yet", "未定", "ยังไม่กำหนด"};
  return std::string((target.name == "xf" ? kNone : kOpen).In(locale));
}

}  // namespace

void AppendBoardNotes(const VariantInfo& variant, const chpok::BoardDetail& board, Locale locale,
                      std::vector<std::string>* notes) {
  constexpr LocalText kSemicolon = {"; ", "；"};
  for (size_t side = 0; side < 2; ++side) {
    notes->push_back(StrCat(variant.players[side].In(locale), kColon.In(locale),
                            PointsText(board.points[side], locale),
                            ClockNote(board.clocks, side, locale), kSemicolon.In(locale),
                            LeftText(board, side, locale)));
  }
}

void AppendBiddingNotes(const chpok::BiddingDetail& bidding, bool over, Locale locale,
                        std::vector<std::string>* notes) {
  for (const Color player : {Color::kWhite, Color::kBlack}) {
    const auto index = static_cast<size_t>(Index(player));
    notes->push_back(StrCat(BidderName(player, locale), kColon.In(locale),
                            Counted(bidding.chips[index], {"{n} chip", "{n}枚筹码", "{n} ชิป"},
                                    {"{n} chips", "{n}枚筹码", "{n} ชิป"}, locale),
                            ClockNote(bidding.clocks, index, locale)));
  }
  if (!over) {
    constexpr LocalText kToBid = {"To bid: {player}", "轮到{player}出价", "ถึงตา{player}ประมูล"};
    notes->push_back(FillIn(kToBid.In(locale), {{"player", BidderName(bidding.turn, locale)}}));
  }
  constexpr LocalText kDeposits = {" (deposits {first}-{second})", "（押{first}-{second}）",
                                   " (วาง {first}-{second})"};
  for (const chpok::TargetDetail& target : bidding.targets) {
    std::string note = StrCat(TargetName(target.name).In(locale), kColon.In(locale),
                              OutcomeText(bidding, target, locale));
    if (target.deposits[0] + target.deposits[1] > 0) {
      note += FillIn(kDeposits.In(locale), {{"first", StrCat(target.deposits[0])},
                                            {"second", StrCat(target.deposits[1])}});
    }
    notes->push_back(std::move(note));
  }
}

}  // namespace arbiter
