#include "core/variants/chpok/board/movement.h"

#include "core/rules/moves_in_advance.h"

namespace arbiter::chpok {
namespace {

constexpr int Forward(Color color) { return color == Color::kWhite ? 1 : -1; }

Squares PawnTargets(const Position& position, Sq from, Color color) {
  Squares targets = kPawnTakes[Index(color)][from.index()] & position.board.Of(!color);
  const int forward = Forward(color);
  // No position has a pawn on its last row.
  const Sq ahead(from.file(), from.rank() + forward);
  if (position.board.IsEmpty(ahead)) {
    targets.Set(ahead);
    const Sq two_ahead(from.file(), from.rank() + (from.rank_for(color) == 1 ? 2 : 1) * forward);
    if (position.board.IsEmpty(two_ahead)) targets.Set(two_ahead);
  }
  if (position.en_passant && color == position.turn &&
      kPawnTakes[Index(color)][from.index()].Has(*position.en_passant)) {
    targets.Set(*position.en_passant);
  }
  if (position.features.Has(Switch::kBackpawn) && from.rank_for(color) > 0) {
    const Sq behind(from.file(), from.rank() - forward);
    if (position.board.IsEmpty(behind)) targets.Set(behind);
  }
  return targets;
}

// Computes TargetsOf() for the pieces of one side, for which it prepares the shared data once.
class TargetFinder {
 public:
  TargetFinder(const Position& position, Color color)
      : position_(position),
        color_(color),
        blockers_(Blockers(position)),
        open_(position.OnBoard() - position.board.Of(color)) {}

  Squares Of(Kind kind, Sq from) const {
    if (kind == Kind::kPawn) return PawnTargets(position_, from, color_);
    return AttacksFrom(position_, {kind, color_}, from, blockers_) & open_;
  }

