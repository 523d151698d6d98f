#include "core/variants/chpok/board/evaluate.h"

namespace arbiter::chpok {

int Evaluate(const Position& position) {
  TermSum sum(kWeights.data());
  VisitTerms(position, &sum);
  int rest = sum.sum().At(PhaseOf(position.board), kMaxPhase);
  // Near the move limit the pieces have less and less time to score (P17).
  constexpr int kFullValueMoves = 24;
  const int moves_left = position.features.moves + 1 - static_cast<int>(position.move_number);
  if (moves_left < kFullValueMoves) rest = rest * std::max(moves_left, 0) / kFullValueMoves;
  const int white = FixedPart(position) + rest;
  return position.turn == Color::kWhite ? white : -white;
}

}  // namespace arbiter::chpok
