#include "core/variants/chpok/board/evaluate.h"

namespace arbiter::chpok {

int Evaluate(const Position& position) {
  TermSum sum(kWeights.data());
  VisitTerms(position, &sum);
  int rest = sum.sum().At(PhaseOf(position.board), kMostPhase);
  // What stands on the board has less and less time to become points (P17).
  constexpr int kPlenty = 24;
  const int moves_left = position.features.moves + 1 - static_cast<int>(position.move_number);
  if (moves_left < kPlenty) rest = rest * std::max(moves_left, 0) / kPlenty;
  const int white = FixedPart(position) + rest;
  return position.turn == Color::kWhite ? white : -white;
}

}  // namespace arbiter::chpok
