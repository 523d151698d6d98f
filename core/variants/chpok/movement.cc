#include "core/variants/chpok/movement.h"

#include <array>

#include "core/variants/chpok/attacks.h"

namespace arbiter::chpok {
namespace {

constexpr int Forward(Color color) { return color == Color::kWhite ? 1 : -1; }

Squares PawnTargets(const Position& position, Sq from, Color color) {
  Squares targets = kPawnTakes[Index(color)][from.index()] & position.board.Of(!color);
  const int forward = Forward(color);
  // A pawn stands on its last row in no position.
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

// Calls `visit` with every move that is no pass until it answers false.
template <typename Visitor>
void VisitActions(const Position& position, Visitor visit) {
  const Color mover = position.turn;
  const Features& features = position.features;
  for (const Sq from : position.board.Of(mover)) {
    const Kind kind = position.board.KindAt(from);
    for (const Sq to : TargetsOf(position, from)) {
      if (kind != Kind::kPawn || to.rank_for(mover) < Geo::kRanks - 1) {
        if (!visit(Action{ActionKind::kMove, from, to, Kind::kPawn})) return;
        continue;
      }
      for (const Kind promotion : kPromotions) {
        if (!MayPromoteTo(features, promotion)) continue;
        if (!visit(Action{ActionKind::kMove, from, to, promotion})) return;
      }
    }
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

}  // namespace

Castled CastledSquares(Sq king, Sq rook) {
  const int step = rook.file() > king.file() ? 1 : -1;
  const Sq next(king.file() + step, king.rank());
  // Side by side they swap; else the rook comes next to the king, who goes beyond it.
  if (next == rook) return {rook, king};
  return {Sq(king.file() + 2 * step, king.rank()), next};
}

Squares TargetsOf(const Position& position, Sq from) {
  const Piece<Kind> piece = *position.board.At(from);
  const Squares targets = piece.kind == Kind::kPawn ? PawnTargets(position, from, piece.color)
                                                    : AttacksFrom(position, piece, from);
  return (targets & position.OnBoard()) - position.board.Of(piece.color);
}

Squares OwnTargetsOf(const Position& position, Sq king) {
  return kKingMoves[king.index()] & position.board.Of(position.board.At(king)->color);
}

Squares CastlingRooks(const Position& position, Sq king) {
  const Color color = position.board.At(king)->color;
  Squares rooks;
  if (king.rank_for(color) != 0) return rooks;
  const Squares occupied = position.board.Occupied();
  for (const Sq rook : position.board.Of(color, Kind::kRook)) {
    if (rook.rank() == king.rank() && !(Between<Geo>(king, rook) & occupied)) rooks.Set(rook);
  }
  return rooks;
}

Squares NewbornSquares(const Position& position) {
  Squares squares;
  for (const Sq square : position.OnBoard() - position.board.Occupied()) {
    if (square.rank_for(position.turn) <= 1) squares.Set(square);
  }
  return squares;
}

Squares HillOf(Color player, int width) {
  const int rank = player == Color::kWhite ? 4 : 3;
  Squares hill(Sq(width / 2, rank));
  hill.Set(Sq((width - 1) / 2, rank));
  return hill;
}

bool CanAct(const Position& position) {
  bool can = false;
  VisitActions(position, [&can](const Action& /*action*/) {
    can = true;
    return false;
  });
  return can;
}

void GenerateActions(const Position& position, Actions* actions) {
  if (!position.BothHaveKings() || position.IsPastLimit()) return;
  VisitActions(position, [actions](const Action& action) {
    actions->Add(action);
    return true;
  });
  if (actions->size() == 0 || position.features.Has(Switch::kSkip)) {
    actions->Add({ActionKind::kPass, Sq(0), Sq(0), Kind::kPawn});
  }
}

}  // namespace arbiter::chpok
