#include <cstdlib>
#include <optional>
#include <string>

#include "core/base/error.h"
#include "core/base/status_macros.h"
#include "core/base/strings.h"
#include "core/board/attacks.h"
#include "core/rules/roles.h"
#include "core/variants/chpok/board/movement.h"
#include "core/variants/chpok/board/notation.h"
#include "core/variants/chpok/info.h"

namespace arbiter::chpok {
namespace {

// The names and movements of the pieces, in the order of Kind.
constexpr std::string_view kKindNames[] = {"king",   "queen",  "rook", "bishop",
                                           "dragon", "knight", "pawn"};
constexpr std::string_view kMovements[] = {
    "one square in any direction",
    "along ranks, files and diagonals",
    "along ranks and files",
    "along diagonals",
    "two squares straight or one square diagonally",
    "two squares one way and one square across",
    "one square forward, or two from its second row, and captures one square diagonally forward",
};

// The row, from 0, of a pawn that can capture en passant.
constexpr int kEnPassantRow = 4;

std::string_view NameOf(Kind kind) { return kKindNames[static_cast<size_t>(kind)]; }

// Returns whether the action is a move of a king onto a rook of its own side (P16).
bool IsCastling(const Position& position, const Action& action) {
  const ChpokBoard& board = position.board;
  return action.kind == ActionKind::kMove && action.promotion == Kind::kPawn &&
         board.Of(position.turn, Kind::kKing).Has(action.from) &&
         board.Of(position.turn, Kind::kRook).Has(action.to);
}

bool IsOver(const Position& position) {
  return !position.BothHaveKings() || position.IsPastLimit();
}

// Checks whether an action of the player to move is legal, and explains why it is not. The
// constructor's arguments must outlive this object.
class LegalityChecker {
 public:
  LegalityChecker(const Position& position, const Action& action, std::string_view text)
      : position_(position), action_(action), text_(text) {}

  absl::Status Check() const {
    if (IsOver(position_)) {
      return Illegal(
          "the game is over, because ",
          position_.BothHaveKings() ? "the move limit has been reached" : "a side has no king left",
          " (C12)");
    }
    ARBITER_RETURN_IF_ERROR(CheckSquares());
    return CheckAction();
  }

 private:
  template <typename... Parts>
  absl::Status Illegal(const Parts&... parts) const {
    return MakeError(ErrorReason::kIllegalAction, StrCat(text_, ": ", parts...));
  }
  absl::Status NeedsFeature(std::string_view feature) const {
    return Illegal("the feature ", feature, " is not in force (P22)");
  }
  bool Has(Switch feature) const { return position_.features.Has(feature); }
  const ChpokBoard& board() const { return position_.board; }
  Color turn() const { return position_.turn; }

  absl::Status CheckSquares() const {
    for (const Sq square : {action_.from, action_.to}) {
      if (!position_.OnBoard().Has(square)) {
        return Illegal(ToString(square), " is off this board, which is ", position_.features.width,
                       " files wide");
      }
    }
    return absl::OkStatus();
  }

  absl::Status CheckAction() const {
    switch (action_.kind) {
      case ActionKind::kMove:
        return CheckMove();
      case ActionKind::kOwnCapture:
        return CheckOwnCapture();
      case ActionKind::kCastling:
        return CheckCastling();
      case ActionKind::kPlace:
        return CheckPlace();
      case ActionKind::kRemove:
        return CheckRemove();
      case ActionKind::kPass:
        break;
    }
    return CheckPass();
  }

  absl::Status CheckMover(Sq square) const {
    const auto piece = board().At(square);
    if (!piece) return Illegal("no piece on ", ToString(square));
    if (piece->color == turn()) return absl::OkStatus();
    return MakeError(
        ErrorReason::kNotYourTurn,
        StrCat(text_, ": it is ", ColorName(turn()), "'s turn, and the ", NameOf(piece->kind),
               " on ", ToString(square), " is ", ColorName(piece->color), "'s"));
  }

  absl::Status CheckMove() const {
    ARBITER_RETURN_IF_ERROR(CheckMover(action_.from));
    const auto [from, to] = std::pair(action_.from, action_.to);
    if (from == to) return Illegal("the two squares are the same");
    const Kind kind = board().KindAt(from);
    const bool promotes = kind == Kind::kPawn && to.rank_for(turn()) == Geo::kRanks - 1;
    if (board().Of(turn()).Has(to)) {
      const bool lacks_x =
          kind == Kind::kKing && Has(Switch::kCruel) && OwnTargetsOf(position_, from).Has(to);
      return Illegal("its own ", NameOf(board().KindAt(to)), " is on ", ToString(to),
                     lacks_x ? "; to capture it, add an x to the move (P21)" : "");
    }
    if (!TargetsOf(position_, from).Has(to)) return ExplainTarget(kind);
    if (promotes && action_.promotion == Kind::kPawn) {
      const bool no_king = Has(Switch::kNopromoteking);
      return Illegal("a pawn that reaches its 8th row promotes: add q, r, b, d",
                     no_king ? " or n" : ", n or k", " (P15)");
    }
    if (!promotes && action_.promotion != Kind::kPawn) return Illegal("this move does not promote");
    if (action_.promotion == Kind::kKing && Has(Switch::kNopromoteking)) {
      return Illegal("a pawn cannot become a king, because nopromoteking is in force (P15)");
    }
    return absl::OkStatus();
  }

