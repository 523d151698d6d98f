#include <cstddef>

#include "core/rules/strings.h"
#include "core/variants/chpok/board/rules.h"
#include "core/variants/chpok/note_text.h"

namespace arbiter::chpok {
namespace {

std::string PointsText(int points, Locale locale) {
  return Counted(points, {"{n} point", "{n}分", "{n} คะแนน"}, {"{n} points", "{n}分", "{n} คะแนน"},
                 locale);
}

// What the player may still do.
std::string LeftText(const BoardDetail& board, size_t side, Locale locale) {
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

}  // namespace

void BoardRules::AddNotes(const Position& position, bool ongoing, Locale locale,
                          std::vector<std::string>* notes) const {
  const BoardDetail board = DetailOf(position, ongoing);
  constexpr LocalText kSemicolon = {"; ", "；"};
  for (size_t side = 0; side < 2; ++side) {
    notes->push_back(StrCat(Info().players[side].In(locale), kColon.In(locale),
                            PointsText(board.points[side], locale),
                            ClockNote(board.clocks, side, locale), kSemicolon.In(locale),
                            LeftText(board, side, locale)));
  }
}

}  // namespace arbiter::chpok
