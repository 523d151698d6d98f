#include <string>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/board/attacks.h"
#include "core/rules/roles.h"
#include "core/variants/chakart/movement.h"

namespace arbiter::chakart {
namespace {

constexpr std::string_view kNames[] = {"king", "queen", "rook", "bishop", "knight", "pawn"};

std::string_view NameOf(Kind kind) { return kNames[static_cast<int>(kind)]; }

// Returns what the player to move sees on the square, with an indefinite article.
std::string Occupant(const Position& position, Sq square) {
  if (const auto object = position.ObjectAt(square)) {
    constexpr std::string_view kObjects[] = {"a mushroom", "a banana", "a bomb", "an egg"};
    return std::string(kObjects[static_cast<int>(*object)]);
  }
  const auto piece = position.board.At(square);
  return StrCat("a ", piece ? NameOf(piece->kind) : "piece");
}

// Finds the reason why an action of the player to move is illegal. The constructor's arguments must
// outlive this object.
class LegalityChecker {
 public:
  LegalityChecker(const Position& position, const Action& action, std::string_view text)
      : position_(position), action_(action), text_(text) {}

  // Checks that an action of this kind can be made now.
  absl::Status CheckKind() const;
  // Checks the rest of the action. CheckKind() must have succeeded.
  absl::Status CheckAction() const;

 private:
  template <typename... Parts>
  absl::Status Illegal(const Parts&... parts) const {
    return MakeError(ErrorReason::kIllegalAction, StrCat(text_, ": ", parts...));
  }
  bool IsVisible(Sq square) const { return position_.Visible().Has(square); }

  // Checks that the piece on the action's first square is the player's and can move.
  absl::Status CheckMover() const;
  absl::Status CheckMove() const;
  absl::Status CheckStealth() const;
  absl::Status CheckShell() const;
  absl::Status CheckSwap() const;
  absl::Status CheckPass() const;

  absl::Status ExplainTarget(Kind kind) const;
  absl::Status ExplainLine(Kind kind) const;
  absl::Status ExplainPawnMove() const;

