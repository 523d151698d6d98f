#include "core/variants/chakart/action_text.h"

#include "core/rules/strings.h"

namespace arbiter::chakart {
namespace {

// Small letters of what a pawn can become, as kinds' letters; kPawn for none of them.
Kind PromotionOf(char letter) {
  const size_t kind = std::string_view("kqrbn").find(letter);
  return kind == std::string_view::npos ? Kind::kPawn : static_cast<Kind>(kind);
}

char SmallLetter(Kind kind) {
  return static_cast<char>(kLetters[static_cast<int>(kind)] - 'A' + 'a');
}

}  // namespace

std::optional<Action> ReadAction(std::string_view text) {
  if (text == "0000") return Action{ActionKind::kPass, Sq(0), Sq(0), Kind::kPawn};
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const auto first = ParseSquare<Geo>(text.substr(0, 2));
  if (text.size() == 4 && text[1] == '@') {
    const size_t kind = std::string_view("KQRBN").find(text[0]);
    const auto to = ParseSquare<Geo>(text.substr(2));
    if (kind == std::string_view::npos || !to) return std::nullopt;
    return Action{ActionKind::kPlace, Sq(0), *to, static_cast<Kind>(kind)};
  }
  if (!first) return std::nullopt;
  if (text.size() == 4 && text[2] == '=') {
    const Kind kind = PromotionOf(text[3]);
    if (kind == Kind::kPawn) return std::nullopt;
    return Action{ActionKind::kPromote, Sq(0), *first, kind};
  }
  if (text.size() == 5 && (text[2] == '*' || text[2] == '~')) {
    const auto to = ParseSquare<Geo>(text.substr(3));
    if (!to) return std::nullopt;
    if (text[2] == '*') return Action{ActionKind::kShell, *first, *to, Kind::kPawn};
    // Read either way, printed with the lower square first.
    if (to->index() < first->index()) return Action{ActionKind::kSwap, *to, *first, Kind::kPawn};
    return Action{ActionKind::kSwap, *first, *to, Kind::kPawn};
  }
  const auto to = ParseSquare<Geo>(text.substr(2, 2));
  if (!to) return std::nullopt;
  if (text.size() == 4) return Action{ActionKind::kMove, *first, *to, Kind::kPawn};
  if (text[4] == '?') return Action{ActionKind::kStealth, *first, *to, Kind::kPawn};
  const Kind promotion = PromotionOf(text[4]);
  if (promotion == Kind::kPawn) return std::nullopt;
  return Action{ActionKind::kMove, *first, *to, promotion};
}

std::string FormatAction(const Action& action) {
  switch (action.kind) {
    case ActionKind::kMove: {
      std::string text = ToString(action.from) + ToString(action.to);
      if (action.piece != Kind::kPawn) text.push_back(SmallLetter(action.piece));
      return text;
    }
    case ActionKind::kStealth:
      return ToString(action.from) + ToString(action.to) + "?";
    case ActionKind::kShell:
      return ToString(action.from) + "*" + ToString(action.to);
    case ActionKind::kSwap:
      return ToString(action.from) + "~" + ToString(action.to);
    case ActionKind::kPlace:
      return StrCat(std::string_view(&kLetters[static_cast<int>(action.piece)], 1), "@",
                    ToString(action.to));
    case ActionKind::kPromote:
      return ToString(action.to) + "=" + SmallLetter(action.piece);
    case ActionKind::kPass:
      break;
  }
  return "0000";
}

}  // namespace arbiter::chakart
