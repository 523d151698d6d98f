#include "core/variants/chpok/board/notation.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/rules/action_text.h"
#include "core/rules/san.h"
#include "core/variants/chpok/board/play.h"

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

bool IsChessMove(const Action& action) {
  return action.kind == ActionKind::kMove || action.kind == ActionKind::kOwnCapture;
}

MoveFacts FactsOf(const Position& position, const Action& action) {
  const std::optional<Kind> captured = CapturedKind(position, action);
  return {.from_file = static_cast<int8_t>(action.from.file()),
          .from_rank = static_cast<int8_t>(action.from.rank()),
          .to_file = static_cast<int8_t>(action.to.file()),
          .to_rank = static_cast<int8_t>(action.to.rank()),
          .piece = CapitalLetter(position.board.KindAt(action.from)),
          .captured = captured ? CapitalLetter(*captured) : '\0',
          .promotion = action.promotion == Kind::kPawn ? '\0' : CapitalLetter(action.promotion),
          .upturned = false};
}

using AmbiguousMoves = MoveList<MoveFacts, Geo::kSquares>;
// Returns the facts of the moves by other pieces of the same kind to the same square.
AmbiguousMoves AmbiguousMovesOf(const Position& position, const Action& action) {
  Squares origins;
  if (action.kind == ActionKind::kOwnCapture) {
    for (const Sq king : position.board.Of(position.turn, Kind::kKing)) {
      if (OwnTargetsOf(position, king).Has(action.to)) origins.Set(king);
    }
  } else {
    origins = OriginsOf(position, position.board.KindAt(action.from), action.to);
  }
  AmbiguousMoves moves;
  for (const Sq from : origins - Squares(action.from)) {
    moves.Add(FactsOf(position, {action.kind, from, action.to, action.promotion}));
  }
  return moves;
}

// Returns whether the rook is on the side of the last file, so that the castling is written O-O.
bool IsShort(Sq king, Sq rook) { return rook.file() > king.file(); }

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
      text.Add(SquareText(action.from));
      break;
  }
  text.Add(SquareText(action.to));
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

std::string_view MoveNotation::CastlingText(const Action& castling) const {
  const bool is_short = IsShort(castling.from, castling.to);
  int count = 0;
  for (const Sq king : position_.board.Of(position_.turn, Kind::kKing)) {
    for (const Sq rook : CastlingRooks(position_, king)) {
      if (IsShort(king, rook) == is_short) ++count;
    }
  }
  if (count != 1) return {};
  return is_short ? "O-O" : "O-O-O";
}

std::string MoveNotation::WriteChessMove(const Action& action, Notation notation) const {
  const MoveFacts facts = FactsOf(position_, action);
  const AmbiguousMoves moves = AmbiguousMovesOf(position_, action);
  std::string text = WriteNotation(facts, {moves.begin(), moves.end()}, "", notation);
  // One pawn can step forward and another one back to the same square, and SAN has no origin for
  // pawns that do not capture. Such a move is written as its action text.
  const bool pawn_step = facts.IsPawn() && facts.captured == 0;
  const bool has_origin = text.size() != 2 && text[2] != '=';
  return pawn_step && notation == Notation::kSan && has_origin ? FormatAction(action) : text;
}

std::string MoveNotation::Write(const Action& action, Notation notation) const {
  switch (action.kind) {
    case ActionKind::kMove:
    case ActionKind::kOwnCapture:
      return WriteChessMove(action, notation);
    case ActionKind::kCastling: {
      const std::string_view text = CastlingText(action);
      return text.empty() ? FormatAction(action) : std::string(text);
    }
    case ActionKind::kPlace:
    case ActionKind::kRemove:
      return FormatAction(action);
    case ActionKind::kPass:
      break;
  }
  return "--";
}

