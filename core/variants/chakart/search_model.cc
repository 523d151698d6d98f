#include "core/variants/chakart/search_model.h"

namespace arbiter::chakart {
namespace {

// What is taken on a square, in centipawns; the last king above all.
int PreyOn(const Position& position, Sq square) {
  const auto prey = position.board.At(square);
  if (!prey) return 0;
  const bool last_king =
      prey->kind == Kind::kKing && position.board.Of(prey->color, Kind::kKing).size() == 1;
  return last_king ? 100'000 : PieceValue(prey->kind);
}

}  // namespace

int SearchModel::GainOf(const Position& position, const Action& action) {
  switch (action.kind) {
    case ActionKind::kMove: {
      const int prey = PreyOn(position, action.to);
      const Kind mover = position.board.KindAt(action.from);
      const int promotion = action.piece == Kind::kPawn ? 0 : PieceValue(action.piece) - 100;
      const int gain = prey + promotion;
      return gain == 0 ? 0 : gain - PieceValue(mover) / 16;
    }
    case ActionKind::kShell:
      return PreyOn(position, action.to);
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
  const Squares blockers = BlockersAfterwards(position);
  for (const Sq from : position.board.Of(mover) - position.immobilised) {
    const Kind kind = position.board.KindAt(from);
    for (const Sq to : MoveTargets(position, from) & enemies) {
      const int prey = PreyOn(position, to);
      const bool cheap = kind != Kind::kKing && PieceValue(kind) <= prey;
      if (!cheap && AttackersOf(position, to, !mover, blockers - Squares(from))) continue;
      const bool promotes = kind == Kind::kPawn && IsLastRank(to, mover);
      captures->Add({ActionKind::kMove, from, to, promotes ? Kind::kQueen : Kind::kPawn});
    }
  }
}

}  // namespace arbiter::chakart
