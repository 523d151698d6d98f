#include "core/variants/chakart/action_text.h"

namespace arbiter::chakart {
namespace {

constexpr char FileLetter(Sq square) { return static_cast<char>('a' + square.file()); }
constexpr char RankDigit(Sq square) { return static_cast<char>('1' + square.rank()); }

}  // namespace

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

std::string FormatAction(const Action& action) {
  const Sq from = action.from;
  const Sq to = action.to;
  switch (action.kind) {
    case ActionKind::kMove: {
      const bool promotes = action.piece != Kind::kPawn;
      const char text[] = {FileLetter(from), RankDigit(from), FileLetter(to), RankDigit(to),
                           SmallLetter(action.piece)};
      return std::string(text, promotes ? 5 : 4);
    }
    case ActionKind::kStealth:
      return {FileLetter(from), RankDigit(from), FileLetter(to), RankDigit(to), '?'};
    case ActionKind::kShell:
      return {FileLetter(from), RankDigit(from), '*', FileLetter(to), RankDigit(to)};
    case ActionKind::kSwap:
      return {FileLetter(from), RankDigit(from), '~', FileLetter(to), RankDigit(to)};
    case ActionKind::kPlace:
      return {CapitalLetter(action.piece), '@', FileLetter(to), RankDigit(to)};
    case ActionKind::kPromote:
      return {FileLetter(to), RankDigit(to), '=', SmallLetter(action.piece)};
    case ActionKind::kPass:
      break;
  }
  return "0000";
}

}  // namespace arbiter::chakart
