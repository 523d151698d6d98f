#include "core/variants/makruk/evaluate.h"

namespace arbiter::makruk {
namespace {

// Reduces the advantage of the side that a running count works against as the count nears its limit
// (M7).
int ScaleByCount(const Position& position, int value) {
  if (position.limit == 0) return value;
  const bool mover_counts = position.clock % 2 == 0;
  const bool white_counts = mover_counts == (position.turn == Color::kWhite);
  if ((value > 0) == white_counts) return value;
  constexpr int kFullValuePlies = 64;
  const int left =
      position.clock >= position.limit ? 0 : static_cast<int>(position.limit - position.clock);
  return left >= kFullValuePlies ? value : value * left / kFullValuePlies;
}

}  // namespace

int Evaluate(const Position& position) {
  TermSum sum(kWeights.data());
  VisitTerms(position, &sum);
  const int white = ScaleByCount(position, sum.sum().At(PhaseOf(position.board), kMaxPhase));
  return position.turn == Color::kWhite ? white : -white;
}

}  // namespace arbiter::makruk