absl::StatusOr<Action> MoveNotation::Read(std::string_view text, Notation notation) const {
  const size_t bracket = std::min(text.find('['), text.size());
  const std::string_view bare = ChessMoveIn(text);
  const auto found = [&]() -> absl::StatusOr<Action> {
    Actions legal;
    GenerateActions(position_, &legal);
    for (const Action& action : legal) {
      const bool written = !IsChessMove(action) && Write(action, notation) == bare;
      const bool passes = action.kind == ActionKind::kPass && IsPassText(bare);
      if (written || passes || FormatAction(action) == bare) return action;
    }
    std::vector<Action> chess_moves;
    std::copy_if(legal.begin(), legal.end(), std::back_inserter(chess_moves), IsChessMove);
    return FindMove<Action>(
        bare, notation, chess_moves,
        [this](const Action& action) { return FactsOf(position_, action); }, text);
  }();
  if (!found.ok() || bracket == text.size()) return found;
  const std::string points = PointsText(PointsOf(position_, *found));
  if (text.substr(bracket) == points) return found;
  return MakeError(ErrorReason::kBadNotation,
                   StrCat(Quoted(text), ": this move scores ", points, " (P14)"));
}

std::string_view MoveNotation::ChessMoveIn(std::string_view text) {
  const size_t bracket = text.find('[');
  if (bracket == std::string_view::npos) return text;
  text = text.substr(0, bracket);
  ConsumeSuffix(&text, " ");
  return text;
}

std::vector<std::string> MoveNotation::ActionsNamed(std::string_view text) const {
  const std::string_view bare = ChessMoveIn(text);
  if (IsPassText(bare)) return {"0000"};
  if (bare.find('@') != std::string_view::npos) return {std::string(bare)};
  std::vector<std::string> actions;
  if (bare != "O-O" && bare != "O-O-O") return actions;
  for (const Sq king : position_.board.Of(position_.turn, Kind::kKing)) {
    for (const Sq rook : position_.board.Of(position_.turn, Kind::kRook)) {
      if (king.rank() == rook.rank() && IsShort(king, rook) == (bare == "O-O")) {
        actions.push_back(StrCat(ToString(king), ToString(rook)));
      }
    }
    if (!actions.empty()) continue;
    // Without a rook on that side, assume one in the corner.
    const int corner = bare == "O-O" ? position_.features.width - 1 : 0;
    actions.push_back(StrCat(ToString(king), ToString(Sq(corner, king.rank()))));
  }
  return actions;
}

MoveInfo MoveNotation::Describe(const Action& action) const {
  MoveInfo info = chpok::Describe(position_, action);
  info.san = Write(action, Notation::kSan);
  return info;
}

MoveInfo Describe(const Position& position, const Action& action) {
  MoveInfo info;
  info.text = FormatAction(action);
  if (action.HasFrom()) {
    info.from = NameOf(action.from);
    info.piece = CapitalLetter(position.board.KindAt(action.from));
  }
  if (action.kind != ActionKind::kPass) info.to = NameOf(action.to);
  if (action.promotion != Kind::kPawn) info.promotion = CapitalLetter(action.promotion);
  switch (action.kind) {
    case ActionKind::kMove:
    case ActionKind::kOwnCapture: {
      const std::optional<Kind> captured = CapturedKind(position, action);
      if (captured) info.captured = CapitalLetter(*captured);
      info.kind = captured ? MoveKind::kCapture : MoveKind::kQuiet;
      break;
    }
    case ActionKind::kCastling:
      info.kind = MoveKind::kCastling;
      break;
    case ActionKind::kPlace:
      info.kind = MoveKind::kPlace;
      info.piece = 'P';
      break;
    case ActionKind::kRemove:
      info.kind = MoveKind::kRemove;
      info.piece = CapitalLetter(position.board.KindAt(action.to));
      break;
    case ActionKind::kPass:
      info.kind = MoveKind::kPass;
      break;
  }
  return info;
}

}  // namespace arbiter::chpok
