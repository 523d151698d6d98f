#include "core/game/messages.h"

#include <algorithm>
#include <optional>
#include <span>

#include "core/base/string_writer.h"
#include "core/base/strings.h"

namespace arbiter {
namespace {

// The sentences for ends that are possible in every variant.
constexpr EndInfo kCommonEnds[] = {
    {.termination = Termination::kCheckmate,
     .won = {"{winner} wins by checkmate.", "{winner}将死对方，获胜。", "{winner}ชนะด้วยการรุกจน"}},
    {.termination = Termination::kStalemate,
     .won = {"{winner} wins: {loser} is stalemated.", "{winner}困毙对方，获胜。"},
     .drawn = {"Draw by stalemate.", "困毙，和棋。", "เสมอ: อับ"}},
    {.termination = Termination::kRepetition,
     .drawn = {"Draw by threefold repetition.", "三次重复局面，和棋。", "เสมอ: ตำแหน่งซ้ำกันสามครั้ง"}},
    {.termination = Termination::kDeadPosition,
     .drawn = {"Draw: neither side can give mate.", "", "เสมอ: ไม่มีฝ่ายใดรุกจนได้"}},
    {.termination = Termination::kDrawAgreed,
     .drawn = {"Draw by agreement.", "双方同意和棋。", "เสมอโดยการตกลงกัน"}},
    {.termination = Termination::kResignation,
     .won = {"{winner} wins: {loser} resigned.", "{loser}认输，{winner}获胜。",
             "{winner}ชนะ: {loser}ยอมแพ้"}},
    {.termination = Termination::kTimeout,
     .won = {"{winner} wins: {loser} ran out of time.", "{loser}超时，{winner}获胜。",
             "{winner}ชนะ: {loser}หมดเวลา"}},
};

// Returns the sentence for a termination; empty if `ends` has none.
LocalText SentenceFor(std::span<const EndInfo> ends, Termination termination, bool won) {
  for (const EndInfo& end : ends) {
    if (end.termination == termination) return won ? end.won : end.drawn;
  }
  return {};
}

constexpr LocalText kToMoveInCheck = {"{player} is to move and in check.",
                                      "轮到{player}走棋，{player}被将军。",
                                      "ถึงตาของ{player} ซึ่งกำลังถูกรุก"};
constexpr LocalText kToMove = {"{player} is to move.", "轮到{player}走棋。", "ถึงตาของ{player}"};
constexpr LocalText kUnknownHistory = {" Repetitions before the given FEN are unknown.",
                                       "（给定FEN之前的局面重复情况未知。）",
                                       " (ไม่ทราบว่าก่อน FEN ที่ให้มามีตำแหน่งซ้ำหรือไม่)"};

LocalText PieceName(const VariantInfo& variant, char letter) {
  for (const PieceInfo& piece : variant.pieces) {
    if (piece.letter == letter) return piece.name;
  }
  return {""};
}

LocalText ObjectName(const VariantInfo& variant, char letter) {
  for (const ObjectInfo& object : variant.objects) {
    if (object.letter == letter) return object.name;
  }
  return {""};
}

// Returns a value of the event; an empty text if the event has none. `storage` must outlive the
// result, which may refer to it.
LocalText ValueOf(const VariantInfo& variant, const Event& event, EventValue value,
                  std::string* storage) {
  switch (value) {
    case EventValue::kNone:
      break;
    case EventValue::kPlayer:
      return event.color ? PlayerTitle(variant, *event.color, *event.roles) : LocalText{""};
    case EventValue::kPiece:
      return PieceName(variant, event.piece);
    case EventValue::kObject:
      return ObjectName(variant, event.object);
    case EventValue::kFrom:
      return Verbatim(event.from);
    case EventValue::kTo:
      return Verbatim(event.to);
    case EventValue::kPoints:
      return Verbatim(*storage = StrCat(event.points));
    case EventValue::kTarget:
      return Verbatim(event.target);
    case EventValue::kOutcome:
      return Verbatim(*storage = event.outcome.empty() ? "" : StrCat(": ", event.outcome));
  }
  return {""};
}

}  // namespace

void DescribeEnd(const VariantInfo& variant, const End& end, Locale locale, StringWriter* text) {
  const Roles* before = variant.roles_before_colors;
  const bool has_colors = before == nullptr || !before->WinnerOf(end.result);
  const Roles& roles = has_colors ? kColors : *before;
  const std::optional<Color> winner = roles.WinnerOf(end.result);
  const std::optional<Color> loser = winner ? std::optional(!*winner) : std::nullopt;
  const auto title = [&](std::optional<Color> player) {
    return player ? PlayerTitle(variant, *player, roles) : LocalText{""};
  };
  LocalText sentence;
  if (has_colors) sentence = SentenceFor(variant.ends, end.termination, winner.has_value());
  if (sentence.en.empty()) {
    sentence = SentenceFor(kCommonEnds, end.termination, winner.has_value());
  }
  if (sentence.en.empty()) sentence = {"The game is over."};
  const auto value_of = [&](std::string_view name) -> std::optional<LocalText> {
    if (name == "winner") return title(winner);
    if (name == "loser") return title(loser);
    return std::nullopt;
  };
  AppendLocalized(sentence, locale, value_of, text);
}

std::string DescribeEnd(const VariantInfo& variant, const End& end, Locale locale) {
  return WriteString([&](StringWriter* text) { DescribeEnd(variant, end, locale, text); });
}

void DescribeAdjudication(const Game& game, const Adjudication& adjudication, Locale locale,
                          StringWriter* text) {
  const VariantInfo& variant = game.variant();
  if (adjudication.end) {
    DescribeEnd(variant, *adjudication.end, locale, text);
    return;
  }
  const LocalText& sentence = adjudication.check ? kToMoveInCheck : kToMove;
  const LocalText& player = PlayerTitle(variant, game.turn(), game.roles());
  const auto value_of = [&](std::string_view name) -> std::optional<LocalText> {
    if (name == "player") return player;
    return std::nullopt;
  };
  if (adjudication.history_known) {
    AppendLocalized(sentence, locale, value_of, text);
    return;
  }
  const LocalText& unknown =
      variant.unknown_history.en.empty() ? kUnknownHistory : variant.unknown_history;
  // Both sentences must be in the same language.
  const bool translated = sentence.Has(locale) && player.Has(locale) && unknown.Has(locale);
  const Locale used = translated ? locale : Locale::kEnglish;
  AppendLocalized(sentence, used, value_of, text);
  text->Append(unknown.In(used));
}

std::string DescribeClocks(const VariantInfo& variant, const ClockTimes& left_ms, Locale locale) {
  constexpr LocalText kClocks = {"Clocks: {white} {first}, {black} {second}",
                                 "剩余时间：{white} {first}，{black} {second}",
                                 "เหลือเวลา: {white} {first}, {black} {second}"};
  const auto name = [&](Color player) { return variant.players[Index(player)].In(locale); };
  return FillIn(kClocks.In(locale), {{"white", name(Color::kWhite)},
                                     {"first", FormatClock(left_ms[0])},
                                     {"black", name(Color::kBlack)},
                                     {"second", FormatClock(left_ms[1])}});
}

void DescribeEvent(const VariantInfo& variant, const Event& event, Locale locale,
                   StringWriter* text) {
  std::string storage;
  const auto is_translated = [&](const EventSentence::Part& part) {
    const LocalText value = ValueOf(variant, event, part.value, &storage);
    return value.en.empty() || value.Has(locale);
  };
  const LocalEventSentence& sentences = event.kind->sentence;
  const EventSentence* sentence = &sentences.OnlyIn(locale);
  if (locale != Locale::kEnglish &&
      (sentence->empty() || !std::ranges::all_of(sentences.en.parts(), is_translated))) {
    sentence = &sentences.en;
    locale = Locale::kEnglish;
  }
  for (const EventSentence::Part& part : sentence->parts()) {
    text->Append(sentence->TextOf(part));
    text->Append(ValueOf(variant, event, part.value, &storage).In(locale));
  }
}

}  // namespace arbiter
