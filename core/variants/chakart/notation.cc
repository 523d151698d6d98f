#include "core/variants/chakart/notation.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/rules/action_text.h"
#include "core/variants/chakart/movement.h"
#include "core/variants/chakart/resolution.h"

namespace arbiter::chakart {

std::optional<Action> ParseAction(std::string_view text) {
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
    // The squares are accepted in either order and printed with the lower one first.
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
      text.Add(SquareText(action.from)).Add(SquareText(action.to));
      if (action.piece != Kind::kPawn) text.Add(SmallLetter(action.piece));
      break;
    case ActionKind::kStealth:
      text.Add(SquareText(action.from)).Add(SquareText(action.to)).Add('?');
      break;
    case ActionKind::kShell:
      text.Add(SquareText(action.from)).Add('*').Add(SquareText(action.to));
      break;
    case ActionKind::kSwap:
      text.Add(SquareText(action.from)).Add('~').Add(SquareText(action.to));
      break;
    case ActionKind::kPlace:
      text.Add(CapitalLetter(action.piece)).Add('@').Add(SquareText(action.to));
      break;
    case ActionKind::kPromote:
      text.Add(SquareText(action.to)).Add('=').Add(SmallLetter(action.piece));
      break;
    case ActionKind::kPass:
      return PackedText("0000");
  }
  return text;
}

MoveFacts FactsOf(const Position& position, const Action& action) {
  char captured = 0;
  const bool straight_pawn =
      position.board.KindAt(action.from) == Kind::kPawn && action.from.file() == action.to.file();
  if (const auto object = position.ObjectAt(action.to); object && !straight_pawn) {
    captured = LetterOf(*object);
  } else if (position.Visible().Has(action.to)) {
    captured = CapitalLetter(position.board.KindAt(action.to));
  }
  return {.from_file = static_cast<int8_t>(action.from.file()),
          .from_rank = static_cast<int8_t>(action.from.rank()),
          .to_file = static_cast<int8_t>(action.to.file()),
          .to_rank = static_cast<int8_t>(action.to.rank()),
          .piece = CapitalLetter(position.board.KindAt(action.from)),
          .captured = captured,
          .promotion = action.piece != Kind::kPawn ? CapitalLetter(action.piece) : '\0',
          .upturned = false};
}

std::string_view EggSuffixOf(std::string_view san) {
  const size_t star = san.rfind('*');
  if (star == std::string_view::npos || star + 1 == san.size()) return {};
  const std::string_view egg = san.substr(star + 1);
  if (std::string_view("BKTCDMLW").find(egg.front()) == std::string_view::npos) return {};
  if (egg.size() != 1 && !ParseSquare<Geo>(egg.substr(1))) return {};
  return san.substr(star);
}

bool MoveNotation::HasRival(const Action& shell) const {
  const Squares kings = position_.board.Of(position_.turn, Kind::kKing) - position_.immobilised;
  for (const Sq king : kings - Squares(shell.from)) {
    if (ShellTargets(position_, king).Has(shell.to)) return true;
  }
  return false;
}

std::string MoveNotation::WriteChessMove(const Action& action, Notation notation) const {
  // The moves of other pieces of the same kind to the same square.
  MoveList<MoveFacts, Geo::kSquares> rivals;
  const Squares origins = OriginsOf(position_, position_.board.KindAt(action.from), action.to);
  for (const Sq from : origins - Squares(action.from)) {
    rivals.Add(FactsOf(position_, {ActionKind::kMove, from, action.to, action.piece}));
  }
  return WriteNotation(FactsOf(position_, action), {rivals.begin(), rivals.end()},
                       action.kind == ActionKind::kStealth ? "?" : "", notation);
}

std::string MoveNotation::Write(const Action& action, Notation notation) const {
  switch (action.kind) {
    case ActionKind::kMove:
    case ActionKind::kStealth:
      return WriteChessMove(action, notation);
    case ActionKind::kShell: {
      const bool named = notation == Notation::kLan || HasRival(action);
      return StrCat("K", named ? ToString(action.from) : "", "*", ToString(action.to));
    }
    case ActionKind::kSwap:
    case ActionKind::kPlace:
      return FormatAction(action);
    case ActionKind::kPromote:
      return StrCat(ToString(action.to), "=", std::string(1, CapitalLetter(action.piece)));
    case ActionKind::kPass:
      break;
  }
  return "--";
}

