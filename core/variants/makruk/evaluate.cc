#include "core/variants/makruk/evaluate.h"

namespace arbiter::makruk {
namespace {

// The side that a running count works against wins ever less as it comes to its end (M7).
int ScaleByCount(const Position& position, int value) {
  if (position.limit == 0) return value;
  const bool turn_counts = position.clock % 2 == 0;
  const bool white_counts = turn_counts == (position.turn == Color::kWhite);
  if ((value > 0) == white_counts) return value;
  constexpr int kPlenty = 64;
  const int left =
      position.clock >= position.limit ? 0 : static_cast<int>(position.limit - position.clock);
  return left >= kPlenty ? value : value * left / kPlenty;
}

}  // namespace

int Evaluate(const Position& position) {
  TermSum sum(kWeights.data());
  VisitTerms(position, &sum);
  const int white = ScaleByCount(position, sum.sum().At(PhaseOf(position.board), kMostPhase));
  return position.turn == Color::kWhite ? white : -white;
}

}  // namespace arbiter::makruk
