// What Chpok says about a state of its board.
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/strings.h"
#include "core/variants/chpok/board/rules.h"
#include "core/variants/chpok/note_text.h"

namespace arbiter::chpok {
namespace {

std::string PointsText(int points, Locale locale) {
  return FormatCount(points, {"{n} point", "{n}分", "{n} คะแนน"},
                     {"{n} points", "{n}分", "{n} คะแนน"}, locale);
}

// Formats the numbers of moves and rights that a player has left.
std::string LeftText(const BoardDetail& board, size_t side, Locale locale) {
  std::string text =
      FormatCount(board.moves_left[side], {"left: {n} move", "剩余{n}步", "เหลือ {n} ตา"},
                  {"left: {n} moves", "剩余{n}步", "เหลือ {n} ตา"}, locale);
  const auto add = [&](int number, const LocalText& singular, const LocalText& plural) {
    if (number == 0) return;
    StrAppend(&text, kComma.In(locale), FormatCount(number, singular, plural, locale));
  };
  add(board.castlings_left[side], {"{n} castling", "易位{n}次", "เข้าป้อม {n} ครั้ง"},
      {"{n} castlings", "易位{n}次", "เข้าป้อม {n} ครั้ง"});
  add(board.undos_left[side], {"{n} undo", "悔棋{n}次", "ย้อนตา {n} ครั้ง"},
      {"{n} undos", "悔棋{n}次", "ย้อนตา {n} ครั้ง"});
  add(board.newborn_left[side] ? 1 : 0, {"new pawn", "新兵{n}个", "เบี้ยใหม่ {n} ตัว"}, {});
  return text;
}

// Lists the sources of a player's points, such as `White's points: 7 for rows reached, 2 carried
// over` (P14); empty if there are none.
std::string SourcesText(const PointSources& sources, const LocalText& player, Locale locale) {
  std::string text;
  const auto add = [&](int points, const LocalText& source) {
    if (points == 0) return;
    StrAppend(&text, text.empty() ? "" : kComma.In(locale),
              FillIn(source.In(locale), {{"n", StrCat(points)}}));
  };
  add(sources.rows, {"{n} for rows reached", "所到横线{n}", "แถวที่ไปถึง {n}"});
  add(sources.kinds, {"{n} for pieces moved", "所走棋子{n}", "ตัวหมากที่เดิน {n}"});
  add(sources.kings, {"{n} for kings captured", "所吃的王{n}", "คิงที่กินได้ {n}"});
  add(sources.goals, {"{n} for a king at its goal", "王达目标{n}", "คิงถึงเป้าหมาย {n}"});
  add(sources.time, {"{n} for running out of time", "超时{n}", "หมดเวลา {n}"});
  add(sources.before, {"{n} carried over", "此前得分{n}", "ยกมา {n}"});
  if (text.empty()) return text;
  constexpr LocalText kPoints = {"{player}'s points: {sources}", "{player}得分来源：{sources}",
                                 "คะแนนของ{player}: {sources}"};
  return FillIn(kPoints.In(locale), {{"player", player.In(locale)}, {"sources", text}});
}

// What happens if nobody scores for some moves (P18), with claims and without.
constexpr LocalText kDrawClaim = {"If nobody scores, a draw can be claimed after {moves}.",
                                  "若双方均不得分，{moves}后可申请判和。",
                                  "ถ้าไม่มีใครได้คะแนน ขอให้ตัดสินเสมอได้หลัง{moves}"};
constexpr LocalText kWinClaim = {"If nobody scores, {winner} can claim a win after {moves}.",
                                 "若双方均不得分，{moves}后{winner}可申请获胜。",
                                 "ถ้าไม่มีใครได้คะแนน {winner}ขอให้ตัดสินว่าชนะได้หลัง{moves}"};
constexpr LocalText kDraw = {"If nobody scores, the game is drawn after {moves}.",
                             "若双方均不得分，{moves}后和棋。",
                             "ถ้าไม่มีใครได้คะแนน เกมจะเสมอหลัง{moves}"};
constexpr LocalText kWin = {"If nobody scores, {winner} wins after {moves}.",
                            "若双方均不得分，{moves}后{winner}获胜。",
                            "ถ้าไม่มีใครได้คะแนน {winner}จะชนะหลัง{moves}"};

// Fills one of these sentences in, with a distance in moves by Black.
std::string DistanceText(const LocalText& sentence, int black_moves, const LocalText& winner,
                         Locale locale) {
  const std::string moves =
      FormatCount(black_moves, {"{n} more move by Black", "黑方再走{n}步", "ดำเดินอีก {n} ตา"},
                  {"{n} more moves by Black", "黑方再走{n}步", "ดำเดินอีก {n} ตา"}, locale);
  return FillIn(sentence.In(locale), {{"winner", winner.In(locale)}, {"moves", moves}});
}

}  // namespace

void BoardRules::AddNotes(const Position& position, bool ongoing, Locale locale,
                          std::vector<Note>* notes) const {
  const BoardDetail board = DetailOf(position, ongoing);
  const auto& players = Info().players;
  constexpr LocalText kSemicolon = {"; ", "；"};
  for (size_t side = 0; side < 2; ++side) {
    notes->push_back({.text = StrCat(players[side].In(locale), kColon.In(locale),
                                     PointsText(board.points[side], locale),
                                     ClockNote(board.clocks, side, locale), kSemicolon.In(locale),
                                     LeftText(board, side, locale)),
                      .in_picture = true});
  }
  const auto add = [notes](std::string text) {
    if (!text.empty()) notes->push_back({.text = std::move(text)});
  };
  for (size_t side = 0; side < 2; ++side) {
    add(SourcesText(board.sources[side], players[side], locale));
  }
  const bool claims = draw_policy_ == DrawPolicy::kClaim;
  // A claim that is rightful already is part of the adjudication.
  if (ongoing && board.draw_claim_in.value_or(0) > 0) {
    add(DistanceText(claims ? kDrawClaim : kDraw, *board.draw_claim_in, {}, locale));
  }
  if (ongoing && board.win_claim_in.value_or(0) > 0) {
    add(DistanceText(claims ? kWinClaim : kWin, *board.win_claim_in,
                     players[Index(*board.win_claim_by)], locale));
  }
  if (!board.time_control.empty()) {
    constexpr LocalText kTimeControl = {"Time control", "时限", "การควบคุมเวลา"};
    add(StrCat(kTimeControl.In(locale), kColon.In(locale), board.time_control));
  }
  if (board.challenger) {
    constexpr LocalText kRoles = {"{challenger} is the Challenger, {opponent} the Opponent.",
                                  "{challenger}是挑战者，{opponent}是应战者。",
                                  "{challenger}คือผู้ท้าชิง {opponent}คือคู่ต่อสู้"};
    add(FillIn(kRoles.In(locale), {{"challenger", players[Index(*board.challenger)].In(locale)},
                                   {"opponent", players[Index(!*board.challenger)].In(locale)}}));
  }
  if (board.features != "-") {
    add(StrCat(kFeatures.In(locale), kColon.In(locale), ReplaceAll(board.features, {{",", ", "}})));
  }
}

}  // namespace arbiter::chpok
