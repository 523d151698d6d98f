#include "core/variants/chpok/board/action_text.h"

namespace arbiter::chpok {
namespace {

constexpr std::string_view kPass = "0000";

std::optional<Kind> PromotionOf(char small_letter) {
  for (int i = 0; i < static_cast<int>(Kind::kPawn); ++i) {
    const auto kind = static_cast<Kind>(i);
    if (SmallLetter(kind) == small_letter) return kind;
  }
  return std::nullopt;
}

}  // namespace

PackedText PackAction(const Action& action) {
  if (action.kind == ActionKind::kPass) return PackedText(kPass);
  PackedText text;
  switch (action.kind) {
    case ActionKind::kPlace:
      text.Add('P').Add('@');
      break;
    case ActionKind::kRemove:
      text.Add('x').Add('@');
      break;
    default:
      text.Add(action.from);
      break;
  }
  text.Add(action.to);
  if (action.kind == ActionKind::kOwnCapture) text.Add('x');
  if (action.promotion != Kind::kPawn) text.Add(SmallLetter(action.promotion));
  return text;
}

std::optional<Action> ReadAction(std::string_view text) {
  if (text == kPass) return Action{ActionKind::kPass, Sq(0), Sq(0), Kind::kPawn};
  if (text.size() < 4 || text.size() > 5) return std::nullopt;
  const auto to = ParseSquare<Geo>(text.substr(2, 2));
  if (!to) return std::nullopt;
  if (text.size() == 4 && text.starts_with("P@")) {
    return Action{ActionKind::kPlace, Sq(0), *to, Kind::kPawn};
  }
  if (text.size() == 4 && text.starts_with("x@")) {
    return Action{ActionKind::kRemove, Sq(0), *to, Kind::kPawn};
  }
  const auto from = ParseSquare<Geo>(text.substr(0, 2));
  if (!from) return std::nullopt;
  Action action{ActionKind::kMove, *from, *to, Kind::kPawn};
  if (text.size() == 4) return action;
  if (text.back() == 'x') {
    action.kind = ActionKind::kOwnCapture;
    return action;
  }
  const std::optional<Kind> promotion = PromotionOf(text.back());
  if (!promotion) return std::nullopt;
  action.promotion = *promotion;
  return action;
}

}  // namespace arbiter::chpok
