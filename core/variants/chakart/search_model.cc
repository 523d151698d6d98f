#include "core/variants/chakart/search_model.h"

namespace arbiter::chakart {
namespace {

// Returns the value of the piece on a square, in centipawns; 0 if the square is empty. The last
// king of a side is worth more than everything else.
int CaptureValueOn(const Position& position, Sq square) {
  const auto captured = position.board.At(square);
  if (!captured) return 0;
  const bool last_king =
      captured->kind == Kind::kKing && position.board.Of(captured->color, Kind::kKing).size() == 1;
  return last_king ? 100'000 : PieceValue(captured->kind);
}

}  // namespace

int SearchModel::CaptureValue(const Position& position, const Action& action) {
  switch (action.kind) {
    case ActionKind::kMove: {
      const int captured = CaptureValueOn(position, action.to);
      const Kind mover = position.board.KindAt(action.from);
      const int promotion = action.piece == Kind::kPawn ? 0 : PieceValue(action.piece) - 100;
      const int gain = captured + promotion;
      return gain == 0 ? 0 : gain - PieceValue(mover) / 16;
    }
    case ActionKind::kShell:
      return CaptureValueOn(position, action.to);
    case ActionKind::kPromote:
      return PieceValue(action.piece);
    default:
      return 0;
  }
}

void SearchModel::GenerateCaptures(const Position& position, Actions* captures) {
  captures->Clear();
  if (!MovesFreely(position)) return;
  const Color mover = position.turn;
  const Squares enemies = position.board.Of(!mover);
  const Squares blockers = BlockersAfterAction(position);
  for (const Sq from : position.board.Of(mover) - position.immobilised) {
    const Kind kind = position.board.KindAt(from);
    for (const Sq to : MoveTargets(position, from) & enemies) {
      const int captured = CaptureValueOn(position, to);
      const bool cheap = kind != Kind::kKing && PieceValue(kind) <= captured;
      if (!cheap && AttackersOf(position, to, !mover, blockers - Squares(from))) continue;
      const bool promotes = kind == Kind::kPawn && IsLastRank(to, mover);
      captures->Add({ActionKind::kMove, from, to, promotes ? Kind::kQueen : Kind::kPawn});
    }
  }
}

}  // namespace arbiter::chakart