absl::StatusOr<Action> MoveNotation::Read(std::string_view text, Notation notation) const {
  const std::string_view bare = text.substr(0, text.size() - EggSuffixOf(text).size());
  Actions legal;
  GenerateActions(position_, &legal);
  std::vector<Action> chess_moves;
  for (const Action& action : legal) {
    if (action.kind == ActionKind::kMove) chess_moves.push_back(action);
    if (action.kind == ActionKind::kMove || action.kind == ActionKind::kStealth) continue;
    if (action.kind == ActionKind::kPass && IsPassText(bare)) return action;
    for (const Notation spelling : {notation, Notation::kLan}) {
      if (Write(action, spelling) == bare) return action;
    }
  }
  if (IsCastlingText(bare)) {
    return MakeError(ErrorReason::kBadNotation,
                     StrCat(Quoted(text), " names no legal move: there is no castling"));
  }
  // Behind a square, `?` alone is the stealth move (H27); `??` and `!?` are annotations.
  const bool stealth = bare.size() > 1 && bare.ends_with('?') && bare[bare.size() - 2] >= '1' &&
                       bare[bare.size() - 2] <= '8';
  const auto facts_of = [this](const Action& action) { return FactsOf(position_, action); };
  ARBITER_ASSIGN_OR_RETURN(
      Action action, FindMove<Action>(ChessMoveIn(text), notation, chess_moves, facts_of, text));
  if (!stealth) return action;
  action.kind = ActionKind::kStealth;
  // This accepts more than the listed moves: see AcceptedStealthTargets().
  if (CheckLegal(position_, action, text).ok()) return action;
  return MakeError(ErrorReason::kBadNotation, StrCat(Quoted(text), " names no legal move"));
}

std::string_view MoveNotation::ChessMoveIn(std::string_view text) {
  text.remove_suffix(EggSuffixOf(text).size());
  ConsumeSuffix(&text, "?");
  return text;
}

std::vector<std::string> MoveNotation::ActionsNamed(std::string_view text) const {
  text.remove_suffix(EggSuffixOf(text).size());
  if (IsPassText(text)) return {"0000"};
  if (text.find_first_of("~@") != std::string_view::npos) return {std::string(text)};
  if (position_.pending.promotion && text.size() == 4 && text[2] == '=') {
    return {LowerCase(text)};
  }
  std::vector<std::string> actions;
  const auto add = [&](Kind kind, std::string_view from, std::string_view rest) {
    for (const Sq square : position_.board.Of(position_.turn, kind)) {
      const std::string own = ToString(square);
      if (own.find(from) != std::string::npos) actions.push_back(StrCat(own, rest));
    }
  };
  const size_t star = text.find('*');
  if (text.starts_with('K') && star != std::string_view::npos) {
    add(Kind::kKing, text.substr(1, star - 1), text.substr(star));
  } else if (text.starts_with('Q') && text.ends_with('?') && text.size() >= 4) {
    const size_t target = text.size() - 3;
    std::string_view from = text.substr(1, target - 1);
    ConsumeSuffix(&from, "-");
    add(Kind::kQueen, from, text.substr(target));
  }
  return actions;
}

MoveInfo MoveNotation::Describe(const Action& action) const {
  MoveInfo info = chakart::Describe(position_, action);
  info.san = Write(action, Notation::kSan);
  info.random = Resolution(position_, action, nullptr).candidates() > 0;
  return info;
}

MoveInfo Describe(const Position& position, const Action& action) {
  MoveInfo info;
  info.text = FormatAction(action);
  if (action.HasFrom()) info.from = NameOf(action.from);
  if (action.kind != ActionKind::kPass) info.to = NameOf(action.to);
  const bool sees = action.kind != ActionKind::kPass && position.Visible().Has(action.to);
  const auto kind_at = [&](Sq square) { return CapitalLetter(position.board.KindAt(square)); };
  if (action.HasFrom()) info.piece = kind_at(action.from);
  if (action.piece != Kind::kPawn) info.promotion = CapitalLetter(action.piece);
  switch (action.kind) {
    case ActionKind::kMove:
      info.kind = sees ? MoveKind::kCapture : MoveKind::kQuiet;
      if (sees) info.captured = kind_at(action.to);
      break;
    case ActionKind::kStealth:
      info.kind = MoveKind::kStealth;
      break;
    case ActionKind::kShell:
      info.kind = MoveKind::kShell;
      info.captured = kind_at(action.to);
      break;
    case ActionKind::kSwap:
      info.kind = MoveKind::kSwap;
      break;
    case ActionKind::kPlace:
      info.kind = MoveKind::kPlace;
      info.piece = std::exchange(info.promotion, '\0');
      break;
    case ActionKind::kPromote:
      info.kind = MoveKind::kPromotion;
      info.piece = 'P';
      break;
    case ActionKind::kPass:
      info.kind = MoveKind::kPass;
      break;
  }
  return info;
}

}  // namespace arbiter::chakart
