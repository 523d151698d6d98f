#include "core/variants/chakart/action_text.h"

namespace arbiter::chakart {

std::optional<Action> ReadAction(std::string_view text) {
  if (text == "0000") return Action{ActionKind::kPass, Sq(0), Sq(0), Kind::kPawn};
  if (text.size() != 4 && text.size() != 5) return std::nullopt;
  const auto first = ParseSquare<Geo>(text.substr(0, 2));
  if (text.size() == 4 && text[1] == '@') {
    const bool capital = text[0] >= 'A' && text[0] <= 'Z';
    const auto kind = capital ? OfficerOf(static_cast<char>(text[0] - 'A' + 'a')) : std::nullopt;
    const auto to = ParseSquare<Geo>(text.substr(2));
    if (!kind || !to) return std::nullopt;
    return Action{ActionKind::kPlace, Sq(0), *to, *kind};
  }
  if (!first) return std::nullopt;
  if (text.size() == 4 && text[2] == '=') {
    const std::optional<Kind> kind = OfficerOf(text[3]);
    if (!kind) return std::nullopt;
    return Action{ActionKind::kPromote, Sq(0), *first, *kind};
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
  const std::optional<Kind> promotion = OfficerOf(text[4]);
  if (!promotion) return std::nullopt;
  return Action{ActionKind::kMove, *first, *to, *promotion};
}

PackedText PackAction(const Action& action) {
  PackedText text;
  switch (action.kind) {
    case ActionKind::kMove:
      text.Add(action.from).Add(action.to);
      if (action.piece != Kind::kPawn) text.Add(SmallLetter(action.piece));
      break;
    case ActionKind::kStealth:
      text.Add(action.from).Add(action.to).Add('?');
      break;
    case ActionKind::kShell:
      text.Add(action.from).Add('*').Add(action.to);
      break;
    case ActionKind::kSwap:
      text.Add(action.from).Add('~').Add(action.to);
      break;
    case ActionKind::kPlace:
      text.Add(CapitalLetter(action.piece)).Add('@').Add(action.to);
      break;
    case ActionKind::kPromote:
      text.Add(action.to).Add('=').Add(SmallLetter(action.piece));
      break;
    case ActionKind::kPass:
      return PackedText("0000");
  }
  return text;
}

}  // namespace arbiter::chakart