  const Position& position_;
  const Action& action_;
  std::string_view text_;
};

absl::Status LegalityChecker::CheckKind() const {
  if (!position_.BothHaveKings()) {
    return Illegal("the game is over, because a side has no king left (H17)");
  }
  if (position_.IsOver()) {
    return Illegal("the game is over, because both players have passed (H18)");
  }
  const Pending& pending = position_.pending;
  if (pending.promotion) {
    if (action_.kind == ActionKind::kPromote && action_.to == *pending.promotion) {
      return absl::OkStatus();
    }
    const std::string square = ToString(*pending.promotion);
    return Illegal("the pawn on ", square, " must be promoted first, for example ", square,
                   "=q (H15)");
  }
  switch (pending.bonus) {
    case Bonus::kSwap:
      if (action_.kind == ActionKind::kSwap) return absl::OkStatus();
      return Illegal("two pieces must be swapped first, for example a1~b2 (H13)");
    case Bonus::kDrop: {
      const std::string letter(1, CapitalLetter(pending.piece));
      if (action_.kind == ActionKind::kPlace && action_.piece == pending.piece) {
        return absl::OkStatus();
      }
      return Illegal("a ", NameOf(pending.piece), " must be placed first, for example ", letter,
                     "@e4 (H13)");
    }
    case Bonus::kAgain:
    case Bonus::kNone:
      break;
  }
  switch (action_.kind) {
    case ActionKind::kSwap:
      return Illegal("no swap is due; only King Boo's egg brings one (H13)");
    case ActionKind::kPlace:
      return Illegal("there is no piece to place; only Toadette's egg brings one (H13)");
    case ActionKind::kPromote:
      return Illegal("there is no pawn to promote on ", ToString(action_.to), " (H15)");
    default:
      return absl::OkStatus();
  }
}

absl::Status LegalityChecker::CheckAction() const {
  switch (action_.kind) {
    case ActionKind::kMove:
      return CheckMove();
    case ActionKind::kStealth:
      return CheckStealth();
    case ActionKind::kShell:
      return CheckShell();
    case ActionKind::kSwap:
      return CheckSwap();
    case ActionKind::kPlace:
      if (position_.board.IsEmpty(action_.to)) return absl::OkStatus();
      return Illegal(Occupant(position_, action_.to), " stands on ", ToString(action_.to),
                     "; a piece can be placed only on a square without a piece (H13)");
    case ActionKind::kPass:
      return CheckPass();
    case ActionKind::kPromote:
      break;
  }
  return absl::OkStatus();
}

absl::Status LegalityChecker::CheckMover() const {
  const std::string from = ToString(action_.from);
  if (!IsVisible(action_.from)) return Illegal("no piece on ", from);
  const Piece<Kind> piece = *position_.board.At(action_.from);
  if (piece.color != position_.turn) {
    return MakeError(
        ErrorReason::kNotYourTurn,
        StrCat(text_, ": it is ", ColorName(position_.turn), "'s turn, and the ",
               NameOf(piece.kind), " on ", from, " is ", ColorName(piece.color), "'s"));
  }
  if (position_.immobilised.Has(action_.from)) {
    return Illegal("the ", NameOf(piece.kind), " on ", from,
                   " is immobilised until this turn is over (H13)");
  }
  return absl::OkStatus();
}

absl::Status LegalityChecker::CheckMove() const {
  ARBITER_RETURN_IF_ERROR(CheckMover());
  const Kind kind = position_.board.KindAt(action_.from);
  if (action_.from == action_.to) return Illegal("the two squares are the same");
  if (position_.board.Of(position_.turn).Has(action_.to)) {
    return Illegal("its own ", NameOf(position_.board.KindAt(action_.to)), " is on ",
                   ToString(action_.to));
  }
  if (!MoveTargets(position_, action_.from).Has(action_.to)) return ExplainTarget(kind);
  const bool promotes = kind == Kind::kPawn && IsLastRank(action_.to, position_.turn);
  if (promotes && action_.piece == Kind::kPawn) {
    return Illegal("a pawn that reaches its last rank promotes: add q, r, n, b or k (H5)");
  }
  if (!promotes && action_.piece != Kind::kPawn) return Illegal("this move does not promote");
  return absl::OkStatus();
}

absl::Status LegalityChecker::CheckStealth() const {
  ARBITER_RETURN_IF_ERROR(CheckMover());
  if (position_.board.KindAt(action_.from) != Kind::kQueen) {
    return Illegal("only a queen can move unseen (H6)");
  }
  if (!position_.HasPower(position_.turn, Power::kStealth)) {
    return Illegal(ColorName(position_.turn), " has already used stealth (H6)");
  }
  if (AcceptedStealthTargets(position_, action_.from).Has(action_.to)) return absl::OkStatus();
  if (IsVisible(action_.to) || position_.ObjectAt(action_.to)) {
    return Illegal("a stealth move must end on an empty square, and ",
                   Occupant(position_, action_.to), " is on ", ToString(action_.to), " (H6)");
  }
  return ExplainLine(Kind::kQueen);
}

absl::Status LegalityChecker::CheckShell() const {
  ARBITER_RETURN_IF_ERROR(CheckMover());
  if (position_.board.KindAt(action_.from) != Kind::kKing) {
    return Illegal("only a king can throw the shell (H7)");
  }
  if (!position_.HasPower(position_.turn, Power::kShell)) {
    return Illegal(ColorName(position_.turn), " has already used the shell (H7)");
  }
  if (ShellTargets(position_, action_.from).Has(action_.to)) return absl::OkStatus();
  if (!(position_.board.Of(!position_.turn) & position_.Visible()).Has(action_.to)) {
    return Illegal("there is no enemy piece on ", ToString(action_.to), " (H7)");
  }
  return ExplainLine(Kind::kQueen);
}

absl::Status LegalityChecker::CheckSwap() const {
  if (action_.from == action_.to) return Illegal("the two squares are the same");
  for (const Sq square : {action_.from, action_.to}) {
    if (position_.board.IsEmpty(square)) return Illegal("no piece on ", ToString(square));
    if (position_.immobilised.Has(square)) {
      return Illegal("the ", NameOf(position_.board.KindAt(square)), " on ", ToString(square),
                     " is immobilised and cannot be swapped (H13)");
    }
  }
  if (CanSwap(position_, action_.from, action_.to)) return absl::OkStatus();
  return Illegal("a pawn cannot be swapped onto its own last rank (H13)");
}

absl::Status LegalityChecker::CheckPass() const {
  Actions actions;
  GenerateActions(position_, &actions);
  if (actions.size() == 1 && actions[0].kind == ActionKind::kPass) return absl::OkStatus();
  return Illegal("a player may pass only if there is no other legal action (H18)");
}

absl::Status LegalityChecker::ExplainTarget(Kind kind) const {
  switch (kind) {
    case Kind::kKing:
      return Illegal("a king moves one square in any direction; there is no castling (H2)");
    case Kind::kKnight:
      return Illegal("a knight leaps two squares one way and one square across (H2)");
    case Kind::kPawn:
      return ExplainPawnMove();
    default:
      return ExplainLine(kind);
  }
}

absl::Status LegalityChecker::ExplainLine(Kind kind) const {
  const int direction = DirectionBetween<Geo>(action_.from, action_.to);
  const bool straight = direction >= 0 && direction % 2 == 0;
  const bool on_line = kind == Kind::kRook     ? straight
                       : kind == Kind::kBishop ? direction >= 0 && !straight
                                               : direction >= 0;
  const auto blocker = FirstBlocker<Geo>(action_.from, action_.to, Blockers(position_));
  if (on_line && blocker) {
    return Illegal("the path is blocked on ", ToString(*blocker), " by ",
                   Occupant(position_, *blocker), " (H3)");
  }
  if (action_.kind == ActionKind::kShell) {
    return Illegal("the shell flies along ranks, files and diagonals (H7)");
  }
  if (kind == Kind::kRook) return Illegal("a rook moves along ranks and files (H2)");
  if (kind == Kind::kBishop) return Illegal("a bishop moves along diagonals (H2)");
  return Illegal("a queen moves along ranks, files and diagonals (H2)");
}

absl::Status LegalityChecker::ExplainPawnMove() const {
  const Color color = position_.turn;
  const int forward = action_.to.rank_for(color) - action_.from.rank_for(color);
  const int across = action_.to.file() - action_.from.file();
  if (forward == 1 && across == 0) {
    return Illegal(Occupant(position_, action_.to), " is on ", ToString(action_.to),
                   "; a pawn captures only diagonally (H4)");
  }
  if (forward == 1 && (across == 1 || across == -1)) {
    return Illegal("a pawn moves diagonally only onto an enemy piece or an object (H4)");
  }
  if (forward == 2 && across == 0) {
    if (action_.from.rank_for(color) > 1) {
      return Illegal("a pawn moves two squares only from its first two ranks (H4)");
    }
    const auto passed = FirstBlocker<Geo>(action_.from, action_.to, Blockers(position_));
    const Sq square = passed.value_or(action_.to);
    return Illegal(Occupant(position_, square), " on ", ToString(square),
                   " keeps the pawn from moving two squares (H4)");
  }
  return Illegal("a pawn moves one square forward, or two from its first two ranks (H4)");
}

}  // namespace

absl::Status CheckLegal(const Position& position, const Action& action, std::string_view text) {
  // Most actions are legal and need no explanation.
  if (IsLegal(position, action)) return absl::OkStatus();
  const LegalityChecker checker(position, action, text);
  ARBITER_RETURN_IF_ERROR(checker.CheckKind());
  return checker.CheckAction();
}

}  // namespace arbiter::chakart