  absl::Status ExplainTarget(Kind kind) const {
    const auto [from, to] = std::pair(action_.from, action_.to);
    if (kind == Kind::kPawn && position_.en_passant != to && from.file() != to.file() &&
        std::abs(from.file() - to.file()) == 1 &&
        to.rank_for(turn()) == from.rank_for(turn()) + 1) {
      // An enemy pawn on this square can have passed `to` with the last move.
      const Sq beside(to.file(), from.rank());
      const bool passed = from.rank_for(turn()) == kEnPassantRow &&
                          board().Of(!turn(), Kind::kPawn).Has(beside) && board().IsEmpty(to);
      return Illegal("there is nothing on ", ToString(to), " for the pawn to capture",
                     passed && Has(Switch::kNoenpassant)
                         ? ", and noenpassant rules out captures en passant (P22)"
                         : "");
    }
    const bool slides = kind == Kind::kQueen || kind == Kind::kRook || kind == Kind::kBishop;
    const int direction = DirectionBetween<Geo>(from, to);
    // Even directions are straight, odd ones diagonal.
    const bool on_line =
        direction >= 0 && (kind == Kind::kQueen || (direction % 2 == 0) == (kind == Kind::kRook));
    const bool pawn_line = kind == Kind::kPawn && from.file() == to.file();
    if ((slides && on_line) || pawn_line) {
      auto blocker = FirstBlocker<Geo>(from, to, board().Occupied());
      if (!blocker && pawn_line && !board().IsEmpty(to)) blocker = to;
      if (blocker) {
        return Illegal("the ", NameOf(board().KindAt(*blocker)), " on ", ToString(*blocker),
                       " is in the way");
      }
    }
    return Illegal("a ", NameOf(kind), " moves ", kMovements[static_cast<size_t>(kind)]);
  }

  absl::Status CheckOwnCapture() const {
    ARBITER_RETURN_IF_ERROR(CheckMover(action_.from));
    if (!Has(Switch::kCruel)) return Illegal("the feature cruel is not in force (P21)");
    if (board().KindAt(action_.from) != Kind::kKing) {
      return Illegal("only a king can capture its own side's pieces (P21)");
    }
    if (action_.from == action_.to) return Illegal("the two squares are the same");
    if (!board().Of(turn()).Has(action_.to)) {
      return Illegal("no piece of its own side is on ", ToString(action_.to),
                     "; the x is only for a capture of one's own piece (P21)");
    }
    if (OwnTargetsOf(position_, action_.from).Has(action_.to)) return absl::OkStatus();
    return Illegal("a king moves ", kMovements[static_cast<size_t>(Kind::kKing)], " (P12)");
  }

  absl::Status CheckCastling() const {
    const auto [king, rook] = std::pair(action_.from, action_.to);
    if (king.rank_for(turn()) != 0 || rook.rank() != king.rank()) {
      return Illegal("a king and a rook castle only on their home row, rank ",
                     turn() == Color::kWhite ? 1 : Geo::kRanks, " (P16)");
    }
    if (const auto blocker = FirstBlocker<Geo>(king, rook, board().Occupied())) {
      return Illegal("the ", NameOf(board().KindAt(*blocker)), " on ", ToString(*blocker),
                     " stands between the king and the rook (P16)");
    }
    if (position_.castlings[Index(turn())] == 0) {
      return Illegal(ColorName(turn()), " has no castling left (P16)");
    }
    return absl::OkStatus();
  }

  absl::Status CheckPlace() const {
    if (!Has(Switch::kNewborn)) return NeedsFeature("newborn");
    if (!position_.newborn[Index(turn())]) {
      return Illegal(ColorName(turn()), " has no new pawn left (P22)");
    }
    if (NewbornSquares(position_).Has(action_.to)) return absl::OkStatus();
    return Illegal(
        "a new pawn must be placed on an empty square of one's first or second row (P22)");
  }

  absl::Status CheckRemove() const {
    if (!Has(Switch::kRemove)) return NeedsFeature("remove");
    if (board().Of(turn()).Has(action_.to)) return absl::OkStatus();
    return Illegal(ColorName(turn()), " has no piece on ", ToString(action_.to), " (P22)");
  }

  absl::Status CheckPass() const {
    if (Has(Switch::kSkip) || !CanAct(position_)) return absl::OkStatus();
    return Illegal(ColorName(turn()),
                   " has a legal move and may pass only with the feature skip (P22, P23)");
  }

  const Position& position_;
  const Action& action_;
  const std::string_view text_;
};

}  // namespace

absl::StatusOr<Action> ParseAction(const Position& position, std::string_view text) {
  if (std::optional<Action> action = ReadAction(text)) {
    if (IsCastling(position, *action)) action->kind = ActionKind::kCastling;
    // Most actions are legal and need no explanation.
    if (IsOver(position) || !IsLegal(position, *action)) {
      ARBITER_RETURN_IF_ERROR(LegalityChecker(position, *action, text).Check());
    }
    return *action;
  }
  if (text.starts_with("match ") || text.starts_with("raise ")) {
    return MakeError(ErrorReason::kIllegalAction,
                     StrCat(Quoted(text), ": no bid is legal, because the bidding is over (P5)"));
  }
  if (kBidders.SplitActor(text).actor) {
    return MakeError(ErrorReason::kIllegalAction,
                     StrCat(Quoted(text), ": the players have colours now; use white: or black:"));
  }
  return MakeError(ErrorReason::kBadActionText,
                   StrCat(Quoted(text),
                          " is not a valid action on Chpok's board; examples are e2e4, e7e8q, "
                          "e1h1, e1f1x, P@d2, x@c3, 0000, undo"));
}

}  // namespace arbiter::chpok