 private:
  const Position& position_;
  const Color color_;
  const Squares blockers_;
  // The squares without a piece of the side.
  const Squares open_;
};

// Calls `visit` with every move of the piece on `from` to one of `targets`, with its promotions,
// until `visit` returns false. Returns false in that case.
template <typename Visitor>
bool VisitMoves(const Position& position, Sq from, const Squares& targets, Visitor visit) {
  const Color mover = position.turn;
  const bool may_promote =
      position.board.KindAt(from) == Kind::kPawn && from.rank_for(mover) == Geo::kRanks - 2;
  for (const Sq to : targets) {
    if (!may_promote || to.rank_for(mover) < Geo::kRanks - 1) {
      if (!visit(Action{ActionKind::kMove, from, to, Kind::kPawn})) return false;
      continue;
    }
    for (const Kind promotion : kPromotions) {
      if (!CanPromoteTo(position.features, promotion)) continue;
      if (!visit(Action{ActionKind::kMove, from, to, promotion})) return false;
    }
  }
  return true;
}

// Calls `visit` with every legal action other than a pass until `visit` returns false.
template <typename Visitor>
void VisitActions(const Position& position, Visitor visit) {
  const Color mover = position.turn;
  const Features& features = position.features;
  const TargetFinder finder(position, mover);
  for (const Sq from : position.board.Of(mover)) {
    const Kind kind = position.board.KindAt(from);
    if (!VisitMoves(position, from, finder.Of(kind, from), visit)) return;
    if (kind == Kind::kKing) {
      if (features.Has(Switch::kCruel)) {
        for (const Sq to : OwnTargetsOf(position, from)) {
          if (!visit(Action{ActionKind::kOwnCapture, from, to, Kind::kPawn})) return;
        }
      }
      if (position.castlings[Index(mover)] > 0) {
        for (const Sq rook : CastlingRooks(position, from)) {
          if (!visit(Action{ActionKind::kCastling, from, rook, Kind::kPawn})) return;
        }
      }
    }
    if (features.Has(Switch::kRemove) &&
        !visit(Action{ActionKind::kRemove, Sq(0), from, Kind::kPawn})) {
      return;
    }
  }
  if (position.newborn[Index(mover)]) {
    for (const Sq to : NewbornSquares(position)) {
      if (!visit(Action{ActionKind::kPlace, Sq(0), to, Kind::kPawn})) return;
    }
  }
}

bool IsLegalMove(const Position& position, const Action& action, Kind kind) {
  const Color mover = position.turn;
  if (!TargetFinder(position, mover).Of(kind, action.from).Has(action.to)) return false;
  const bool promotes = kind == Kind::kPawn && action.to.rank_for(mover) == Geo::kRanks - 1;
  if (!promotes) return action.promotion == Kind::kPawn;
  return action.promotion != Kind::kPawn && CanPromoteTo(position.features, action.promotion);
}

}  // namespace

Castled CastledSquares(Sq king, Sq rook) {
  const int step = rook.file() > king.file() ? 1 : -1;
  const Sq next(king.file() + step, king.rank());
  // Adjacent pieces swap. Otherwise the rook goes next to the king, and the king to its other side.
  if (next == rook) return {rook, king};
  return {Sq(king.file() + 2 * step, king.rank()), next};
}

Squares TargetsOf(const Position& position, Sq from) {
  const Piece<Kind> piece = *position.board.At(from);
  return TargetFinder(position, piece.color).Of(piece.kind, from);
}

Squares OriginsOf(const Position& position, Kind kind, Sq to) {
  const TargetFinder finder(position, position.turn);
  Squares origins;
  for (const Sq from : position.board.Of(position.turn, kind)) {
    if (finder.Of(kind, from).Has(to)) origins.Set(from);
  }
  return origins;
}

Squares OwnTargetsOf(const Position& position, Sq king) {
  return kKingMoves[king.index()] & position.board.Of(position.board.At(king)->color);
}

Squares CastlingRooks(const Position& position, Sq king) {
  const Color color = position.board.At(king)->color;
  const Squares rooks = position.board.Of(color, Kind::kRook);
  if (king.rank_for(color) != 0 || !rooks) return {};
  // The indices of these directions in kKingSteps.
  constexpr int kEast = 2;
  constexpr int kWest = 6;
  const Squares occupied = position.board.Occupied();
  return rooks & (RayAttacks<Geo>(kEast, king, occupied) | RayAttacks<Geo>(kWest, king, occupied));
}

Squares NewbornSquares(const Position& position) {
  return position.OnBoard() - position.board.Occupied() - RowsFrom(position.turn, 2);
}

Squares HillOf(Color player, int width) {
  const int rank = player == Color::kWhite ? 4 : 3;
  Squares hill(Sq(width / 2, rank));
  hill.Set(Sq((width - 1) / 2, rank));
  return hill;
}

bool CanAct(const Position& position) {
  bool found = false;
  VisitActions(position, [&found](const Action& /*action*/) {
    found = true;
    return false;
  });
  return found;
}

void GenerateActions(const Position& position, Actions* actions) {
  actions->Clear();
  if (!position.BothHaveKings() || position.IsPastLimit()) return;
  VisitActions(position, [actions](const Action& action) {
    actions->Add(action);
    return true;
  });
  if (actions->size() == 0 || position.features.Has(Switch::kSkip)) {
    actions->Add({ActionKind::kPass, Sq(0), Sq(0), Kind::kPawn});
  }
}

Position AfterPass(Position position) {
  if (position.turn == Color::kBlack) ++position.move_number;
  position.turn = !position.turn;
  position.en_passant.reset();
  return position;
}

std::vector<Action> MovesInAdvance(const Position& position) {
  Actions legal;
  GenerateActions(position, &legal);
  std::vector<Action> actions(legal.begin(), legal.end());
  if (actions.empty()) return actions;
  const Squares own = position.board.Of(position.turn);
  const Squares kings = position.board.Of(position.turn, Kind::kKing);
  Position captured = position;
  for (const Sq from : own) {
    captured.board = WithPiecesCaptured(position.board, position.turn, kings | Squares(from));
    VisitMoves(captured, from, TargetsOf(captured, from) & own, [&](const Action& action) {
      actions.push_back(action);
      return true;
    });
  }
  return actions;
}

bool IsLegal(const Position& position, const Action& action) {
  const Color mover = position.turn;
  const Squares own = position.board.Of(mover);
  switch (action.kind) {
    case ActionKind::kPass:
      return position.features.Has(Switch::kSkip) || !CanAct(position);
    case ActionKind::kPlace:
      return position.newborn[Index(mover)] && NewbornSquares(position).Has(action.to);
    case ActionKind::kRemove:
      return position.features.Has(Switch::kRemove) && own.Has(action.to);
    case ActionKind::kMove:
    case ActionKind::kOwnCapture:
    case ActionKind::kCastling:
      break;
  }
  if (!own.Has(action.from)) return false;
  const Kind kind = position.board.KindAt(action.from);
  if (action.kind == ActionKind::kMove) return IsLegalMove(position, action, kind);
  if (kind != Kind::kKing || action.promotion != Kind::kPawn) return false;
  if (action.kind == ActionKind::kOwnCapture) {
    return position.features.Has(Switch::kCruel) &&
           OwnTargetsOf(position, action.from).Has(action.to);
  }
  return position.castlings[Index(mover)] > 0 &&
         CastlingRooks(position, action.from).Has(action.to);
}

}  // namespace arbiter::chpok
