// What Chakart says about a state.
#include <cstddef>
#include <string_view>
#include <vector>

#include "core/variants/chakart/rules.h"

namespace arbiter::chakart {
namespace {

// The sentences about the pending choices (H13, H15), by PendingChoice::Kind.
LocalText ChoiceSentence(PendingChoice::Kind kind) {
  switch (kind) {
    case PendingChoice::Kind::kSwap:
      return {"{player} must swap two pieces.", "{player}须交换两枚棋子。",
              "{player}ต้องสลับหมากสองตัว"};
    case PendingChoice::Kind::kDrop:
      return {"{player} must place a {piece}.", "{player}须放置一枚{piece}。",
              "{player}ต้องวาง{piece}"};
    case PendingChoice::Kind::kAgain:
      return {"{player} must move again.", "{player}须再走一步。", "{player}ต้องเดินอีกตา"};
    case PendingChoice::Kind::kPromotion:
      return {"{player} must promote the pawn on {square}.", "{player}须将{square}的兵升变。",
              "{player}ต้องเลื่อนขั้นเบี้ยที่ {square}"};
  }
  return {};
}

// The sentence about the powers that a side has left (H6, H7), at least one of them.
LocalText PowersSentence(bool shell, bool stealth) {
  if (!stealth) {
    return {"{player} still has the shell.", "{player}还可投掷龟壳。", "{player}ยังขว้างกระดองได้"};
  }
  if (!shell) {
    return {"{player} still has the stealth move.", "{player}还可使用隐身着法。",
            "{player}ยังเดินซ่อนตัวได้"};
  }
  return {"{player} still has the shell and the stealth move.",
          "{player}还可投掷龟壳和使用隐身着法。", "{player}ยังขว้างกระดองและเดินซ่อนตัวได้"};
}

// The sentence about an immobilised piece (H13), which cannot move in this turn or in its owner's
// next one.
LocalText ImmobilisedSentence(bool now) {
  if (now) {
    return {"{player}'s piece on {square} cannot move in this turn.",
            "{player}在{square}的棋子本回合不能移动。", "หมากของ{player}ที่ {square} เดินไม่ได้ในตานี้"};
  }
  return {"{player}'s piece on {square} cannot move in {player}'s next turn.",
          "{player}在{square}的棋子下一回合不能移动。",
          "หมากของ{player}ที่ {square} เดินไม่ได้ในตาถัดไป"};
}

}  // namespace

void ChakartRules::AddNotes(const Position& position, bool ongoing, Locale locale,
                            std::vector<Note>* notes) const {
  const LocalText& piece = Info().pieces[static_cast<size_t>(position.pending.piece)].name;
  const auto add = [&](const LocalText& sentence, Color player, std::string_view square = {}) {
    notes->push_back({.text = Localize(sentence, locale,
                                       {{"player", PlayerTitle(Info(), player)},
                                        {"square", Verbatim(square)},
                                        {"piece", piece}})});
  };
  if (ongoing) {
    for (const PendingChoice& choice : PendingOf(position)) {
      add(ChoiceSentence(choice.kind), position.turn, choice.square);
    }
  }
  if (position.hidden) {
    constexpr LocalText kHiddenOn = {"{player}'s queen is hidden on {square}.",
                                     "{player}的后隐身于{square}。",
                                     "ควีนของ{player}ซ่อนตัวอยู่ที่ {square}"};
    add(kHiddenOn, !position.turn, NameOf(*position.hidden));
  } else if (position.redacted) {
    constexpr LocalText kHidden = {"{player}'s queen is hidden.", "{player}的后已隐身。",
                                   "ควีนของ{player}ซ่อนตัวอยู่"};
    add(kHidden, !position.turn);
  }
  if (!ongoing) return;
  for (const Sq square : position.immobilised) {
    add(ImmobilisedSentence(position.released.Has(square)), position.board.At(square)->color,
        NameOf(square));
  }
  if (position.passes == 1) {
    constexpr LocalText kPassed = {
        "{player} had to pass; if the opponent has to pass, too, the game is drawn.",
        "{player}被迫停着；若对方也被迫停着，则和棋。",
        "{player}ต้องผ่านตา ถ้าอีกฝ่ายต้องผ่านด้วย เกมจะเสมอ"};
    add(kPassed, !position.turn);
  }
  for (const Color color : {Color::kWhite, Color::kBlack}) {
    const bool shell = position.HasPower(color, Power::kShell);
    const bool stealth = position.HasPower(color, Power::kStealth);
    if (shell || stealth) add(PowersSentence(shell, stealth), color);
  }
}

}  // namespace arbiter::chakart
