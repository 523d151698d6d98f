#include "core/variants/chpok/action_text.h"

#include <array>
#include <cstddef>

namespace arbiter::chpok {
namespace {

constexpr std::string_view kPass = "0000";
constexpr size_t kLongestText = 5;

constexpr char FileLetter(Sq square) { return static_cast<char>('a' + square.file()); }
constexpr char RankDigit(Sq square) { return static_cast<char>('1' + square.rank()); }

std::optional<Kind> PromotionOf(char small_letter) {
  for (int i = 0; i < static_cast<int>(Kind::kPawn); ++i) {
    const auto kind = static_cast<Kind>(i);
    if (SmallLetter(kind) == small_letter) return kind;
  }
  return std::nullopt;
}

}  // namespace

std::string FormatAction(const Action& action) {
  if (action.kind == ActionKind::kPass) return std::string(kPass);
  // Two characters before the square that it ends on.
  std::array<char, kLongestText> text = {};
  switch (action.kind) {
    case ActionKind::kPlace:
      text = {'P', '@'};
      break;
    case ActionKind::kRemove:
      text = {'x', '@'};
      break;
    default:
      text = {FileLetter(action.from), RankDigit(action.from)};
      break;
  }
  text[2] = FileLetter(action.to);
  text[3] = RankDigit(action.to);
  if (action.kind == ActionKind::kOwnCapture) text[4] = 'x';
  if (action.promotion != Kind::kPawn) text[4] = SmallLetter(action.promotion);
  return std::string(text.data(), text[4] == 0 ? 4 : 5);
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
